import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OpenDatabase, openDatabase } from '#server/database/open.ts';
import { randomFrom } from '#tests/seeded.ts';
import { runHistory, type Surroundings } from '../outbox/history.ts';
import { type Home, homeAt, patientHome } from '../outbox/house.ts';
import { type Answering, openCustomers } from '../process/customers.ts';
import { pause, root } from '../process/program.ts';
import { type Deployment, deploy } from './deployment.ts';
import { restoredAt } from './restored.ts';

/**
 * `npm run test:cluster`: the reference deployment of docs/operations.md, with the files of server/deploy/cluster. Customers and
 * the random histories of a device (`tests/outbox`) go on while the seed chooses which part dies, hangs or is cut off.
 * `AMPARO_HISTORIES` plays more of them, `AMPARO_SEED` begins elsewhere, and `AMPARO_MINUTES` says how long each takes.
 */
const first = Number(process.env.AMPARO_SEED ?? 1);
const HISTORIES = Number(process.env.AMPARO_HISTORIES ?? 1);
const HISTORY_MS = Number(process.env.AMPARO_MINUTES ?? 5) * 60_000;
/** Writes are taken again so soon after any loss, in seconds. */
const MOST_SECONDS = 30;
/** Two losses of the database at once are more than three machines bear, so each waits until the one before is mended. */
const MENDED_WITHIN_MS = 120_000;

const faults = [
  'primaryLost',
  'primaryCrashed',
  'primaryFrozen',
  'primaryUnwatched',
  'switchedOver',
  'standbyCut',
  'standbysCut',
  'poolerKilled',
  'serverKilled',
] as const;
type Fault = (typeof faults)[number];

let deployment: Deployment;
let database: OpenDatabase;
let home: Home;
let turn = 0;

beforeAll(async () => {
  const build = "import('./server/build.mjs').then((made) => process.exit(made.buildIfStale() ? 0 : 1))";
  execFileSync(process.execPath, ['-e', build], { cwd: root });
  deployment = await deploy();
  database = await openDatabase({ databaseUrl: deployment.ownerUrl, folder: '' });
  home = await homeAt({
    fetch: (input, init) => {
      turn += 1;
      const { url } = machineAt(turn);
      return fetch(new URL(String(input), url), init);
    },
    db: database.db,
  });
}, 300_000);
afterAll(async () => {
  await home?.close();
  await database?.close();
  await deployment?.remove();
}, 60_000);

const machineAt = (at: number) => deployment.machines[at % 2] ?? expect.fail('no machine');

/** Customers reach the proxy of one machine or of the other. */
const proxies = (): Answering[] =>
  deployment.machines.map(({ url }) => ({
    fetch: (asked) => {
      const { pathname, search } = new URL(asked.url);
      return fetch(new Request(new URL(pathname + search, url), asked));
    },
  }));

test('[F44] patronictl shows one leader, one sync standby and one replica, as docs/operations.md says', async () => {
  const list = await deployment.patronictl('list');
  const roles = [...list.matchAll(/Leader|Sync Standby|Replica/g)].map(([role]) => role);
  expect(roles.sort()).toEqual(['Leader', 'Replica', 'Sync Standby']);
});

test('[F44] a dump and a restore to a point in time have what was acknowledged until then, and nothing later', async () => {
  const [proxy] = proxies();
  if (!proxy) return expect.fail('no proxy');
  const ask = (statement: string) => deployment.ask(statement, 'amparo');
  const two = await restoredAt(deployment, async (seed) => {
    const around = { seed, servers: proxies, judge: judged, pause: 50, ask };
    const customers = await openCustomers(proxy, around);
    customers.live();
    await pause(2_000);
    await customers.end();
    expect(await customers.settle(proxy, 10_000)).toEqual([]);
    return customers.counts.commands;
  });
  expect(two.before).toBeGreaterThan(0);
  expect(two).toEqual({ ...two, atThatTime: two.before, afterwards: 0, dumped: two.before });
}, 240_000);

