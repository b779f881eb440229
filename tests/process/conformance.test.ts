import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '#tests/journeys/harness/server.ts';
import { type Program, ready, server, start, stopped } from './program.ts';

const folder = mkdtempSync(join(tmpdir(), 'amparo-conformance-'));
let program: Program;
let url: string;
beforeAll(async () => {
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  program = start(server, { PORT: String(port), AMPARO_DATA: join(folder, 'datos') });
  await ready(url, program);
}, 120_000);
afterAll(async () => {
  await stopped(program);
  rmSync(folder, { recursive: true, force: true });
});

const conformance = async (...args: string[]) => {
  const run = start([process.execPath, 'tools/conformance.mjs', ...args], {});
  return { code: await run.end, ...run.said };
};

test('npm run conformance: the built server conforms over HTTP, and each endpoint is listed', async () => {
  const { code, out } = await conformance('--base', `${url}/api`);
  expect(out).toMatch(/\n\d+ hold, 0 deviate, \d+ not tried\n/);
  expect(out).toMatch(/^createRefund +repeated, gives the first receipt +holds$/m);
  expect(out).toMatch(/^register +answers what the contract says +not tried +would make an account$/m);
  expect(code).toBe(0);
}, 120_000);

test('npm run conformance: exits 1 with a wrong password or an address without a server, and 2 without an address', async () => {
  const refused = await conformance('--base', `${url}/api`, '--password', 'no');
  expect([refused.code, refused.out]).toEqual([1, expect.stringContaining('login')]);
  const nobody = await conformance('--base', `http://127.0.0.1:${await freePort()}/api`);
  expect([nobody.code, nobody.out]).toEqual([1, expect.stringContaining('DEVIATES')]);
  expect((await conformance()).code).toBe(2);
}, 120_000);
