import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { note } from '#server/audit/trail.ts';
import { openDatabase } from '#server/database/open.ts';
import { freePort } from '#tests/journeys/harness/server.ts';
import { createCluster, postgresBin } from './cluster.ts';
import { ready, root, server, start, stopped } from './program.ts';

const folder = mkdtempSync(join(tmpdir(), 'amparo-programs-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let named = 0;
const newFolder = () => join(folder, `data-${++named}`);

/** Makes the tables there, as the first start does. */
const begun = async (folder: string) =>
  (await openDatabase({ folder, template: join(root, 'dist/server/database-template.tar.gz') })).close();

/** Runs one of the built programs to its end. */
async function run(
  program: 'doctor' | 'maintenance' | 'outgoing' | 'person' | 'trail',
  args: readonly string[],
  env: Record<string, string>,
) {
  const { end, said } = start([process.execPath, `dist/server/${program}.js`, ...args], { PORT: '0', ...env });
  return { code: await end, ...said };
}

describe('npm run doctor', () => {
  test('exits 0 when nothing is wrong, and creates no folder', async () => {
    const data = newFolder();
    const { code, out } = await run('doctor', [], { AMPARO_DATA: data, PORT: String(await freePort()) });
    expect([code, out.match(/^FAIL.*/gm)]).toEqual([0, null]);
    expect(readdirSync(folder)).not.toContain(data.split('/').at(-1));
  }, 60_000);

  const nobody = async () => `127.0.0.1:${await freePort()}`;
  const broken: [string, RegExp, () => Promise<Record<string, string>>][] = [
    ['a number that is none', /^FAIL {2}settings: AMP-04, PORT/m, async () => ({ PORT: 'x' })],
    [
      'an address that is not https',
      /^FAIL {2}address: .*AMPARO_ADDRESS/m,
      async () => ({ AMPARO_ADDRESS: 'http://amparo.example' }),
    ],
    [
      'a database that does not answer',
      /^FAIL {2}database: /m,
      async () => ({ DATABASE_URL: `postgres://x@${await nobody()}/x` }),
    ],
    [
      'a mail server that is not there',
      /^FAIL {2}mail: .*AMPARO_SMTP_URL/m,
      async () => ({ AMPARO_SMTP_URL: `smtp://${await nobody()}`, AMPARO_MAIL_FROM: 'Amparo <a@b.test>' }),
    ],
    [
      'an administration that is not there',
      /^FAIL {2}administration: .*AMPARO_CORE_URL/m,
      async () => ({ AMPARO_CORE_URL: `http://${await nobody()}`, AMPARO_CORE_SECRET: 'a-secret-of-the-tests' }),
    ],
    [
      'a receiver that is not there',
      /^FAIL {2}webhooks: .*AMPARO_WEBHOOK_URL/m,
      async () => ({
        AMPARO_WEBHOOK_URL: `http://${await nobody()}/x`,
        AMPARO_WEBHOOK_SECRET: `whsec_${Buffer.alloc(32, 9).toString('base64')}`,
      }),
    ],
    [
      'a scanner that is not there',
      /^FAIL {2}scanner: .*AMPARO_SCAN_COMMAND/m,
      async () => ({ AMPARO_SCAN_COMMAND: '/no/such/scanner' }),
    ],
    [
      'a folder of somebody else’s',
      /^FAIL {2}/m,
      async () => {
        const data = newFolder();
        mkdirSync(data);
        writeFileSync(join(data, 'tesis.odt'), 'x');
        return { AMPARO_DATA: data };
      },
    ],
  ];
  test.each(broken)(
    'exits 1 and names the setting to correct: %s',
    async (_, line, settings) => {
      const { code, out } = await run('doctor', [], { AMPARO_DATA: newFolder(), ...(await settings()) });
      expect([code, out]).toEqual([1, expect.stringMatching(line)]);
    },
    60_000,
  );
});

describe('npm run outgoing and npm run person', () => {
  const AMPARO_DATA = newFolder();

  test('[F43] and the others change no tables: without those of a start they exit 1 with AMP-22, and create no folder', async () => {
    const none = newFolder();
    for (const [program, ...args] of [
      ['outgoing', 'list'],
      ['person', 'erase', '--document', '303450678', '--yes'],
      ['maintenance', 'off'],
      ['trail'],
    ] as const) {
      const { code, err } = await run(program, args, { AMPARO_DATA: none });
      expect([program, code, err]).toEqual([program, 1, expect.stringMatching(/^Amparo no pudo arrancar \(AMP-22\)/)]);
    }
    expect(existsSync(none)).toBe(false);
  }, 120_000);

  test('outgoing: exits 0 for an empty list, 1 for an unknown event and for a database that does not answer', async () => {
    await begun(AMPARO_DATA);
    const list = await run('outgoing', ['list'], { AMPARO_DATA });
    expect([list.code, list.out]).toEqual([0, 'Nothing waits\n']);
    expect((await run('outgoing', ['drop', 'evt_none'], { AMPARO_DATA })).code).toBe(1);
    const away = await run('outgoing', ['list'], { DATABASE_URL: `postgres://x@127.0.0.1:${await freePort()}/x` });
    expect([away.code, away.err.trim().split('\n').length]).toEqual([1, 1]);
  }, 240_000);

  test('person: exits 1 without its options and for a document that nobody has', async () => {
    const bare = await run('person', [], { AMPARO_DATA });
    expect([bare.code, bare.out]).toEqual([1, expect.stringContaining('--document')]);
    const unsure = await run('person', ['erase', '--document', '303450678'], { AMPARO_DATA });
    expect(unsure.code).toBe(1);
    const nobody = await run('person', ['export', '--document', '0', '--to', join(folder, 'out')], { AMPARO_DATA });
    expect([nobody.code, nobody.out]).toEqual([1, 'Nobody here has this document\n']);
  }, 300_000);
});

describe('npm run maintenance', () => {
  const TEXT = 'Volvemos a las 6:00';
  const signIn = async (url: string) => {
    const body = JSON.stringify({ email: 'costarica@demo.test', password: 'Amparo2026' });
    const headers = { 'Content-Type': 'application/json' };
    const answer = await fetch(`${url}/api/usuarios/login`, { method: 'POST', headers, body });
    return [answer.status, (await answer.json()).error];
  };

  /** Switches it on and off while servers with these settings run. */
  async function switchedWhile(settings: readonly Record<string, string>[]) {
    const running = await Promise.all(
      settings.map(async (one) => {
        const port = await freePort();
        return { url: `http://127.0.0.1:${port}`, program: start(server, { ...one, PORT: String(port) }) };
      }),
    );
    try {
      for (const { url, program } of running) await ready(url, program);
      const everywhere = () => Promise.all(running.map(({ url }) => signIn(url)));
      const on = await run('maintenance', ['on', TEXT], settings[0] ?? {});
      expect([on.code, on.out]).toEqual([0, `On. What was being done ends within half a minute: ${TEXT}\n`]);
      expect(await everywhere()).toEqual(running.map(() => [503, TEXT]));
      for (const { url } of running) expect((await fetch(`${url}/ready`)).status).toBe(200);
      const off = await run('maintenance', ['off'], settings[0] ?? {});
      expect([off.code, off.out]).toEqual([0, 'Off: requests are taken again\n']);
      expect(await everywhere()).toEqual(running.map(() => [200, undefined]));
    } finally {
      for (const { program } of running) await stopped(program);
    }
  }

  test('reaches the server that holds the folder of its embedded database, without a restart', async () => {
    const AMPARO_DATA = newFolder();
    await switchedWhile([{ AMPARO_DATA }]);
    const state = await run('maintenance', [], { AMPARO_DATA });
    expect([state.code, state.out]).toEqual([0, 'Off\n']);
  }, 240_000);

  test.skipIf(!postgresBin)(
    'reaches every process of one PostgreSQL at once',
    async () => {
      const cluster = await createCluster();
      try {
        await switchedWhile([0, 1].map(() => ({ DATABASE_URL: cluster.url, AMPARO_DATA: newFolder() })));
      } finally {
        await cluster.remove();
      }
    },
    240_000,
  );

  test.each([[['on']], [['on', ' ']], [['on', 'x'.repeat(301)]], [['on', 'a', 'b']], [['off', 'a']], [['an', 'a']]])(
    'exits 1 and says how for %j, and changes nothing',
    async (args) => {
      const AMPARO_DATA = newFolder();
      const { code, out } = await run('maintenance', args, { AMPARO_DATA });
      expect([code, out, existsSync(AMPARO_DATA)]).toEqual([
        1,
        expect.stringContaining('at most 300 characters'),
        false,
      ]);
    },
    60_000,
  );
});

describe('commands of the package', () => {
  test('npm run sbom: lists the packages that run on a server, as CycloneDX', async () => {
    const { end, said } = start(['npm', 'run', '--silent', 'sbom'], {});
    expect(await end).toBe(0);
    const { bomFormat, components } = JSON.parse(said.out) as { bomFormat: string; components: { name: string }[] };
    const names = components.map(({ name }) => name);
    expect([bomFormat, names.includes('hono'), names.includes('vitest')]).toEqual(['CycloneDX', true, false]);
  }, 60_000);

  test('npm run core:demo: takes the secret that is written and its own port and folder, whatever is set for the server, and ends at SIGTERM', async () => {
    const port = await freePort();
    const [ofServer, own] = [newFolder(), newFolder()];
    const program = start(['npm', 'run', 'core:demo', '--', '--port', String(port), '--data', own], {
      PORT: String(await freePort()),
      AMPARO_DATA: ofServer,
      AMPARO_CORE_SECRET: 'the-secret-of-a-real-administration',
    });
    const url = `http://localhost:${port}`;
    await expect.poll(() => program.said.out, { timeout: 200_000 }).toContain(`está lista en ${url}`);
    const asked = async (secret: string) =>
      (await fetch(`${url}/claims`, { method: 'POST', headers: { authorization: `Bearer ${secret}` } })).status;
    expect(await asked('the-secret-of-a-real-administration')).toBe(401);
    expect(await asked('demo-administration')).toBe(400);
    expect([existsSync(own), existsSync(ofServer)]).toEqual([true, false]);
    program.child.kill('SIGTERM');
    await program.end;
    await expect
      .poll(
        () =>
          fetch(url).then(
            () => true,
            () => false,
          ),
        { timeout: 15_000 },
      )
      .toBe(false);
  }, 300_000);
});

test('every program begins once all of its file is there', () => {
  const programs = ['audit', 'maintenance', 'person'].map((room) => `server/${room}/main.ts`);
  for (const file of programs) {
    const [, after] = readFileSync(join(root, file), 'utf8').split('\nawait runProgram(main);');
    expect(after?.trim(), file).toBe('');
  }
});

describe('npm run trail', () => {
  test('exits 0 and prints lines of JSON alone, 1 for a number that is none', async () => {
    const AMPARO_DATA = newFolder();
    await begun(AMPARO_DATA);
    const whole = await run('trail', [], { AMPARO_DATA });
    expect([whole.code, whole.out, whole.err]).toEqual([0, '', '']);
    const { db, close } = await openDatabase({ folder: AMPARO_DATA });
    const earlier = () => new Date(Date.now() - 120_000);
    await note(db, earlier, { actor: 'operator', event: 'exported' }).finally(close);
    const filled = await run('trail', [], { AMPARO_DATA });
    expect([filled.code, filled.err]).toEqual([0, '']);
    expect(
      filled.out
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).event),
    ).toEqual(['exported']);
    for (const args of [
      ['--after', 'x'],
      ['--after', '1', '--at', 'x'],
    ]) {
      const wrong = await run('trail', args, { AMPARO_DATA });
      expect([wrong.code, wrong.out]).toEqual([1, '']);
    }
    const { id, at } = JSON.parse(filled.out) as { id: number; at: string };
    const next = (args: readonly string[]) => run('trail', ['--after', String(id), ...args], { AMPARO_DATA });
    expect(await next(['--at', at])).toEqual({ code: 0, out: '', err: '' });
    expect(await next(['--at', new Date().toISOString()])).toEqual({
      code: 1,
      out: '',
      err: expect.stringMatching(/^Line \d+ is of .*After a restore, see step 2/),
    });
    // As those ask who do not know of it yet.
    expect(await next([])).toEqual({ code: 0, out: '', err: expect.stringMatching(/^Without --at/) });
  }, 120_000);
});
