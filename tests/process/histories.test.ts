import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { IDEMPOTENCY_HEADER } from '#contract/endpoints.ts';
import { type OpenDatabase, openDatabase } from '#server/database/open.ts';
import { freePort } from '#tests/journeys/harness/server.ts';
import { randomFrom } from '#tests/seeded.ts';
import { runHistory, type Surroundings } from '../outbox/history.ts';
import { type Home, homeAt, patientHome } from '../outbox/house.ts';
import { type Cluster, createCluster, postgresBin } from './cluster.ts';
import { answers, type Program, pause, ready, server, start, stopped } from './program.ts';

/**
 * The random histories of `tests/outbox`, against two processes of the built server that share one real PostgreSQL. The
 * seed decides which process gets each request. It also decides when the database stops, starts, freezes and drops its
 * connections, and when processes are killed. `AMPARO_SEED=<seed> npm run test:server -- histories` replays one;
 * `AMPARO_HISTORIES` plays more.
 */
const given = process.env.AMPARO_SEED;
const wanted = process.env.AMPARO_HISTORIES;
const HISTORIES = Number(wanted ?? (given === undefined ? 40 : 1));
/** No new history begins after this time, unless a seed or a number is given. */
const MAX_PLAY_MS = (wanted ?? given) ? Number.POSITIVE_INFINITY : 50_000;
const lastWords = ({ program }: { program: Program | null }) =>
  `exit ${program?.child.exitCode}, signal ${program?.child.signalCode}: ${program?.said.out.slice(-2_000)}${program?.said.err.slice(-4_000)}`;
/** Fewer histories would prove little, so this many are played on a slow machine too. */
const MIN_HISTORIES = Math.min(HISTORIES, 8);

const often = (times: number, ...step: Surroundings['steps'][number]) => Array.from({ length: times }, () => step);

describe.skipIf(!postgresBin)('[F31] two processes on one PostgreSQL that comes and goes', () => {
  const folder = mkdtempSync(join(tmpdir(), 'amparo-histories-'));
  const instances: { port: number; program: Program | null }[] = [];
  let cluster: Cluster;
  let database: OpenDatabase;
  let home: Home;
  let seed = 0;
  const met = { answered: [0, 0], unavailable: 0, unreached: 0, stops: 0, kills: 0 };

  beforeAll(async () => {
    cluster = await createCluster();
    for (const at of [0, 1]) {
      instances.push({ port: await freePort(), program: null });
      await startInstance(at);
    }
    database = await openDatabase({ databaseUrl: cluster.url, folder: '' });
    home = await homeAt({ fetch: viaEither, db: database.db });
  }, 120_000);
  afterAll(async () => {
    for (const { program } of instances) await stopped(program ?? undefined);
    await home?.close();
    await database?.close();
    await cluster?.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  test(
    'a command shown as saved is on the server exactly once',
    async () => {
      const first = Number(given ?? 1);
      const until = performance.now() + MAX_PLAY_MS;
      let played = 0;
      for (seed = first; seed < first + HISTORIES && (played < MIN_HISTORIES || performance.now() < until); seed += 1) {
        // Hundreds of commands in a minute would exceed the limit of an hour.
        await cluster.ask('delete from attempts');
        const broken = await runHistory(patientHome(home), seed, surroundings()).catch((error: unknown) => [
          String((error as Error)?.stack ?? error),
        ]);
        expect(broken, `AMPARO_SEED=${seed}`).toEqual([]);
        played += 1;
      }
      console.log(`${played} histories; ${JSON.stringify(met)}`);
      if (given === undefined) {
        // Each kind of fault must have happened, or the test would prove nothing.
        expect(Math.min(...met.answered, met.unavailable, met.unreached, met.stops, met.kills)).toBeGreaterThan(0);
      }
    },
    MAX_PLAY_MS === Number.POSITIVE_INFINITY ? 60_000 * Math.max(1, HISTORIES) : 180_000,
  );

  async function startInstance(at: number) {
    const instance = instances[at];
    if (!instance) return;
    const data = join(folder, `data-${at}`);
    const settings = { PORT: String(instance.port), DATABASE_URL: cluster.url, AMPARO_DATA: data };
    instance.program = start(server, settings);
    await ready(`http://127.0.0.1:${instance.port}`, instance.program);
  }

  /** Sends the request to the process that the seed chooses for this try of its key. */
  const tries = new Map<string, number>();
  async function viaEither(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    const name = `${seed} ${new Headers(init?.headers).get(IDEMPOTENCY_HEADER) ?? String(input)}`;
    tries.set(name, (tries.get(name) ?? 0) + 1);
    const sum = [...`${name} ${tries.get(name)}`].reduce((all, sign) => Math.imul(all, 31) + sign.charCodeAt(0), 7);
    const at = randomFrom(sum)() < 0.5 ? 0 : 1;
    const url = new URL(String(input), `http://127.0.0.1:${instances[at]?.port}`);
    const answer = await fetch(url, init).catch((error: unknown) => {
      met.unreached += 1;
      throw error;
    });
    met.answered[at] = (met.answered[at] ?? 0) + 1;
    if (answer.status === 503) met.unavailable += 1;
    return answer;
  }

  function surroundings(): Surroundings {
    let isUp = true;
    /** Starts and stops run one after the other. The device does not wait for them. */
    let turn: Promise<unknown> = Promise.resolve();
    const then = (work: () => Promise<unknown>) => {
      turn = turn.then(work);
    };
    const stop = async (random: () => number) => {
      const how = random() < 0.5 ? 'fast' : 'immediate';
      const [late, long] = [random() * 20, random() * 60];
      then(async () => {
        await pause(late);
        if (isUp) await cluster.stop(how);
        if (isUp) met.stops += 1;
        isUp = false;
      });
      await pause(long);
    };
    const startAgain = async () => {
      then(async () => {
        if (!isUp) await cluster.start();
        isUp = true;
      });
      await pause(5);
    };
    const dropConnections = async () => {
      then(async () => isUp && cluster.terminateConnections());
      await pause(5);
    };
    const freeze = async (random: () => number) => {
      const long = 50 + random() * 300;
      then(async () => {
        cluster.freeze();
        await pause(long);
        cluster.thaw();
      });
    };
    const kill = async (random: () => number) => {
      const at = random() < 0.5 ? 0 : 1;
      then(async () => {
        const instance = instances[at];
        await stopped(instance?.program ?? undefined);
        if (instance?.program) met.kills += 1;
        if (instance) instance.program = null;
      });
    };
    return {
      steps: [
        ...often(5, 'databaseStops', stop),
        ...often(4, 'databaseStarts', startAgain),
        ...often(4, 'connectionsEnd', dropConnections),
        ...often(1, 'databaseFreezes', freeze),
        ...often(1, 'processDies', kill),
      ],
      // These histories are longer and their network is better than elsewhere, because here the server fails.
      often: { ticket: 8, refund: 8, document: 6, drainTogether: 12, later: 10, signIn: 8, tokensAgain: 4 },
      least: 30,
      spoilt: 0.3,
      async heal() {
        await startAgain();
        await turn;
        await Promise.all(instances.map(({ program }, at) => program === null && startInstance(at)));
        const isReady = () => Promise.all(instances.map(({ port }) => answers(`http://127.0.0.1:${port}/ready`)));
        await expect
          .poll(isReady, { timeout: 20_000, message: instances.map(lastWords).join('\n') })
          .toEqual([true, true]);
      },
    };
  }
});
