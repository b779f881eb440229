import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OpenDatabase, openDatabase } from '#server/database/open.ts';
import { outgoingEvents } from '#server/database/schema.ts';
import { readSigningKeys } from '#server/insurer/signature.ts';
import { rungJobs } from '#server/jobs/jobs.ts';
import { freePort } from '#tests/journeys/harness/server.ts';
import { randomFrom } from '#tests/seeded.ts';
import { runHistory, type Surroundings } from '../outbox/history.ts';
import { EMAIL, type Home, homeAt, PASSWORD } from '../outbox/house.ts';
import { type ClaimsDesk, openClaimsDesk } from '../server/insurer/claims-desk.ts';
import { wayBack } from '../server/insurer/there-and-back.ts';
import { type Receiver, startReceiver } from '../server/receiver.ts';
import { pathOf } from '../server/test-app.ts';
import { comparedWithTold } from '../server/told.ts';
import { type Cluster, createCluster, postgresBin } from './cluster.ts';
import { type Program, pause, ready, server, start, stopped } from './program.ts';

/**
 * Random histories of a device (`tests/outbox`), followed to the insurer's systems and back, against real programs.
 * They are two processes of the built server on one real PostgreSQL, an administration and a receiver. The seed decides
 * when each is killed. `AMPARO_SEED=<seed> npm run test:server -- there-and-back` replays one; `AMPARO_HISTORIES` plays
 * more.
 */
const given = process.env.AMPARO_SEED;
const wanted = process.env.AMPARO_HISTORIES;
const HISTORIES = Number(wanted ?? (given === undefined ? 8 : 1));
/**
 * No new history begins after this time, once every process was killed at least once. It does not apply when a seed or a
 * number is given.
 */
const MAX_PLAY_MS = (wanted ?? given) ? Number.POSITIVE_INFINITY : 15_000;
const SECRET = `whsec_${Buffer.alloc(32, 9).toString('base64')}`;
const CORE_SECRET = 'demo-administration';
const coreProgram = [process.execPath, 'dist/server/core-demo.js'] as const;

const patient = { timeout: 30_000, interval: 500 };

const often = (times: number, ...step: Surroundings['steps'][number]) => Array.from({ length: times }, () => step);

