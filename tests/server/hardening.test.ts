// @module-tag depth
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { serve } from '@hono/node-server';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Endpoint, type EndpointName, endpoints } from '#contract/endpoints.ts';
import { FolderInUse, lockFolder } from '#server/database/folder-lock.ts';
import { staticRoutes } from '#server/http/static-files.ts';
import { readSettings } from '#server/settings.ts';
import { statOf } from '#tests/proc.ts';
import { ownAddresses } from '../../sw/own-addresses.ts';
import { pdf, refundFields, requestFor } from './requests.ts';
import { createTestApp, fetchOn, ORIGIN, pathOf, type SignedIn, type TestApp } from './test-app.ts';

const folder = mkdtempSync(join(tmpdir(), 'amparo-'));
let server: TestApp;
let who: SignedIn;

beforeAll(async () => {
  const publicDir = join(folder, 'client');
  mkdirSync(join(publicDir, 'assets'), { recursive: true });
  mkdirSync(join(publicDir, 'icons'));
  writeFileSync(join(publicDir, 'icons', 'icon.svg'), '<svg/>');
  writeFileSync(
    join(publicDir, 'index.html'),
    '<!doctype html><script src="/a.js"></script><script data-inside="/b.js">first()</script><style>h1{color:red}</style><h1>Amparo</h1>',
  );
  writeFileSync(join(publicDir, 'assets', 'app-abc.js'), `export const text = '${'amparo '.repeat(500)}';`);
  // A file that the build packed. Its content differs from what the server itself would pack.
  writeFileSync(join(publicDir, 'assets', 'app-def.js'), `export const text = '${'amparo '.repeat(500)}';`);
  for (const name of ['paper.worker-aB_3-x.js', 'paper-aB3.js', 'photo.worker-aB3.js', 'zxing_reader-aB3.wasm'])
    writeFileSync(join(publicDir, 'assets', name), 'export {};');
  writeFileSync(join(publicDir, 'assets', 'instrument-sans-latin-wght-normal-abc.woff2'), 'wOF2');
  writeFileSync(join(publicDir, 'assets', 'app-def.js.br'), brotliCompressSync('packed by the build'));
  writeFileSync(join(publicDir, 'sw.js'), '// worker');
  writeFileSync(join(publicDir, 'manifest.webmanifest'), '{}');
  writeFileSync(join(folder, 'secret.txt'), 'secret');
  server = await createTestApp({ seed: ['costarica@demo.test'], publicDir });
  who = await server.signIn('costarica@demo.test');
}, 60_000);
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('[S11] malformed requests get 4xx with a Spanish text, never 5xx', () => {
  const names = Object.keys(endpoints) as EndpointName[];
  const seed = Number(process.env.SEED ?? 20_261_121);

  /** A plain run sends some to each; a check before landing more. */
  const tries = process.env.CI ? 12 : 3;

  test.each(names)('%s answers mutated requests', async (name) => {
    // A request of an earlier endpoint may have ended the session, without which the token check refuses everything.
    who = await server.signIn('costarica@demo.test');
    const random = generator(seed + names.indexOf(name));
    for (let times = 0; times < tries; times += 1) {
      // Each request has another address, so that the limits of attempts do not stop it.
      const address = `203.0.113.${Math.floor(random() * 250)}-${times}-${name}`;
      const request = mutated(name, random, { ...who.headers, 'x-test-address': address });
      const response = await server.app.fetch(request);
      const text = await response.text();
      const told = `${name} #${times} seed ${seed}: ${response.status} ${text.slice(0, 200)}`;
      expect(response.status, told).toBeLessThan(500);
      expect(text, told).not.toMatch(/Error:|node_modules|select |insert |violates|Invalid (type|key)/);
      if (response.status >= 400) expect(JSON.parse(text)).toHaveProperty(endpoints[name].errorField);
    }
  });

  /** A request to the endpoint with up to three wrong fields, and sometimes a wrong header or body. */
  function mutated(name: EndpointName, random: () => number, headers: Record<string, string>): Request {
    const row: Endpoint = endpoints[name];
    const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
    const odd = [
      '',
      '\0',
      'ñ\u202E',
      '\uD800',
      "'; drop table customers; --",
      'x'.repeat(5000),
      '-1',
      '1e999',
      '../..',
      '%00',
    ];
    const odder = [...odd, null, 0, -1, true, [], {}, [[['x']]], { __proto__: 1 }, 9e99];
    const base: Record<string, string> = {
      ...refundFields(who, '520021'),
      id: who.id,
      email: 'costarica@demo.test',
      nif: '1',
      cedula: who.nif,
      policyId: '520021',
      Policy: '520021',
      PolicyNumber: '520021',
      clave: crypto.randomUUID(),
    };
    const fields: Record<string, unknown> = { ...base };
    for (let changes = 0; changes < 3; changes += 1) {
      fields[pick([...Object.keys(base), '__proto__', 'constructor', ''])] = pick(row.carries === 'json' ? odder : odd);
    }
    if (row.path.includes(':clave') && random() < 0.5) fields.clave = base.clave;
    const extra: Record<string, string>[] = [
      {},
      { 'Idempotency-Key': 'x' },
      { 'Amparo-Fingerprint': 'z' },
      { Authorization: 'Bearer' },
      { Authorization: 'Basic x' },
      { 'If-None-Match': '*,,"' },
      { 'Amparo-Internal-Token': "' or 1=1" },
    ];
    const files = Object.fromEntries((row.files ?? []).map((field) => [field, pdf()]));
    const request = requestFor(name, { fields, files }, { ...headers, ...pick(extra) });
    if (row.method === 'GET' || random() < 0.6) return request;
    const garbage = pick([
      '',
      '{',
      '[]',
      'null',
      '"x"',
      '[['.repeat(20_000),
      '--x\r\n\r\n',
      `{"a":${'['.repeat(50_000)}`,
      'a=%ZZ&b',
    ]);
    const types = ['application/json', 'multipart/form-data; boundary=x', 'multipart/form-data', 'text/plain', ''];
    return new Request(request.url, {
      method: row.method,
      headers: { ...headers, 'Content-Type': pick(types) },
      body: garbage,
    });
  }

  test('a JSON body over 256 kB is refused', async () => {
    const response = await fetchOn(server.app)(pathOf('login'), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email: 'a@b.co', password: 'x'.repeat(300_000) }),
    });
    expect([response.status, (await response.json()).code]).toEqual([413, 'too-large']);
  });

  test('a body that is not JSON gets 400, and JSON of a wrong shape 422 with its fields', async () => {
    const post = (body: string) =>
      server.app.request(ORIGIN + pathOf('login'), {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body,
      });
    const broken = await post('{"email":');
    expect([broken.status, (await broken.json()).error]).toEqual([400, 'No pudimos leer la solicitud']);
    const wrong = await post('{"email":7}');
    expect([wrong.status, Object.keys((await wrong.json()).fields)]).toEqual([422, ['email', 'password']]);
  });
});

