import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { customerLimits } from '#server/http/admission.ts';
import { patience } from '#server/http/slow-callers.ts';
import { readSigningKeys, signed } from '#server/insurer/signature.ts';
import { freePort } from '#tests/journeys/harness/server.ts';
import { type Program, pause, ready, root, server, signIn, start, stopped } from './program.ts';

/** The attacker's address, and one of somebody else. */
const [ATTACKER, OTHER] = ['127.0.0.2', '127.0.0.3'];
const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const KEYS = readSigningKeys(SECRET) ?? expect.fail('no keys');
/** Bytes a second that each slow sender sends. */
const DRIP = 20_000;

const folder = mkdtempSync(join(tmpdir(), 'amparo-slow-'));
let program: Program;
let port: number;
const open: Slow[] = [];

beforeAll(async () => {
  const build = "import('./server/build.mjs').then((made) => process.exit(made.buildIfStale() ? 0 : 1))";
  execFileSync(process.execPath, ['-e', build], { cwd: root });
  port = await freePort();
  const env = { AMPARO_WEBHOOK_URL: 'http://127.0.0.1:9', AMPARO_WEBHOOK_SECRET: SECRET };
  program = start(server, { PORT: String(port), AMPARO_DATA: join(folder, 'data'), ...env });
  await ready(`http://127.0.0.1:${port}`, program);
}, 240_000);
afterEach(() => {
  for (const { socket } of open.splice(0)) socket.destroy();
});
afterAll(async () => {
  await stopped(program);
  rmSync(folder, { recursive: true, force: true });
});

interface Slow {
  socket: Socket;
  heard: string;
  /** Milliseconds until the server closed the connection. */
  closed: number | null;
}

/** Begins a request from that address; its body is sent by the caller. */
function begin(from: string, path: string, headers: Record<string, string>): Slow {
  const socket = connect({ host: '127.0.0.1', port, localAddress: from });
  const slow: Slow = { socket, heard: '', closed: null };
  const since = performance.now();
  socket.on('data', (chunk) => {
    slow.heard += chunk;
  });
  socket.on('error', () => {});
  socket.on('close', () => {
    slow.closed = performance.now() - since;
  });
  const lines = Object.entries({ Host: 'x', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
  open.push(slow);
  return slow;
}

/** The status of a whole request from that address. */
async function statusOf(from: string, path: string, body: string, headers: Record<string, string> = {}) {
  const type = { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(body)) };
  const call = begin(from, path, { Connection: 'close', ...type, ...headers });
  call.socket.write(body);
  await expect.poll(() => call.closed, { timeout: 60_000, interval: 20 }).not.toBeNull();
  return Number(/^HTTP\/1.1 (\d+)/.exec(call.heard)?.[1]);
}

const wrongSignIn = (from: string) =>
  statusOf(from, '/api/usuarios/login', JSON.stringify({ email: 'nadie@correo.test', password: 'Equivocada1' }));
const proof = (body: string) => signed({ id: randomUUID(), at: new Date(), body }, KEYS[0]);
const json = (length: number) => ({ 'Content-Type': 'application/json', 'Content-Length': String(length) });
const photos = { 'Content-Type': 'multipart/form-data; boundary=x', 'Content-Length': '19000000' };
const many = (count: number, one: () => Slow) => Array.from({ length: count }, one);

/** Resident memory of the server in megabytes. */
const memory = () =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${program.child.pid}/status`, 'utf8'))?.[1]) / 1024;

describe('[S31] slow bodies', () => {
  test('on sign-in and registration keep nobody of that address out, and small ones end after half a minute', async () => {
    const texts = many(16, () => begin(ATTACKER, '/api/usuarios/login', json(200_000)));
    many(16, () => begin(ATTACKER, '/api/usuarios/create', photos));
    await pause(500);
    for (let times = 0; times < 3; times += 1) expect(await wrongSignIn(ATTACKER)).toBe(401);
    await expect.poll(() => texts.every(({ closed }) => closed !== null), { timeout: 60_000 }).toBe(true);
    expect(texts.every(({ heard }) => heard.includes(' 408 '))).toBe(true);
    const first = Math.min(...texts.map(({ closed }) => closed ?? 0));
    expect(first).toBeGreaterThan(patience.small - 2_000);
  }, 120_000);

  test('without a signature are refused by their headers; with one that may be right they keep no report out', async () => {
    const unsigned = many(16, () => begin(ATTACKER, '/aseguradora/reportes', json(9_000_000)));
    await expect.poll(() => unsigned.every(({ heard }) => heard.includes(' 401 ')), { timeout: 10_000 }).toBe(true);
    many(16, () => begin(ATTACKER, '/aseguradora/reportes', { ...json(9_000_000), ...proof('another') }));
    many(16, () => begin(ATTACKER, '/aseguradora/reportes', { ...json(1_000), ...proof('another') }));
    await pause(500);
    for (const from of [ATTACKER, OTHER])
      expect(await statusOf(from, '/aseguradora/reportes', '{}', proof('{}'))).toBe(422);
  }, 60_000);

  test('of one account, two hundred at a time, hold no more memory than its places allow', async () => {
    const { headers } = await signIn(`http://127.0.0.1:${port}`);
    const before = memory();
    const uploads = many(200, () => begin(ATTACKER, '/api/reembolsos/create', { ...photos, ...headers }));
    let worst = before;
    for (let second = 0; second < 15; second += 1) {
      for (const { socket } of uploads) if (socket.writable) socket.write('x'.repeat(second === 0 ? 1_500_000 : DRIP));
      await pause(1_000);
      worst = Math.max(worst, memory());
    }
    // 200 of them would be 300 MB by their first piece alone.
    expect(worst - before).toBeLessThan(150);
    expect(uploads.filter(({ closed }) => closed === null)).toHaveLength(customerLimits.large.coming);
    await signIn(`http://127.0.0.1:${port}`, 'ecuador@demo.test');
  }, 120_000);
});