describe.skipIf(!postgresBin)(
  '[F38] [F39] from the phone to the insurer and back, every program killed now and then',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'amparo-there-'));
    const programs: { name: 'core' | 'one' | 'other'; port: number; program: Program | null }[] = [];
    /** How often each thing happened. `unreached` counts calls that a server's death left without an answer. */
    const met = {
      told: 0,
      oneKilled: 0,
      otherKilled: 0,
      coreKilled: 0,
      receiverDeaths: 0,
      deskDeaths: 0,
      unreached: 0,
      looks: 0,
      reported: 0,
      repeated: 0,
    };
    const isComplete = () => Math.min(...Object.values(met)) > 0;
    let cluster: Cluster;
    let database: OpenDatabase;
    let home: Home;
    let receiver: Receiver;
    let isListening = true;

    beforeAll(async () => {
      cluster = await createCluster();
      receiver = await startReceiver(SECRET);
      for (const name of ['core', 'one', 'other'] as const) {
        programs.push({ name, port: await freePort(), program: null });
      }
      // The second server starts later, when the tables exist.
      await Promise.all([begin('core'), begin('one')]);
      await begin('other');
      database = await openDatabase({ databaseUrl: cluster.url, folder: '' });
      home = await homeAt({ fetch: viaEither, db: database.db });
    }, 120_000);
    afterAll(async () => {
      for (const { program } of programs) await stopped(program ?? undefined);
      await home?.close();
      await database?.close();
      await cluster?.remove();
      await receiver?.close();
      rmSync(folder, { recursive: true, force: true });
    });

    test(
      'each request and decision arrives once and in order, and nothing else',
      async () => {
        const first = Number(given ?? 1);
        const until = performance.now() + MAX_PLAY_MS;
        let played = 0;
        for (let seed = first; seed < first + HISTORIES; seed += 1) {
          if (MAX_PLAY_MS < Number.POSITIVE_INFINITY && isComplete() && performance.now() > until) break;
          // Hundreds of commands in a minute would exceed the limit of an hour.
          await cluster.ask('delete from attempts');
          const since = new Date();
          receiver.effects.length = 0;
          const [key] = readSigningKeys(SECRET) ?? [];
          const report = (init: RequestInit) => viaEither('/aseguradora/reportes', init);
          const desk = openClaimsDesk(report, key ?? expect.fail('no key'));
          const broken = await runHistory(home, seed, surroundings(desk, seed)).catch((error: unknown) => [
            String((error as Error)?.stack ?? error),
          ]);
          await home.setTokens('good');
          expect(broken, `AMPARO_SEED=${seed}`).toEqual([]);
          const wrong = await comparedWithTold(database.db, home.idUsuario, since, receiver.effects);
          expect(wrong, `AMPARO_SEED=${seed}`).toEqual([]);
          const { reported, tries } = desk.counts();
          met.told += receiver.effects.length;
          met.reported += reported;
          met.repeated += tries - reported;
          played += 1;
        }
        console.log(`${played} histories; ${JSON.stringify(met)}`);
        expect(receiver.forged).toBe(0);
        // Each kind of fault must have happened, or the test would prove nothing.
        if (given === undefined) expect(isComplete(), JSON.stringify(met)).toBe(true);
      },
      MAX_PLAY_MS === Number.POSITIVE_INFINITY ? 90_000 * Math.max(1, HISTORIES) : 240_000,
    );

    const portOf = (name: string) => programs.find((one) => one.name === name)?.port ?? 0;

    async function begin(name: 'core' | 'one' | 'other') {
      const one = programs.find((other) => other.name === name);
      if (!one || one.program) return;
      const data = join(folder, name);
      const settings = { PORT: String(one.port), AMPARO_DATA: data, AMPARO_CORE_SECRET: CORE_SECRET };
      one.program =
        name === 'core'
          ? start([...coreProgram, '--port', String(one.port), '--data', data], {})
          : start(server, {
              ...settings,
              DATABASE_URL: cluster.url,
              AMPARO_CORE_URL: `http://127.0.0.1:${portOf('core')}`,
              AMPARO_WEBHOOK_URL: receiver.url,
              AMPARO_WEBHOOK_SECRET: SECRET,
            });
      if (name !== 'core') return ready(`http://127.0.0.1:${one.port}`, one.program);
      for (const until = Date.now() + 200_000; !one.program.said.out.includes('está lista'); await pause(50)) {
        if (Date.now() > until) throw new Error(`The administration does not start: ${one.program.said.err}`);
      }
    }

    /** Kills the program, as a power cut would. */
    async function kill(name: 'core' | 'one' | 'other'): Promise<void> {
      const one = programs.find((other) => other.name === name);
      if (!one?.program) return;
      await stopped(one.program);
      one.program = null;
      met[`${name}Killed`] += 1;
    }

    /** Sends requests to both servers in turn. The device repeats a request that a server missed. */
    let turn = 0;
    async function viaEither(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
      turn += 1;
      const port = portOf(turn % 2 === 0 ? 'one' : 'other');
      return fetch(new URL(String(input), `http://127.0.0.1:${port}`), init).catch((error: unknown) => {
        met.unreached += 1;
        throw error;
      });
    }

    function surroundings(desk: ClaimsDesk, seed: number): Surroundings {
      const back = wayBack(home, desk, met);
      /** Starts and kills run one after the other. The device does not wait for them. */
      let line: Promise<unknown> = Promise.resolve();
      const then = (work: () => Promise<unknown>) => {
        line = line.then(work);
      };
      const heed = () => {
        receiver.reply = (told) => {
          desk.take(told);
          return 200;
        };
      };
      heed();
      const receiverBack = async () => {
        if (isListening) return;
        isListening = true;
        receiver = await startReceiver(SECRET, Number(new URL(receiver.url).port), receiver);
        heed();
      };
      const serverDies = async (random: () => number) => {
        const name = random() < 0.5 ? 'one' : 'other';
        const late = random() * 30;
        then(async () => {
          await pause(late);
          await kill(name);
          await begin(name);
        });
        await pause(random() * 40);
      };
      const coreDies = async (random: () => number) => {
        const long = random() * 400;
        then(async () => {
          await kill('core');
          await pause(long);
          await begin('core');
        });
      };
      const receiverDies = async () => {
        if (!isListening) return;
        isListening = false;
        met.receiverDeaths += 1;
        await receiver.close();
      };
      return {
        steps: [
          ...often(8, 'serverDies', serverDies),
          ...often(2, 'coreDies', coreDies),
          ...often(2, 'receiverDies', receiverDies),
          ...often(4, 'receiverBack', receiverBack),
          ...often(3, 'daysPass', () => pass().catch(() => {})),
          ...back.steps,
        ],
        meet: back.meet,
        often: { ticket: 6, refund: 5, document: 4, drainAndWait: 10, tokensAgain: 3, signIn: 6, pageDies: 3 },
        least: 80,
        spoilt: 0.3,
        async heal() {
          await receiverBack();
          await line;
          // A breaker that opened asks the administration again only after ten seconds.
          for (const name of ['one', 'other']) await expect.poll(() => seesPolicies(portOf(name)), patient).toBe(true);
          await back.ended();
          // A breaker may still be open.
          await pause(1_000);
        },
        async rest(page) {
          await expect
            .poll(async () => pass().then(() => database.db.$count(outgoingEvents)), { timeout: 30_000 })
            .toBe(0);
          return back.arrived(page, randomFrom(seed));
        },
      };
    }

    /** Whether a server answers a sign-in with policies, which only the administration knows. */
    async function seesPolicies(port: number): Promise<boolean> {
      const answer = await fetch(`http://127.0.0.1:${port}${pathOf('login')}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ email: EMAIL, password: PASSWORD }),
      }).catch(() => null);
      return answer?.ok === true && Array.isArray((await answer.json()).polizas);
    }

    /** Lets a day pass for waiting events, and asks for their job. */
    async function pass(): Promise<unknown> {
      await database.db.update(outgoingEvents).set({ due: sql`${outgoingEvents.due} - '1 day'::interval` });
      return rungJobs.ask(database.db, 'outgoing');
    }
  },
);