describe('[S1] serving the app', () => {
  const get = (path: string, headers: Record<string, string> = {}) => server.app.request(ORIGIN + path, { headers });

  test('the page has a content policy with the hashes of its inline script and style, and the other security headers', async () => {
    const page = await get('/');
    const policy = page.headers.get('content-security-policy') ?? '';
    // printf 'h1{color:red}' | openssl dgst -sha256 -binary | base64
    expect(policy).toContain("style-src 'self' 'sha256-/D8wWMrWSOjeD/K4IHepvRvJjPxqJbouCB3qbqmBaqY='");
    // The hash of 'first()', computed the same way.
    expect(policy).toContain("script-src 'self' 'sha256-fDYmfWjvur9AxjhDbjHe6RvExc05MbXhhrbgz2vvy/A=';");
    for (const part of [
      "default-src 'none'",
      "require-trusted-types-for 'script'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
    ]) {
      expect(policy.split('; ')).toContain(part);
    }
    expect(policy).not.toMatch(/unsafe|\*/);
    expect(Object.fromEntries(page.headers)).toMatchObject({
      'cache-control': 'no-cache',
      'content-type': 'text/html; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera=(self)'),
    });
    expect(page.headers.has('strict-transport-security')).toBe(false);
  });

  test('[D71] data carries no policy of a page, cannot be taken for one, and other sites cannot read it', async () => {
    const data = await server.app.request(`${ORIGIN}/api/no-such-call`);
    expect(Object.fromEntries(data.headers)).toMatchObject({
      'content-type': 'application/json',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    });
    for (const name of ['content-security-policy', 'permissions-policy', 'x-frame-options']) {
      expect([name, data.headers.has(name)]).toEqual([name, false]);
    }
    // A picture with scripts in it is no data, and can do nothing.
    const picture = await get('/icons/icon.svg');
    expect(picture.headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'");
  });

  test('WebAssembly is allowed to the script that searches photos for codes, and in no other answer', async () => {
    const policyOf = async (path: string) => (await get(path)).headers.get('content-security-policy') ?? '';
    expect(await policyOf('/assets/paper.worker-aB_3-x.js')).toContain("script-src 'self' 'wasm-unsafe-eval';");
    const others = ['/', '/sw.js', '/assets/paper-aB3.js', '/assets/photo.worker-aB3.js', '/assets/app-abc.js'];
    for (const path of [...others, '/assets/zxing_reader-aB3.wasm'])
      expect(await policyOf(path), path).not.toContain('wasm');
    expect((await get('/assets/zxing_reader-aB3.wasm')).headers.get('content-type')).toBe('application/wasm');
  });

  test('a file asked for by another spelling is not found, and gets no headers by which the true address is answered', async () => {
    const fresh = staticRoutes(join(folder, 'client'), { steady: () => 0 });
    const asked = async (path: string) => fresh.request(ORIGIN + path, { headers: { Accept: 'text/html' } });
    const file = 'assets/paper.worker-aB_3-x.js';
    for (const path of [`//${file}`, `/x/..%2f${file}`, `/.%2f${file}`, '/assets/..%2findex.html'])
      expect([path, (await asked(path)).status]).toEqual([path, 404]);
    expect((await asked(`/${file}`)).headers.get('content-security-policy')).toContain("'wasm-unsafe-eval'");
  });

  test('hashed assets are cached for ever, icons for a week, the worker not without asking the server', async () => {
    expect((await get('/assets/app-abc.js')).headers.get('cache-control')).toContain('immutable');
    expect((await get('/sw.js')).headers.get('cache-control')).toBe('no-cache');
    expect((await get('/icons/icon.svg')).headers.get('cache-control')).toBe('public, max-age=604800');
    expect((await get('/manifest.webmanifest')).headers.get('content-type')).toContain('application/manifest+json');
  });

  test.each(['br', 'gzip'])('text is sent packed with %s, and not again to a browser that has it', async (way) => {
    const packed = await get('/assets/app-abc.js', { 'Accept-Encoding': way });
    expect(packed.headers.get('content-encoding')).toBe(way);
    expect((await packed.arrayBuffer()).byteLength).toBeLessThan(500);
    const tag = packed.headers.get('etag') ?? '';
    const again = await get('/assets/app-abc.js', { 'Accept-Encoding': way, 'If-None-Match': tag });
    // The browser keeps the other headers, and a customer pays for each byte.
    expect([again.status, [...again.headers.keys()].sort()]).toEqual([304, ['cache-control', 'etag', 'vary']]);
  });

  test('[H8.8] the password recovery page uses the font of the app, whatever the build names the file', async () => {
    const page = await get('/restablecer/nada', { Accept: 'text/html' });
    const address = /src: url\("([^"]+)"\)/.exec(await page.text())?.[1] ?? '';
    const font = await get(address);
    expect([font.status, font.headers.get('content-type')]).toEqual([200, 'font/woff2']);
    expect(font.headers.get('cache-control')).toBe('no-cache');
    expect(page.headers.get('content-security-policy')?.split('; ')).toContain("font-src 'self'");
  });

  test('a file that the build packed is not packed again', async () => {
    const packed = await get('/assets/app-def.js', { 'Accept-Encoding': 'br' });
    expect(packed.headers.get('content-encoding')).toBe('br');
    expect(brotliDecompressSync(Buffer.from(await packed.arrayBuffer())).toString()).toBe('packed by the build');
    expect(await (await get('/assets/app-def.js')).text()).toContain('amparo');
  });

  test('HEAD answers without a body', async () => {
    const head = await server.app.request(`${ORIGIN}/`, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
  });

  test('[V2.1] a navigation to an unknown path gets 404 with the app; a missing asset gets 404', async () => {
    const unknown = await get('/cualquiera', { Accept: 'text/html' });
    expect([unknown.status, await unknown.text()]).toEqual([404, expect.stringContaining('<h1>Amparo</h1>')]);
    // The page is the same, so its tag must not turn the answer into 'unchanged'.
    const tag = (await get('/')).headers.get('etag') ?? '';
    expect((await get('/cualquiera', { Accept: 'text/html', 'If-None-Match': tag })).status).toBe(404);
    expect((await get('/assets/vieja.js')).status).toBe(404);
    const navigated = await get('/assets/vieja.js', { Accept: 'text/html' });
    expect([navigated.status, navigated.headers.get('cache-control')]).toEqual([404, 'no-store']);
    expect((await get('/api/nada', { Accept: 'text/html' })).headers.get('content-type')).toContain('json');
  });

  test('files shared before the app’s worker exists get a page that says what to do', async () => {
    const answer = await server.app.request(`${ORIGIN}/compartir`, {
      method: 'POST',
      body: new FormData(),
      headers: { 'Sec-Fetch-Site': 'none' },
    });
    expect([answer.status, await answer.text()]).toEqual([409, expect.stringContaining('vuelve a compartirlos')]);
  });

  test('the worker answers no address of the server', () => {
    const asked = server.app.routes.filter(({ method, path }) => method === 'GET' && !path.endsWith('*'));
    expect(asked.length).toBeGreaterThan(10);
    const taken = asked.filter(({ path }) => ownAddresses.some((own) => own.test(path)));
    expect(taken.map(({ path }) => path)).toEqual([]);
    // The warning mail leads there, on devices that have the app too.
    expect(asked.map(({ path }) => path)).toContain('/.well-known/change-password');
  });

  test.each([
    ['/app', '/#/app'],
    ['/app/pagos/520021?a=b', '/#/app/pagos/520021?a=b'],
    ['/app/reembolsos/a%C3%B1adir/1', '/#/app/reembolsos/a%C3%B1adir/1'],
    ['/registro/residencia', '/#/registro/residencia'],
  ])('[V2.1] the address of a screen without its hash, %s, redirects to %s', async (asked, led) => {
    const answer = await get(asked, { Accept: 'text/html' });
    expect([answer.status, answer.headers.get('location')]).toEqual([302, led]);
    expect((await get(asked)).status).toBe(404);
  });

  test.each([
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/%00',
    '/%zz',
    '/..%5csecret.txt',
  ])('the path %s gets 404', async (path) => {
    const response = await get(path);
    expect(response.status).toBe(404);
    expect(await response.text()).not.toContain('secret');
  });
});

