import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { thisMachine } from '#ports/machine.ts';
import { builtAlike } from '#server/doctor/place.ts';
import { staticRoutes } from '#server/http/static-files.ts';
import { ownBuild } from '#server/own-build.ts';
import { readSettings } from '#server/settings.ts';

const folder = mkdtempSync(join(tmpdir(), 'amparo-builds-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A build with one script and one page of its name. */
function build(name: string, record?: object): string {
  const at = join(folder, '.builds', name);
  mkdirSync(join(at, 'client/assets'), { recursive: true });
  mkdirSync(join(at, 'server'));
  writeFileSync(join(at, 'client/index.html'), name);
  writeFileSync(join(at, `client/assets/${name}.js`), name);
  writeFileSync(join(at, `client/${name}.js`), name);
  if (record) writeFileSync(join(at, 'build.json'), JSON.stringify(record));
  return join(at, 'server');
}
build('before');
const present = ownBuild(
  build('present', { settings: { VITE_API_BASE: '/a', VITE_PHONES: 'sample' }, ofDemo: ['VITE_PHONES'] }),
);

describe('[F62] a server of one of several builds', () => {
  const app = staticRoutes(present.app ?? '', { others: present.others, steady: thisMachine.steady });
  const asked = async (path: string) => {
    const answer = await app.request(path, { headers: { Accept: 'text/html' } });
    return answer.ok ? answer.text() : answer.status;
  };

  test('serves the hashed files of the others, and every other name of its own only', async () => {
    expect(await asked('/assets/before.js')).toBe('before');
    expect(await asked('/assets/present.js')).toBe('present');
    expect(await asked('/')).toBe('present');
    expect(await asked('/before.js')).not.toBe('before');
    expect(await asked('/assets/../../../before/client/before.js')).not.toBe('before');
    expect(await asked('/assets/none.js')).toBe(404);
    build('after');
    expect(await asked('/assets/after.js')).toBe('after');
  });

  test('marks its build as running, so that no later build removes it', () => {
    present.occupy();
    expect(readdirSync(join(folder, '.builds/present/running'))).toEqual([String(process.pid)]);
  });

  test('looks at no other folder when its own is not among builds', async () => {
    mkdirSync(join(folder, 'alone/server'), { recursive: true });
    const alone = ownBuild(join(folder, 'alone/server'));
    expect([alone.app, await alone.others(), alone.otherSettings({}, false)]).toEqual([undefined, [], []]);
  });
});

describe('[F47] the settings of a build', () => {
  test.each([
    ['say nothing of those that are left to the build', {}, true, []],
    ['may be repeated', { VITE_API_BASE: '/a' }, true, []],
    ['may not be others', { VITE_API_BASE: '/b' }, true, ['VITE_API_BASE']],
    ['may not be more', { VITE_OPEN_HOSTS: 'pay.test' }, true, ['VITE_OPEN_HOSTS']],
    ['may not be those of the demo where it is off', {}, false, ['VITE_PHONES']],
    ['may be those of the demo where somebody says so', { VITE_PHONES: 'sample' }, false, []],
  ])('%s', (_, env, demo, found) => {
    expect(present.otherSettings(env, demo)).toEqual(found);
  });

  test('are told by the doctor, by their names', async () => {
    const env = { VITE_API_BASE: '/b' };
    const settings = readSettings(env);
    const said = await builtAlike(present).look(settings, env);
    expect(said).toEqual({ fine: false, message: expect.stringContaining('VITE_API_BASE') });
    expect((await builtAlike(present).look(settings, {})).fine).toBe(true);
  });
});
