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

  test('an empty variable counts as absent', () => {
    expect(parseSettings({ VITE_API_BASE: '', VITE_SHARE_CARD: ' ' })).toEqual(parseSettings({}));
  });

  test('[D48] reads a list of hosts, with ports, in lower case', () => {
    const { openHosts } = parseSettings({ VITE_OPEN_HOSTS: ' Pagos.Example , files.example:8443,' });
    expect(openHosts).toEqual(['pagos.example', 'files.example:8443']);
  });

  test('a base address loses the slash at its end', () => {
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
  ])('refuses %s=%s by its name', (variable, value) => {
    expect(() => parseSettings({ [variable]: value })).toThrow(`${variable} must be`);
  });

  test('refuses a variable that it does not know', () => {
    expect(() => parseSettings({ VITE_SHARECARD: 'on' })).toThrow('VITE_SHARECARD is not a setting');
  });

  test('names every wrong variable at once', () => {
    expect(() => parseSettings({ VITE_SHARE_CARD: 'yes', VITE_API_BASE: 'api' })).toThrow(
      /VITE_API_BASE must be.*\nVITE_SHARE_CARD must be/,
    );
  });

  test('reach the app under the names the schema gives them', () => {
    const { shareCard, ...read } = parseSettings({});
    expect({ ...settings }).toEqual(read);
    expect(shareCard).toBe(__SETTINGS__.shareCard);
  });

  test('[D58] the side of a refund’s papers is between 800 and 1,600 pixels', () => {
    expect(parseSettings({ VITE_PAPER_PIXELS: '1600' }).paperPixels).toBe(1600);
    for (const wrong of ['799', '1601', '1e3', '-900', 'mucho']) {
      expect(() => parseSettings({ VITE_PAPER_PIXELS: wrong }), wrong).toThrow('VITE_PAPER_PIXELS');
    }
  });

  test('[D62] numbers to call stand by country; those of the demo say that they are samples', () => {
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