test('[S11] a client that disconnects while it sends is logged as 499, not as an error', async () => {
  const before = server.logs.length;
  const listening = serve({ fetch: server.app.fetch, port: 0, hostname: '127.0.0.1' });
  await new Promise((done) => listening.once('listening', done));
  const { port } = listening.address() as AddressInfo;
  for (const [name, type] of [
    ['login', 'application/json'],
    ['createRefund', 'multipart/form-data; boundary=x'],
  ] as const) {
    const socket = connect(port, '127.0.0.1');
    const tokens = Object.entries(who.headers).map(([header, value]) => `${header}: ${value}\r\n`);
    socket.write(
      `POST ${pathOf(name)} HTTP/1.1\r\nHost: x\r\n${tokens.join('')}Content-Type: ${type}\r\nContent-Length: 5000\r\n\r\n--x`,
    );
    await new Promise((done) => setTimeout(done, 100));
    socket.destroy();
  }
  await expect.poll(() => server.logs.length).toBeGreaterThanOrEqual(before + 2);
  await new Promise((done) => listening.close(done));
  const lines = server.logs.slice(before).map((line) => JSON.parse(line));
  expect(lines.filter((line) => 'error' in line)).toEqual([]);
  expect(lines.map(({ status }) => status)).toEqual([499, 499]);
});

