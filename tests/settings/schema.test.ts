import { describe, expect, test } from 'vitest';
import { residences } from '#contract/account.ts';
import { parseSettings } from '#settings/schema.ts';
import * as settings from '#settings/settings.ts';

describe('the settings of a build', () => {
  test('[D20][D23][D28][D48] have defaults that need no environment', () => {
    expect(parseSettings({})).toEqual({
      apiBase: '/api',
      hostBase: '/host',
      registerUrl: '',
      openHosts: [],
      contactEmail: 'servicioalcliente@amparo.example',
      paperPixels: 800,
      phones: [],
      shareCard: false,
    });
  });

  test('treat an empty variable as absent', () => {
    expect(parseSettings({ VITE_API_BASE: '', VITE_SHARE_CARD: ' ' })).toEqual(parseSettings({}));
  });

  test('[D48] include a list of hosts, with ports, in lower case', () => {
    const { openHosts } = parseSettings({ VITE_OPEN_HOSTS: ' Pagos.Example , files.example:8443,' });
    expect(openHosts).toEqual(['pagos.example', 'files.example:8443']);
  });

  test('drop the slash at the end of a base address', () => {
    expect(parseSettings({ VITE_API_BASE: 'https://api.example/v2/' }).apiBase).toBe('https://api.example/v2');
  });

  test.each([
    ['VITE_API_BASE', 'api'],
    ['VITE_API_BASE', '//elsewhere.example'],
    ['VITE_INTEGRATION_BASE', 'ftp://host.example'],
    ['VITE_REGISTER_URL', 'http://registro.example'],
    ['VITE_REGISTER_URL', 'javascript:alert(1)'],
    ['VITE_OPEN_HOSTS', 'https://pagos.example'],
    ['VITE_CONTACT_EMAIL', 'nobody'],
    ['VITE_SHARE_CARD', 'yes'],
  ])('refuse %s=%s with an error that names it', (variable, value) => {
    expect(() => parseSettings({ [variable]: value })).toThrow(`${variable} must be`);
  });

  test('refuse a variable that is no setting', () => {
    expect(() => parseSettings({ VITE_SHARECARD: 'on' })).toThrow('VITE_SHARECARD is not a setting');
  });

  test('name all wrong variables in one error', () => {
    expect(() => parseSettings({ VITE_SHARE_CARD: 'yes', VITE_API_BASE: 'api' })).toThrow(
      /VITE_API_BASE must be.*\nVITE_SHARE_CARD must be/,
    );
  });

  test('reach the app under the names of the schema', () => {
    const { shareCard, ...read } = parseSettings({});
    expect({ ...settings }).toEqual(read);
    expect(shareCard).toBe(__SETTINGS__.shareCard);
  });

  test('[D58] limit the side of a refund’s documents to between 800 and 1,600 pixels', () => {
    expect(parseSettings({ VITE_PAPER_PIXELS: '1600' }).paperPixels).toBe(1600);
    for (const wrong of ['799', '1601', '1e3', '-900', 'mucho']) {
      expect(() => parseSettings({ VITE_PAPER_PIXELS: wrong }), wrong).toThrow('VITE_PAPER_PIXELS');
    }
  });

  test('[D62] list phone numbers by country, and mark those of the demo as samples', () => {
    const { phones } = parseSettings({ VITE_PHONES: ' Costa Rica | +506 4000 5550 | 800-1234 ;Ecuador|911|1700 1' });
    expect(phones).toEqual([
      { country: 'Costa Rica', emergency: '+506 4000 5550', centre: '800-1234', sample: false },
      { country: 'Ecuador', emergency: '911', centre: '1700 1', sample: false },
    ]);
    const samples = parseSettings({ VITE_PHONES: 'sample' }).phones;
    expect(samples.map(({ country }) => country)).toEqual([...residences]);
    expect(samples.every(({ sample }) => sample)).toBe(true);
    for (const wrong of ['x', 'Ecuador|911', 'Ecuador|911|javascript:1', '|911|912']) {
      expect(() => parseSettings({ VITE_PHONES: wrong }), wrong).toThrow('VITE_PHONES');
    }
  });
});
