import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { EndpointName } from '#contract/endpoints.ts';
import { freePort } from '#tests/journeys/harness/server.ts';
import { type Sent, send } from '../server/requests.ts';
import { type SignedIn, signInAt } from '../server/test-app.ts';
import { type Cluster, createCluster, postgresBin } from './cluster.ts';
import { type Program, pause, ready, root, start, stopped } from './program.ts';
import { met, playReleases, type Release, type Releases, type Serving } from './release-history.ts';

/** What the server is built from. */
const sources = ['server', 'src', 'package.json', 'tsconfig.json'];
const migrations = join('server', 'migrations');
const newest =
  Object.keys(import.meta.glob('../../server/migrations/*.sql'))
    .sort()
    .at(-1)
    ?.replace(/^.*\//, '') ?? '';
const after = (count: number) => String(Number.parseInt(newest, 10) + count).padStart(4, '0');

/** Columns get another name: first both are written, a release later the old ones go. */
const renames = [
  { table: 'devices', of: 'agent', to: 'user_agent', in: 'accounts.ts' },
  { table: 'tickets', of: 'notas', to: 'question', in: 'requests.ts' },
];
const files = {
  adds: `${after(1)}_both.sql`,
  takes: `${after(2)}_one.sql`,
};
/** Long enough for customers to call while the tables are changed. */
const SLOWLY = 'SELECT pg_sleep(0.4);';
const BREAK = '--> statement-breakpoint\n';
const adds = renames
  .flatMap(({ table, of, to }) => [
    `ALTER TABLE "${table}" ADD COLUMN "${to}" text DEFAULT '' NOT NULL;`,
    `UPDATE "${table}" SET "${to}" = "${of}";`,
    `CREATE FUNCTION "write_both_${of}"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW."${to}" = '' THEN NEW."${to}" := NEW."${of}"; ELSE NEW."${of}" := NEW."${to}"; END IF;
  RETURN NEW;
END $$;`,
    `CREATE TRIGGER "both_${of}" BEFORE INSERT ON "${table}" FOR EACH ROW EXECUTE FUNCTION "write_both_${of}"();`,
    SLOWLY,
  ])
  .join(BREAK);
const takes = `-- Serves: ${after(1)}, which reads and writes the new columns.\n${renames
  .flatMap(({ table, of }) => [
    `DROP TRIGGER "both_${of}" ON "${table}";`,
    `DROP FUNCTION "write_both_${of}"();`,
    `ALTER TABLE "${table}" DROP COLUMN "${of}";`,
    SLOWLY,
  ])
  .join(BREAK)}`;

/** `AMPARO_SEED=<seed> npm run test:server -- two-builds` plays one history again; `AMPARO_HISTORIES` plays more. */
const given = process.env.AMPARO_SEED;
const wanted = process.env.AMPARO_HISTORIES;
const HISTORIES = Number(wanted ?? (given === undefined ? 4 : 1));
/** No new history begins after this time, unless a seed or a number is given. */
const MAX_PLAY_MS = (wanted ?? given) ? Number.POSITIVE_INFINITY : 60_000;
/** One that goes forward and back, and one that takes away. */
const MIN_HISTORIES = Math.min(HISTORIES, 2);

const { wrongIn } = (await import(join(root, 'tools/check/migrations.mjs'))) as {
  wrongIn(folder: string, version: string): string[];
};
const before = commitBeforeNewest();

describe.skipIf(!postgresBin)('[F43] releases that serve beside one another on one PostgreSQL', () => {
  const folder = mkdtempSync(join(tmpdir(), 'amparo-two-builds-'));
  const running = new Set<Program>();
  let cluster: Cluster;
  /** Of this tree, of the release after it, and of the one after that. */
  let ours: string;
  let next: string;
  let last: string;
  beforeAll(async () => {
    ours = builtFrom('ours', copySources);
    const ofNow: [string, string | null] = ['0.1.0', newest];
    next = later('next', { [files.adds]: adds }, [ofNow, ['0.2.0', null]]);
    last = later('last', { [files.adds]: adds, [files.takes]: takes }, [ofNow, ['0.2.0', files.adds], ['0.3.0', null]]);
  }, 240_000);
  beforeEach(async () => {
    cluster = await createCluster();
  }, 60_000);
  afterEach(async () => {
    for (const program of running) await stopped(program);
    running.clear();
    await cluster?.remove();
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const copySources = (to: string) => {
    for (const name of sources) cpSync(join(root, name), join(to, name), { recursive: true });
  };

  /** Builds the server alone. @returns the folder of its programs */
  function builtFrom(name: string, fill: (to: string) => void): string {
    const to = join(folder, name);
    mkdirSync(to);
    fill(to);
    symlinkSync(join(root, 'node_modules'), join(to, 'node_modules'));
    const out = join(to, 'built');
    const vite = ['node_modules/vite/bin/vite.js', 'build', '--config', 'server/vite.config.ts', '--outDir', out];
    execFileSync(process.execPath, [...vite, '--logLevel', 'warn'], {
      cwd: to,
      env: { ...process.env, NODE_ENV: 'production', VITEST: '' },
    });
    return out;
  }

  /** A release with more migrations, which uses the columns by their new names. */
  const later = (name: string, more: Record<string, string>, releases: [release: string, newest: string | null][]) =>
    builtFrom(name, (to) => {
      copySources(to);
      for (const one of renames) {
        const tables = join(to, 'server/database/tables', one.in);
        const text = readFileSync(tables, 'utf8');
        const [before, now] = [one.of, one.to].map((name) => `${one.of}: text('${name}')`);
        expect(text).toContain(before);
        writeFileSync(tables, text.replace(before ?? '', now ?? ''));
      }
      for (const [file, statements] of Object.entries(more)) writeFileSync(join(to, migrations, file), statements);
      const rows = releases.map(([release, last]) => ({ release, newest: last }));
      writeFileSync(join(to, migrations, 'releases.json'), JSON.stringify(rows));
      expect(wrongIn(join(to, migrations), releases.at(-1)?.[0] ?? '')).toEqual([]);
    });

  const settings = (port: number) => ({
    PORT: String(port),
    AMPARO_DATA: join(folder, `data-${port}`),
    DATABASE_URL: cluster.url,
  });

  async function serve(build: string): Promise<Running> {
    const port = await freePort();
    const program = start([process.execPath, join(build, 'main.js')], settings(port));
    running.add(program);
    const url = `http://127.0.0.1:${port}`;
    await ready(url, program);
    return { url, program, ...reached(url) };
  }

  /** Everybody's calls to these servers while something happens and a second longer. @returns its result, and the answers of each */
  async function meanwhile<T>(who: SignedIn, servers: readonly Running[], happens: () => Promise<T>) {
    let ended = false;
    const all = servers.map(async ({ fetch }) => {
      const answers: Answered[] = [];
      for (let round = 0; !ended; round += 1) {
        for (const [name, sent] of callsOf(who, round)) {
          const headers = { ...who.headers, 'Idempotency-Key': crypto.randomUUID() };
          const { status, headers: got } = await send({ fetch }, name, sent, headers);
          answers.push({ name, status, wait: got.get('Retry-After') });
        }
        await pause(50);
      }
      return answers;
    });
    try {
      const result = await happens();
      await pause(1_000);
      return { result, answers: async () => Promise.all(all) };
    } finally {
      ended = true;
      await Promise.all(all);
    }
  }

  /** What each server answered to everybody's calls for a second. */
  const answersOf = async (who: SignedIn, ...servers: Running[]) =>
    (await meanwhile(who, servers, async () => {})).answers();
  const statuses = (answers: readonly Answered[] = []) => [...new Set(answers.map(({ status }) => status))].sort();
  /** How the customer's devices are called in the list that this server shows. */
  async function namesAt({ fetch }: Running, who: SignedIn) {
    const { body } = await send({ fetch }, 'sessions', { fields: { idUsuario: who.id } }, who.headers);
    return (body as unknown as { nombre: string }[]).map(({ nombre }) => nombre);
  }

  test('a column that is added and, a release later, taken away under its old name: no call meets a 500', async () => {
    const email = 'costarica@demo.test';

    // Forward: the next release starts beside this one, and both serve the same devices.
    const old = await serve(ours);
    const who = await signInAt(old, email);
    const added = await meanwhile(who, [old], () => serve(next));
    const adding = added.result;
    const [duringAdding] = await added.answers();
    expect([200, 503]).toEqual(expect.arrayContaining(statuses(duringAdding)));
    expect(statuses(duringAdding)).toContain(200);
    expect((await answersOf(who, old, adding)).map(statuses)).toEqual([[200], [200]]);
    await signInAt(old, email);
    await signInAt(adding, email);
    for (const one of [old, adding]) expect(new Set(await namesAt(one, who))).toEqual(new Set(['Firefox en Linux']));

    // Back: this release starts anew on what the next one added.
    await stopped(adding.program);
    const again = await serve(ours);
    expect((await answersOf(who, old, again)).map(statuses)).toEqual([[200], [200]]);
    const forward = await serve(next);

    // What this release uses goes. The one between goes on.
    const taken = await meanwhile(who, [old, forward], () => serve(last));
    const [ofOld, ofForward] = await taken.answers();
    expect(statuses(ofOld)).toEqual([200, 503]);
    for (const { status, wait } of ofOld ?? []) if (status === 503) expect(Number(wait)).toBeGreaterThan(0);
    expect([200, 503]).toEqual(expect.arrayContaining(statuses(ofForward)));
    expect((await answersOf(who, old, forward, taken.result)).map(statuses)).toEqual([[503], [200], [200]]);
    expect((await fetch(`${old.url}/ready`)).status).toBe(503);
    expect((await fetch(`${again.url}/health`)).status).toBe(200);
    // One that nobody calls finds it too, and either stops as it was asked to.
    await expect.poll(() => fetch(`${again.url}/ready`).then(({ status }) => status), { timeout: 15_000 }).toBe(503);
    for (const { program } of [old, again]) {
      expect(program.said.out.match(/a newer release took away/g)).toHaveLength(1);
      program.child.kill('SIGTERM');
      expect(await program.end).toBe(0);
    }

    // Back again: as far as the release between, and no further.
    await stopped(forward.program);
    expect(await answersOf(who, await serve(next), taken.result).then((all) => all.map(statuses))).toEqual([
      [200],
      [200],
    ]);
    const refused = start([process.execPath, join(ours, 'main.js')], settings(await freePort()));
    expect(await refused.end).toBe(1);
    expect(refused.said.err).toMatch(
      new RegExp(`^Amparo no pudo arrancar \\(AMP-21\\): .*0\\.3\\.0.*${files.takes}\n$`),
    );
    const doctor = start([process.execPath, join(ours, 'doctor.js')], settings(await freePort()));
    await doctor.end;
    expect(doctor.said.out).toMatch(new RegExp(`^FAIL {2}database: AMP-21, .*${files.takes}$`, 'm'));
  }, 240_000);

  test(
    'random histories: each acknowledged request is there once, whichever release took it, and no call meets a 500',
    async () => {
      const builds: Record<Release, string> = { old: ours, next, last };
      const first = Number(given ?? 1);
      const until = performance.now() + MAX_PLAY_MS;
      let played = 0;
      for (
        let seed = first;
        seed < first + HISTORIES && (played < MIN_HISTORIES || performance.now() < until);
        seed += 1
      ) {
        for (const schema of ['demo', 'public']) await cluster.ask(`drop schema if exists ${schema} cascade`);
        await cluster.ask('create schema public');
        const releases: Releases<Running & Serving> = {
          async start(release) {
            const port = await freePort();
            const program = start([process.execPath, join(builds[release], 'main.js')], settings(port));
            running.add(program);
            const url = `http://127.0.0.1:${port}`;
            const refused = program.end.then(() => /AMP-21/.test(program.said.err));
            const isRefused = await Promise.race([refused, ready(url, program).then(() => false)]);
            return isRefused ? null : { release, url, program, ...reached(url) };
          },
          async stop({ program }, how) {
            program.child.kill(how);
            await program.end;
          },
          ask: cluster.ask,
        };
        expect(await playReleases(releases, seed), `AMPARO_SEED=${seed}`).toEqual([]);
        played += 1;
      }
      console.log(`${played} histories; ${JSON.stringify(met)}`);
      if (given === undefined) {
        const { refused: _, unreached: __, ...must } = met;
        expect(Math.min(...Object.values(must))).toBeGreaterThan(0);
      }
    },
    MAX_PLAY_MS === Number.POSITIVE_INFINITY ? 90_000 * Math.max(1, HISTORIES) : 300_000,
  );

  test.skipIf(before === null)(
    'the release before the newest migration, built from its commit, and this one: no call meets a 500',
    async () => {
      const earlier = builtFrom('earlier', (to) => {
        const packed = execFileSync('git', ['archive', before ?? '', ...sources], { cwd: root, maxBuffer: 2 ** 28 });
        execFileSync('tar', ['-x', '-C', to], { input: packed });
      });
      const old = await serve(earlier);
      const who = await signInAt(old, 'costarica@demo.test');
      const { result: present, answers } = await meanwhile(who, [old], () => serve(ours));
      const [during] = await answers();
      expect([200, 503]).toEqual(expect.arrayContaining(statuses(during)));
      expect((await answersOf(who, old, present)).map(statuses)).toEqual([[200], [200]]);
      await stopped(old.program);
      const back = await serve(earlier);
      expect((await answersOf(who, back, present)).map(statuses)).toEqual([[200], [200]]);
    },
    120_000,
  );
});

interface Running {
  url: string;
  program: Program;
  fetch(request: Request): Promise<Response>;
}

interface Answered {
  name: EndpointName;
  status: number;
  wait: string | null;
}

/** Calls that read and write what the releases differ in, and what they do not. */
function callsOf({ id }: SignedIn, round: number): [EndpointName, Sent][] {
  const ticket = { idUsuario: id, idTipoTicket: '1', descripcion: `consulta ${round}`, poliza: '520021' };
  return [
    ['sessions', { fields: { idUsuario: id } }],
    ['tickets', { fields: { idUsuario: id } }],
    ['createTicket', { fields: ticket }],
    ...(round % 8 === 0
      ? [['login', { fields: { email: 'ecuador@demo.test', password: 'Amparo2026' } }] as [EndpointName, Sent]]
      : []),
  ];
}

/** Passes a request for the app's own address on to where this server listens. */
function reached(url: string) {
  return {
    fetch(request: Request) {
      const { pathname, search } = new URL(request.url);
      const passed = new Request(url + pathname + search, request);
      passed.headers.set('User-Agent', 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0');
      return fetch(passed);
    },
  };
}

/** The commit before the one that brought the newest migration; null without that much of the history. */
function commitBeforeNewest(): string | null {
  const git = (...args: string[]) => {
    const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
    return status === 0 ? stdout.trim() : '';
  };
  const brought = git('log', '--diff-filter=A', '--format=%H', '-1', '--', join(migrations, newest));
  return (brought && git('rev-parse', '--verify', '--quiet', `${brought}^`)) || null;
}