describe('the lock on the data folder', () => {
  const path = join(folder, 'lock');

  test('is refused while the process that holds it lives, can be released, and is taken over from a dead process', async () => {
    const child = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60000)']);
    const pid = child.pid ?? 0;
    writeFileSync(path, `${pid} ${statOf(pid)[19]}`);
    expect(() => lockFolder(path)).toThrow(FolderInUse);
    child.kill('SIGKILL');
    await new Promise((done) => child.once('exit', done));
    const release = lockFolder(path);
    release();
    lockFolder(path)();
  });

  test('[F33] of another container is refused while that container touches it, and taken over once it stops', () => {
    writeFileSync(path, '1 1 kernel/pid:[1]');
    utimesSync(path, new Date(), new Date());
    // Its clock is ours, also where the tests have a moved one.
    const now = `new Date(Date.now() + ${Date.now() - performance.timeOrigin - performance.now()})`;
    const touch = `setInterval(() => require('fs').utimesSync(${JSON.stringify(path)}, ${now}, ${now}), 50)`;
    const child = spawn(process.execPath, ['-e', touch]);
    expect(() => lockFolder(path, 10_000)).toThrow(FolderInUse);
    child.kill('SIGKILL');
    lockFolder(path, 400)();
    expect(existsSync(path)).toBe(false);
  });

  test('[F33] of another container is taken over at a start after the clock was set back', () => {
    writeFileSync(path, '1 1 kernel/pid:[1]');
    const later = new Date(Date.now() + 12 * 60 * 60_000);
    utimesSync(path, later, later);
    lockFolder(path, 20)();
    expect(existsSync(path)).toBe(false);
  });

  test('is taken over when its process number now belongs to another process', () => {
    writeFileSync(path, `${process.ppid} 1`);
    lockFolder(path)();
  });

  test.skipIf(!existsSync('/proc/self/stat'))(
    '[F33] is taken over when its holder has ended and its parent never asks for its end',
    async () => {
      const parent = spawn('sh', ['-c', 'sleep 0 & echo $!; exec sleep 60']);
      const pid = await new Promise<number>((told) => parent.stdout.once('data', (text) => told(Number(text))));
      await vi.waitFor(() => expect(statOf(pid)[0]).toBe('Z'), 5_000);
      writeFileSync(path, `${pid} ${statOf(pid)[19]}`);
      lockFolder(path)();
      parent.kill('SIGKILL');
      expect(existsSync(path)).toBe(false);
    },
  );

  test('[F33] on a system without /proc is taken over when nobody touches it, whoever has the number now', () => {
    writeFileSync(path, `${process.ppid}  -`);
    lockFolder(path, 20, '/nowhere')();
    expect(existsSync(path)).toBe(false);
  });
});