test(
  '[F44] every acknowledged command is there once, reads take nothing back, and writes are back within 30 s, whatever dies',
  async () => {
    for (let seed = first; seed < first + HISTORIES; seed += 1) {
      const { broken, told } = await play(seed);
      console.log(JSON.stringify(told));
      expect(broken, `AMPARO_SEED=${seed}`).toEqual([]);
      expect(told.lost + told.doubled, `AMPARO_SEED=${seed}`).toBe(0);
      // Without a loss of the database, a pooler's and a server's death nothing would be proved.
      const { poolerKilled = 0, serverKilled = 0, ...losses } = told.killed;
      expect(Math.min(poolerKilled, serverKilled, Object.keys(losses).length), JSON.stringify(told)).toBeGreaterThan(0);
      for (const [name, seconds] of Object.entries(told.back)) expect(seconds, name).toBeLessThanOrEqual(MOST_SECONDS);
    }
  },
  HISTORIES * (HISTORY_MS + 6 * MENDED_WITHIN_MS),
);

/** A proxy whose server died meanwhile says 502, and 503 while none is ready; 429 is told to who calls too often. */
function judged(_: Answering, answer: { status: number } | null) {
  if (answer === null || [429, 502, 503, 504].includes(answer.status)) return 'not now';
  return answer.status === 200 ? 'well' : { broken: String(answer.status) };
}

/** One history. @returns what was broken, and what happened: `back` in seconds until a command begun after the loss was acknowledged */
async function play(seed: number) {
  const [proxy] = proxies();
  if (!proxy) return expect.fail('no proxy');
  const ask = (statement: string) => deployment.ask(statement, 'amparo');
  const customers = await openCustomers(proxy, { seed, servers: proxies, judge: judged, pause: 400, ask });
  const happened: { fault: Fault; at: number }[] = [];
  const broken: string[] = [];
  // Hundreds of commands in a minute would exceed the limit of an hour.
  const limits = setInterval(() => void ask('delete from attempts').catch(() => {}), 5_000);
  const until = performance.now() + HISTORY_MS;
  let devices = 0;
  customers.live();
  try {
    while (performance.now() < until && broken.length === 0) {
      const around = surroundings(randomFrom(seed * 1_000 + devices), (fault) => {
        happened.push({ fault, at: performance.now() });
      });
      const found = await runHistory(patientHome(home), seed * 1_000 + devices, around).catch((error: unknown) => [
        String((error as Error)?.stack ?? error),
      ]);
      broken.push(...found.map((what) => `device ${devices}: ${what}`));
      devices += 1;
    }
  } finally {
    await customers.end();
    clearInterval(limits);
  }
  broken.push(...(await customers.settle(proxy, 60_000)));
  if (broken.length > 0) console.log(deployment.logs());
  const { counts, acknowledged } = customers;
  const back: Partial<Record<Fault, number>> = {};
  const killed: Partial<Record<Fault, number>> = {};
  for (const { fault, at } of happened) {
    const after = acknowledged.filter(({ begun }) => begun > at).map((one) => one.at);
    const seconds = (Math.min(...after, Number.POSITIVE_INFINITY) - at) / 1000;
    killed[fault] = (killed[fault] ?? 0) + 1;
    // A loss in the last moment is followed by no new command.
    if (after.length > 0) back[fault] = Math.max(back[fault] ?? 0, Math.round(seconds * 10) / 10);
  }
  return { broken, told: { seed, devices, killed, ...counts, acknowledged: acknowledged.length, back } };
}

