import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { attemptRules } from '#server/accounts/attempts.ts';
import { freePort } from '#tests/journeys/harness/server.ts';
import { answers, type Program, ready, root, server, start, stopped } from './program.ts';

/** The proxies' own addresses, as networks name them: the CDN's edge and nginx on the house's network. */
const [EDGE, NGINX] = ['127.0.1.1', '127.0.2.1'];
/** How many customers call at the same moment. */
const AT_ONCE = 5;

const folder = mkdtempSync(join(tmpdir(), 'amparo-callers-'));
let named = 0;
let program: Program | undefined;
let port: number;
const proxies: Server[] = [];

beforeAll(() => {
  const build = "import('./server/build.mjs').then((made) => process.exit(made.buildIfStale() ? 0 : 1))";
  execFileSync(process.execPath, ['-e', build], { cwd: root });
}, 120_000);
afterEach(async () => {
  await stopped(program);
  for (const proxy of proxies.splice(0)) proxy.close();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function run(env: Record<string, string>): Promise<Program> {
  port = await freePort();
  program = start(server, { PORT: String(port), AMPARO_DATA: join(folder, `data-${++named}`), ...env });
  await ready(`http://127.0.0.1:${port}`, program);
  return program;
}

/** A proxy that calls on from its address, and says who called it. @returns its port */
async function proxyTo(next: number, localAddress: string): Promise<number> {
  const proxy = createServer((came, answer) => {
    const earlier = came.headers['x-forwarded-for'];
    const forwarded = [earlier, came.socket.remoteAddress].filter(Boolean).join(', ');
    const headers = { ...came.headers, 'x-forwarded-for': forwarded };
    const { method, url: path } = came;
    const onward = request({ host: '127.0.0.1', port: next, localAddress, method, path, headers }, (back) => {
      answer.writeHead(back.statusCode ?? 502, back.headers);
      back.pipe(answer);
    });
    came.pipe(onward);
  }).listen(0, '127.0.0.1');
  proxies.push(proxy);
  await new Promise((listening) => proxy.once('listening', listening));
  return (proxy.address() as AddressInfo).port;
}

/** What a caller at that address of this machine is answered. */
function statusOf(to: number, localAddress: string, path: string, fields?: Record<string, string>): Promise<number> {
  const body = JSON.stringify(fields) ?? '';
  const headers = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) };
  const call = { host: '127.0.0.1', port: to, localAddress, path, headers, method: fields ? 'POST' : 'GET' };
  return new Promise((resolve, reject) => {
    request(call, (answer) => resolve(answer.resume().statusCode ?? 0))
      .on('error', reject)
      .end(body);
  });
}

const addressOf = (customer: number) => `127.0.${9 + Math.floor(customer / 250)}.${1 + (customer % 250)}`;
const signIn = (to: number, customer: number, email: string, password: string) =>
  statusOf(to, addressOf(customer), '/api/usuarios/login', { email, password });

/** The answers to so many customers, each at an address of their own; some of them call at once. */
async function answersTo(customers: number, ask: (customer: number) => Promise<number>): Promise<number[]> {
  const answers: number[] = [];
  for (let first = 0; first < customers; first += AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, customers - first) }, (_, at) => ask(first + at));
    answers.push(...(await Promise.all(some)));
  }
  return answers;
}

/** So many customers ask whether their email is free: more than one address may. */
const emailsBehind = (to: number) =>
  answersTo(attemptRules.lookupPerAddress.free + 30, (customer) =>
    statusOf(to, addressOf(customer), `/api/usuarios/getUserByEmail?email=cliente${customer}@correo.test`),
  );

describe('[S36] customers behind a CDN and nginx', () => {
  const env = { AMPARO_DEMO: '0', AMPARO_ADDRESS: 'https://amparo.example' };

  test('are told apart when the number of proxies is named, and one of them signs in', async () => {
    await run({ AMPARO_TRUST_PROXY: '2' });
    const cdn = await proxyTo(await proxyTo(port, NGINX), EDGE);
    expect(new Set(await emailsBehind(cdn))).toEqual(new Set([200]));
    const [mistyped, right] = [
      await signIn(cdn, 0, 'cliente0@correo.test', 'Equivocada1'),
      await signIn(cdn, 1, 'costarica@demo.test', 'Amparo2026'),
    ];
    expect([mistyped, right]).toEqual([401, 200]);
  }, 180_000);

  test('are told apart when both proxies are named by their networks', async () => {
    await run({ ...env, AMPARO_TRUST_PROXY: `${EDGE}, 127.0.2.0/24` });
    const cdn = await proxyTo(await proxyTo(port, NGINX), EDGE);
    expect(new Set(await emailsBehind(cdn))).toEqual(new Set([200]));
  }, 180_000);

  test('are one caller when only nginx is named, which the log tells and the doctor finds', async () => {
    const wrong = { ...env, AMPARO_TRUST_PROXY: NGINX };
    const { said } = await run(wrong);
    const cdn = await proxyTo(await proxyTo(port, NGINX), EDGE);
    expect(await emailsBehind(cdn)).toContain(429);
    await answersTo(1_000, (customer) => statusOf(cdn, addressOf(customer), '/api/nada'));
    expect(said.out.match(/.*"warning".*/g)).toEqual([expect.stringMatching(/most calls .*"share":"1.00"/)]);
    expect(said.out).not.toContain('127.0.');
    const doctor = start([process.execPath, 'dist/server/doctor.js'], { ...wrong, PORT: String(port) });
    await doctor.end;
    expect(doctor.said.out).toMatch(/^FAIL {2}callers: 100 of 100 calls came from one address.*AMPARO_TRUST_PROXY/m);
    expect(doctor.said.out).toMatch(/^ok {4}listening: .*for this machine alone$/m);
  }, 180_000);
});

describe('[S36] a server without the demo', () => {
  const env = { AMPARO_DEMO: '0', AMPARO_ADDRESS: 'https://amparo.example' };
  const elsewhere = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal)?.address;

  test.skipIf(!elsewhere)(
    'can be reached from this machine alone, unless AMPARO_LISTEN says otherwise',
    async () => {
      await run(env);
      expect(await answers(`http://${elsewhere}:${port}/health`)).toBe(false);
      await stopped(program);
      await run({ ...env, AMPARO_LISTEN: '0.0.0.0' });
      expect(await answers(`http://${elsewhere}:${port}/health`)).toBe(true);
    },
    180_000,
  );

  test('does not start at an address that is not of this machine', async () => {
    program = start(server, { ...env, PORT: '0', AMPARO_DATA: join(folder, 'none'), AMPARO_LISTEN: '192.0.2.77' });
    expect(await program.end).toBe(1);
    expect(program.said.err).toContain('esta máquina no tiene la dirección 192.0.2.77 (AMPARO_LISTEN)');
  }, 60_000);
});
