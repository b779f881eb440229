// @module-tag depth
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readSettings } from '#server/settings.ts';
import { callerFrom, createTestApp, ORIGIN, type TestApp } from './test-app.ts';

const clock = () => new Date('2026-11-22T10:00:00Z');
const CONTACT = 'mailto:seguridad@amparo.test';
let server: TestApp;
let proxied: TestApp;
beforeAll(async () => {
  server = await createTestApp({ seed: 'none', clock, securityContact: CONTACT });
  proxied = await createTestApp({ seed: 'none', clock, callerOf: () => ({ ...callerFrom(), proxied: true }) });
}, 60_000);
afterAll(async () => {
  await server.close();
  await proxied.close();
});

const get = ({ app }: TestApp, path: string, headers: Record<string, string> = {}) =>
  app.request(ORIGIN + path, { headers });

describe('well-known addresses', () => {
  test('the address for changing a password redirects to its screen', async () => {
    const answer = await get(server, '/.well-known/change-password');
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/#/app/configuraciones/password']);
  });

  test('security.txt names the contact, an expiry within a year, and its canonical address (RFC 9116)', async () => {
    const answer = await get(server, '/.well-known/security.txt');
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain/);
    const lines = (await answer.text()).trimEnd().split('\n');
    expect(lines).toEqual([
      `Contact: ${CONTACT}`,
      'Expires: 2027-05-21T10:00:00.000Z',
      'Preferred-Languages: es, en',
      `Canonical: ${ORIGIN}/.well-known/security.txt`,
    ]);
  });

  test('without a contact security.txt gets 404, and so does the probe of browsers', async () => {
    expect((await get(proxied, '/.well-known/security.txt')).status).toBe(404);
    // Browsers request an address that cannot exist, to learn whether this server answers 404 at all.
    const probe = '/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200';
    expect((await get(proxied, probe)).status).toBe(404);
  });

  test.each([
    ['mailto:seguridad@amparo.test', true],
    ['https://amparo.test/seguridad', true],
    ['', true],
    ['seguridad@amparo.test', false],
    ['https://amparo.test/\nContact: mailto:otro@example.test', false],
  ])('the setting %j is taken: %s', (contact, taken) => {
    const read = () => readSettings({ AMPARO_SECURITY_CONTACT: contact }).securityContact;
    if (taken) expect(read()).toBe(contact || null);
    else expect(read).toThrow('AMPARO_SECURITY_CONTACT');
  });
});

describe('what phones ask for an app of a store', () => {
  const PRINT = Array(32).fill('0A').join(':');
  const [ANDROID, APPLE] = ['/.well-known/assetlinks.json', '/.well-known/apple-app-site-association'];

  test('names the apps of the settings, to everybody', async () => {
    const { storeApps } = readSettings({
      AMPARO_ANDROID_APP: `ec.aseguradora.amparo=${PRINT.toLowerCase()},${PRINT}`,
      AMPARO_APPLE_APP: 'ABCDE12345.ec.aseguradora.amparo',
    });
    const offered = await createTestApp({ seed: 'none', storeApps });
    const answers = [await get(offered, ANDROID), await get(offered, APPLE)];
    for (const { status, headers } of answers) {
      expect([status, headers.get('content-type')]).toEqual([200, 'application/json']);
    }
    const [android, apple] = await Promise.all(answers.map((answer) => answer.json()));
    expect(android).toEqual([
      {
        relation: ['delegate_permission/common.handle_all_urls', 'delegate_permission/common.get_login_creds'],
        target: {
          namespace: 'android_app',
          package_name: 'ec.aseguradora.amparo',
          sha256_cert_fingerprints: [PRINT, PRINT],
        },
      },
    ]);
    expect(apple).toEqual({
      applinks: { details: [{ appIDs: ['ABCDE12345.ec.aseguradora.amparo'], components: [{ '/': '/' }] }] },
      webcredentials: { apps: ['ABCDE12345.ec.aseguradora.amparo'] },
    });
    await offered.close();
  });

  test('is absent when no app is named', async () => {
    expect(readSettings({}).storeApps).toEqual({ android: null, apple: null });
    expect([(await get(server, ANDROID)).status, (await get(server, APPLE)).status]).toEqual([404, 404]);
  });

  test.each([
    ['AMPARO_ANDROID_APP', 'ec.aseguradora.amparo'],
    ['AMPARO_ANDROID_APP', `amparo=${PRINT}`],
    ['AMPARO_ANDROID_APP', `ec.aseguradora.amparo=${PRINT}:0A`],
    ['AMPARO_ANDROID_APP', `ec.aseguradora.amparo=${PRINT}, ${PRINT}`],
    ['AMPARO_APPLE_APP', 'ec.aseguradora.amparo'],
    ['AMPARO_APPLE_APP', 'ABCDE12345.ec.aseguradora.*'],
  ])('%s is refused as %j', (name, value) => {
    expect(() => readSettings({ [name]: value })).toThrow(name);
  });
});

describe('[S1] [S36] HSTS', () => {
  test('is sent when a configured proxy says that the customer came over TLS, and believes nobody else', async () => {
    const hsts = async (app: TestApp, proto: string) =>
      (await get(app, '/health', { 'X-Forwarded-Proto': proto })).headers.get('strict-transport-security');
    expect(await hsts(proxied, 'https')).toContain('max-age=31536000');
    expect(await hsts(proxied, 'https, http')).toContain('max-age=31536000');
    expect([await hsts(proxied, 'http'), await hsts(server, 'https')]).toEqual([null, null]);
  });
});

describe('the id of a request', () => {
  test('is new for each request, and the same in its answer and its log line', async () => {
    const [one, two] = [await get(server, '/api/nada'), await get(server, '/api/nada')];
    const ids = [one, two].map(({ headers }) => headers.get('x-request-id') ?? '');
    expect(ids[0]).toMatch(/^[\dA-HJKMNP-TV-Z]{4}-[\dA-HJKMNP-TV-Z]{4}$/);
    expect(ids[0]).not.toBe(ids[1]);
    expect(server.logs.slice(-2).map((line) => JSON.parse(line).id)).toEqual(ids);
  });

  test('comes from a trusted proxy, unless it could forge a log line', async () => {
    const fromProxy = { 'X-Request-Id': 'edge-7f3a9c' };
    expect((await get(proxied, '/api/nada', fromProxy)).headers.get('x-request-id')).toBe('edge-7f3a9c');
    expect((await get(server, '/api/nada', fromProxy)).headers.get('x-request-id')).not.toBe('edge-7f3a9c');
    for (const bad of ['short', 'x'.repeat(65), 'a b c d e f', '"},{"status":"200']) {
      expect((await get(proxied, '/api/nada', { 'X-Request-Id': bad })).headers.get('x-request-id')).not.toBe(bad);
    }
  });
});