function surroundings(random: () => number, note: (fault: Fault) => void): Surroundings {
  /** Losses of the database follow one another; what else dies does so at any time. The device waits for none of them. */
  const lines = { base: Promise.resolve(), rest: Promise.resolve() };
  let losses = 0;
  const failures: unknown[] = [];
  const then = (line: keyof typeof lines, work: () => Promise<unknown>) => {
    lines[line] = lines[line]
      .then(work)
      .then(() => {})
      .catch((error: unknown) => void failures.push(error));
  };
  const whole = () => waitUntil(deployment.isWhole, 'the cluster does not become whole');
  const someoneElse = (than: { name: string }) =>
    waitUntil(async () => {
      const now = await deployment.primary();
      return now !== null && now.name !== than.name;
    }, 'nobody takes over');
  const loss = (fault: Fault, work: (at: Awaited<ReturnType<Deployment['primary']>> & object) => Promise<unknown>) => {
    const step = async () => {
      losses += 1;
      if (losses > 1) return;
      then('base', async () => {
        await whole();
        const primary = await deployment.primary();
        if (!primary) throw new Error('no primary in a whole cluster');
        if (fault !== 'standbysCut') note(fault);
        await work(primary);
        await whole();
      });
    };
    return ['loss', step] as const;
  };
  const standbysOf = ({ name }: { name: string }) => deployment.bases.filter((one) => one.name !== name);
  const [late, long] = [random() * 12_000, random() * 10_000];
  const steps = [
    loss('primaryLost', async (primary) => {
      await primary.lose();
      await pause(late);
      await primary.replace();
    }),
    loss('primaryCrashed', async (primary) => primary.crash()),
    loss('primaryFrozen', async (primary) => {
      primary.freeze();
      await someoneElse(primary);
      await pause(long);
      primary.thaw();
    }),
    loss('primaryUnwatched', async (primary) => {
      await primary.unwatch();
      await someoneElse(primary);
      await pause(long);
      primary.watchAgain();
    }),
    loss('switchedOver', async (primary) => {
      await deployment.patronictl('switchover', '--force');
      await someoneElse(primary);
    }),
    loss('standbyCut', async (primary) => {
      const standby = standbysOf(primary)[random() < 0.5 ? 0 : 1];
      standby?.freeze();
      await pause(8_000 + long);
      standby?.thaw();
    }),
    loss('standbysCut', async (primary) => {
      for (const standby of standbysOf(primary)) standby.freeze();
      await pause(long);
      // Nothing can be acknowledged before one of them is back.
      note('standbysCut');
      for (const standby of standbysOf(primary)) standby.thaw();
    }),
  ];
  const poolerKilled = async (by: () => number) => {
    const [machine, wait] = [machineAt(by() < 0.5 ? 0 : 1), by() * 1_000];
    then('rest', async () => {
      note('poolerKilled');
      await machine.killPooler();
      await pause(wait);
      machine.startPooler();
    });
  };
  const serverKilled = async (by: () => number) => {
    const [machine, wait] = [machineAt(by() < 0.5 ? 0 : 1), by() * 1_000];
    then('rest', async () => {
      note('serverKilled');
      await machine.killServer();
      await pause(wait);
      await machine.startServer();
    });
  };
  const often = (times: number, ...step: Surroundings['steps'][number]) => Array.from({ length: times }, () => step);
  const chosen = steps[Math.floor(random() * steps.length)];
  return {
    steps: [
      ...(chosen ? often(6, ...chosen) : []),
      ...often(3, 'poolerKilled', poolerKilled),
      ...often(2, 'serverKilled', serverKilled),
      ...often(30, 'aWhile', (by) => pause(by() * 1_500)),
    ],
    // Ended tokens would be those of the other customers too.
    often: { ticket: 6, refund: 4, document: 3, drainAndWait: 8, revoke: 0, signIn: 4 },
    least: 60,
    spoilt: 0.2,
    // A cluster may elect another leader by itself, once every part is back.
    restWithin: MENDED_WITHIN_MS,
    async heal() {
      await Promise.all([lines.base, lines.rest]);
      if (failures.length > 0) throw failures[0];
      await waitUntil(async () => {
        const ready = await Promise.all(deployment.machines.map(({ url }) => isReady(url)));
        return ready.every(Boolean);
      }, 'the servers do not become ready');
    },
  };
}

const isReady = (url: string): Promise<boolean> =>
  fetch(`${url}/ready`, { signal: AbortSignal.timeout(3_000) }).then(
    ({ ok }) => ok,
    () => false,
  );

async function waitUntil(isSo: () => Promise<boolean>, otherwise: string): Promise<void> {
  for (const until = Date.now() + MENDED_WITHIN_MS; !(await isSo()); await pause(250)) {
    if (Date.now() > until) throw new Error(`${otherwise}\n${deployment.logs()}`);
  }
}