describe('settings', () => {
  test('[S36] without the demo the port is open to this machine alone, unless AMPARO_LISTEN says otherwise', () => {
    const listen = (env: Record<string, string>) => readSettings(env).listen;
    expect([listen({}), listen({ AMPARO_DEMO: '0' })]).toEqual([undefined, '127.0.0.1']);
    for (const address of ['0.0.0.0', '::', '192.0.2.7'])
      expect(listen({ AMPARO_DEMO: '0', AMPARO_LISTEN: address })).toBe(address);
  });

  test('[D28] [S17] have defaults, and switches take 0, 1, true and false', () => {
    expect(readSettings({})).toMatchObject({ port: 4173, databaseUrl: '', demo: true, proxies: 0 });
    expect(readSettings({ AMPARO_DEMO: '0', PORT: '80' })).toMatchObject({ port: 80, demo: false });
    for (const [word, on] of [
      ['0', false],
      ['false', false],
      ['1', true],
      ['true', true],
    ] as const) {
      expect(readSettings({ AMPARO_DEMO: word }).demo).toBe(on);
    }
    expect(readSettings({ AMPARO_REFUND_MOST: 'USD=1000, EUR=900' }).refundLimits).toEqual({ USD: 1000, EUR: 900 });
    const secret = 'a-secret-of-the-tests';
    const core = { AMPARO_CORE_URL: 'https://core.example/api/', AMPARO_CORE_SECRET: secret };
    expect(readSettings(core).core).toEqual({ url: 'https://core.example/api', secret });
    expect(readSettings({ AMPARO_CORE_SECRET: secret }).core).toBeNull();
    expect(readSettings({ PORT: '80' }).publicOrigin).toBe('http://localhost:80');
    expect(readSettings({ AMPARO_ADDRESS: 'https://amparo.example/x' }).publicOrigin).toBe('https://amparo.example');
  });

  test.each([
    { PORT: 'x' },
    { PORT: '99999' },
    { AMPARO_ADDRESS: 'amparo.example' },
    { AMPARO_ADDRESS: 'javascript:1' },
    { AMPARO_DATA: '' },
    { AMPARO_DEMO: 'no' },
    { AMPARO_DEMO: '' },
    { AMPARO_DEMO: 'FALSE' },
    { AMPARO_DEMO: '2' },
    { AMPARO_TRUST_PROXY: 'yes' },
    { AMPARO_TRUST_PROXY: '' },
    { AMPARO_TRUST_PROXY: '10' },
    { AMPARO_TRUST_PROXY: '10.0.0.0/33' },
    { AMPARO_TRUST_PROXY: '10.0.0.1,' },
    { AMPARO_TRUST_PROXY: '10.0.0.1 10.0.0.2' },
    { AMPARO_TRUST_PROXY: '0.0.0.0/0' },
    { AMPARO_TRUST_PROXY: '2001:db8::/129' },
    { AMPARO_LISTEN: 'localhost' },
    { AMPARO_LISTEN: '127.0.0.1:4173' },
    { AMPARO_CORE_URL: 'https://core.example' },
    { AMPARO_CORE_URL: 'http://core.example', AMPARO_CORE_SECRET: 'x'.repeat(16) },
    { AMPARO_CORE_URL: 'https://user:word@core.example', AMPARO_CORE_SECRET: 'x'.repeat(16) },
    { AMPARO_CORE_URL: 'https://core.example/?a=b', AMPARO_CORE_SECRET: 'x'.repeat(16) },
    { AMPARO_CORE_URL: 'core.example', AMPARO_CORE_SECRET: 'x'.repeat(16) },
    { AMPARO_CORE_URL: 'https://core.example', AMPARO_CORE_SECRET: 'x'.repeat(15) },
    { AMPARO_CORE_URL: 'https://core.example', AMPARO_CORE_SECRET: 'with a blank in it' },
    { AMPARO_REFUND_MOST: 'USD' },
    { AMPARO_REFUND_MOST: 'XXX=5' },
    { AMPARO_REFUND_MOST: 'USD=-5' },
  ])('[S17] %j is refused at the start', (env) => {
    expect(() => readSettings(env as unknown as NodeJS.ProcessEnv)).toThrow('is not valid');
  });
});

/** Mulberry32: random numbers that are the same for the same seed. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
