import { cpSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '#tests/journeys/harness/server.ts';
import { type Program, pause, ready, root, server, start, stopped } from './program.ts';

/** A checkout of its own, with this build as the one that is served. */
const folder = mkdtempSync(join(tmpdir(), 'amparo-deploy-'));
const starting = [process.execPath, 'server/start.mjs'];
const programs: Program[] = [];
const textOf = async (url: string) => (await fetch(url, { headers: { Accept: 'text/html' } })).text();
const scriptIn = (page: string) => /\/assets\/[\w-]+\.js/.exec(page)?.[0] ?? expect.fail('no script');

beforeAll(async () => {
  const { sources } = (await import(join(root, 'server/build.mjs'))) as { sources: string[] };
  for (const name of [...sources, 'tsconfig.json', 'tests/alike-together.ts'])
    cpSync(join(root, name), join(folder, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  mkdirSync(join(folder, '.builds'));
  cpSync(realpathSync(join(root, 'dist')), join(folder, '.builds/first'), { recursive: true });
  const made = { begun: new Date(), settings: {}, ofDemo: [] };
  writeFileSync(join(folder, '.builds/first/build.json'), JSON.stringify(made));
  symlinkSync('.builds/first', join(folder, 'dist'));
});
afterAll(async () => {
  for (const program of programs) await stopped(program);
  rmSync(folder, { recursive: true, force: true });
});

/** Starts a server of this checkout without the demo. */
async function serve(command: readonly string[], data: string, env: Record<string, string> = {}) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const settings = { PORT: String(port), AMPARO_DEMO: '0', AMPARO_ADDRESS: url, AMPARO_DATA: join(folder, data) };
  const program = start(command, { ...settings, ...env }, folder);
  programs.push(program);
  await ready(url, program);
  return { url, program };
}

/** Asks ten times a second. @returns ends it, with every answer that was not 200 */
function poll(url: string, paths: readonly string[]) {
  const wrong: string[] = [];
  let asked = 0;
  let ended = false;
  const polling = (async () => {
    for (; !ended; await pause(100))
      for (const path of paths) {
        const status = await fetch(url + path, { headers: { Accept: '*/*' } }).then(
          (answer) => answer.status,
          () => 0,
        );
        asked += 1;
        if (status !== 200) wrong.push(`${path}: ${status}`);
      }
  })();
  return async () => {
    ended = true;
    await polling;
    return { wrong, asked };
  };
}

test('[F62] [F47] a start with other settings builds anew beside a running server, which answers as before all the while', async () => {
  const before = await serve(server, 'one');
  const page = await textOf(before.url);
  const script = scriptIn(page);
  const end = poll(before.url, ['/', '/sw.js', script]);
  const settings = { VITE_CONTACT_EMAIL: 'siguiente@amparo.example' };
  const after = await serve(starting, 'two', settings);
  expect(after.program.said.out).toContain('otros ajustes (VITE_CONTACT_EMAIL)');
  const { wrong, asked } = await end();
  expect(wrong).toEqual([]);
  expect(asked).toBeGreaterThan(30);
  // Each serves its own page, and the scripts of the other's pages too.
  expect(await textOf(before.url)).toBe(page);
  const next = await textOf(after.url);
  expect(scriptIn(next)).not.toBe(script);
  expect((await fetch(after.url + script)).status).toBe(200);
  expect((await fetch(before.url + scriptIn(next))).status).toBe(200);
  expect((await fetch(`${after.url}/assets/${'never'}.js`)).status).toBe(404);
}, 300_000);

test('[F47] a start with the settings of the build builds nothing, and the doctor names a setting that differs', async () => {
  const settings = { VITE_CONTACT_EMAIL: 'siguiente@amparo.example' };
  const builds = readdirSync(join(folder, '.builds'));
  const again = await serve(starting, 'three', settings);
  expect(again.program.said.out).not.toContain('Preparando');
  expect(readdirSync(join(folder, '.builds'))).toEqual(builds);
  const doctor = start(
    [process.execPath, 'dist/server/doctor.js'],
    { VITE_CONTACT_EMAIL: 'otra@amparo.example' },
    folder,
  );
  await doctor.end;
  expect(doctor.said.out).toMatch(/^FAIL {2}build: .*VITE_CONTACT_EMAIL/m);
}, 120_000);

test('[F62] a build that fails leaves what is served and nothing else', async () => {
  const [link, builds] = [realpathSync(join(folder, 'dist')), readdirSync(join(folder, '.builds'))];
  const failing = start(starting, { VITE_CONTACT_EMAIL: 'none', AMPARO_DATA: join(folder, 'four') }, folder);
  expect(await failing.end).toBe(1);
  expect(failing.said.err).toContain('VITE_CONTACT_EMAIL');
  expect([realpathSync(join(folder, 'dist')), readdirSync(join(folder, '.builds'))]).toEqual([link, builds]);
}, 120_000);
