// @module-tag depth
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eq, sql } from 'drizzle-orm';
import { SMTPServer } from 'smtp-server';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/age.ts';
import { pause, thisMachine } from '#ports/machine.ts';
import { composeServer, type Server } from '#server/compose.ts';
import type { OpenDatabase } from '#server/database/open.ts';
import { STEP_ROWS } from '#server/database/rows.ts';
import {
  customers,
  devices,
  files,
  mailQueue,
  outgoingEvents,
  pushQueue,
  pushSubscriptions,
  recoveries,
} from '#server/database/schema.ts';
import { demoCustomers } from '#server/demo/customers.ts';
import { heldFiles } from '#server/files/held.ts';
import { readSigningKeys } from '#server/insurer/signature.ts';
import { openLater } from '#server/later.ts';
import { openMailQueue } from '#server/mail/queue.ts';
import { MAX_TRIES, openDelivery } from '#server/outgoing/deliver.ts';
import { openNews } from '#server/push/news.ts';
import { dueRows } from '#server/queue/due-rows.ts';
import { openKeyedHash } from '#server/secrets.ts';
import { readSettings } from '#server/settings.ts';
import { deviceKeys } from '../push-service.ts';
import { knowStatements } from './known-statements.ts';
import { registration, send } from './requests.ts';
import { callerFrom, createTestApp, inMemory, ORIGIN, signInAt, type TestApp, unasked } from './test-app.ts';

type Answer = 'taken' | 'later' | 'never';
/** What whoever takes rows says of the one with that name. */
let answer: (name: string) => Answer | Promise<Answer>;
/** The names handed over, in order. */
const handed: string[] = [];
let gaveUp = 0;
let now: number;
const clock = () => new Date(now);
/** For how many seconds a push service may keep the last push. */
let ttl: number;
const ask = (name: string) => {
  handed.push(name);
  return answer(name);
};

/** The insurer's receiver and a push service alike: each request names its row. */
const receiver = createServer(async (request, response) => {
  const id = String(request.headers['webhook-id'] ?? request.url?.slice(1));
  ttl = Number(request.headers.ttl);
  const said = await ask(id);
  response.writeHead({ taken: 200, later: 503, never: 400 }[said]).end();
});
/** A mail server: each connection is a mail. */
const mailServer = new SMTPServer({
  disabledCommands: ['AUTH', 'STARTTLS'],
  onConnect: async (_, go) => {
    await ask('mail');
    go();
  },
  onData: (stream, _, taken) => void stream.resume().on('end', () => taken()),
});
let url: string;
let mailUrl: string;
let database: OpenDatabase;
let server: TestApp;
let people: string[];
const keys = readSigningKeys(`whsec_${Buffer.alloc(32, 7).toString('base64')}`) ?? [];
const told = {
  db: null as never,
  clock,
  gaveUp: (count: number) => {
    gaveUp += count;
  },
};

beforeAll(async () => {
  await new Promise<void>((listening) => receiver.listen(0, '127.0.0.1', listening));
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  await new Promise<void>((listening) => mailServer.listen(0, '127.0.0.1', listening));
  mailUrl = `smtp://127.0.0.1:${(mailServer.server.address() as AddressInfo).port}`;
  database = knowStatements(await inMemory());
  server = await createTestApp({ database });
  told.db = server.db as never;
  const [one] = await server.db.select().from(customers);
  const like = (n: number) => ({ ...one, id: `c${n}`, email: `${n}@cola.test`, nif: `x${n}` });
  await server.db
    .insert(customers)
    .values(Array.from({ length: 20 }, (_, n) => like(n) as typeof customers.$inferInsert));
  people = (await server.db.select({ id: customers.id }).from(customers)).map(({ id }) => id);
}, 60_000);
afterAll(async () => {
  await server.close();
  receiver.close();
  mailServer.close();
});

/** A process whose clock is so many hours beside that of the database, which is of another machine. */
async function processBeside(hours: number) {
  const made = await composeServer(
    {
      ...readSettings({ AMPARO_ADDRESS: ORIGIN }),
      ...{ demo: false, databaseUrl: 'postgres://elsewhere', receiver: { url, keys }, push: { trial: url } },
      mailServer: { url: mailUrl, from: 'a@b.test', tls: false },
      scanCommand: [
        process.execPath,
        '-e',
        `fetch('${url}/file').then(({ status }) => process.exit(+(status !== 200)))`,
      ],
    },
    {
      machine: { ...thisMachine, clock: () => Date.now() + hours * HOUR_MS },
      log: () => {},
      open: async () => ({ ...database, close: async () => {} }),
      jobs: unasked,
    },
  );
  // Its rounds would take what a later test fills in.
  onTestFinished(async () => void (await made.close()));
  return made;
}

interface Row {
  attempts: number;
  due: Date | null;
  state?: string;
}

interface Kind {
  name: string;
  /** Which work of a process hands them over. */
  work: 'outgoing' | 'mail' | 'push' | 'scan';
  fill(names: readonly string[]): Promise<unknown>;
  /** One process more. @returns its round */
  open(): (() => Promise<void>) | Promise<() => Promise<void>>;
  rows(): Promise<Row[]>;
  /** As `npm run outgoing -- again` does. */
  reset(): Promise<unknown>;
  empty(): Promise<unknown>;
  claimMs: number;
  waits: number[];
  /** What ends a row that always fails: tries or milliseconds; null where only an operator does. */
  end: { tries: number } | { after: number } | null;
  /** The state of a row that ended; null where it goes. */
  ended: 'refused' | null;
}

const usual = () => ({ state: 'waiting' as const, attempts: 0, due: clock(), problem: '', created: clock() });
const at = (name: string, names: readonly string[]) => people[names.indexOf(name)] ?? expect.fail('too few customers');
const again = { attempts: 0, due: sql`${new Date(0).toISOString()}::timestamptz` as never };

const kinds: Kind[] = [
  {
    name: 'events for the insurer',
    work: 'outgoing',
    fill: (names) =>
      server.db
        .insert(outgoingEvents)
        .values(names.map((id) => ({ id, customerId: at(id, names), type: 'x', data: {}, ...usual() }))),
    open: () => openDelivery({ ...told, receiver: { url, keys }, random: () => 0 }),
    rows: () => server.db.select().from(outgoingEvents),
    reset: () => server.db.update(outgoingEvents).set(again),
    empty: () => server.db.delete(outgoingEvents),
    claimMs: 2 * MINUTE_MS,
    waits: [5_000, 30_000, 2 * MINUTE_MS, 10 * MINUTE_MS, 30 * MINUTE_MS, HOUR_MS, HOUR_MS],
    end: { tries: MAX_TRIES },
    ended: 'refused',
  },
  {
    name: 'mails',
    work: 'mail',
    fill: (names) =>
      server.db.insert(mailQueue).values(
        names.map((id) => ({
          ...{ id, recipient: 'a@b.test', subject: '', text: '', html: '', expires: new Date(now + 3 * DAY_MS) },
          ...usual(),
        })),
      ),
    open: () =>
      openMailQueue({
        uuid: thisMachine.uuid,
        ...told,
        jobs: unasked,
        transport: async ({ id }) => {
          const said = await ask(id);
          return said === 'taken' ? { taken: true } : { taken: false, forGood: said === 'never', why: said };
        },
      }).sendDue,
    rows: () => server.db.select().from(mailQueue),
    reset: () => server.db.update(mailQueue).set(again),
    empty: () => server.db.delete(mailQueue),
    claimMs: 3 * MINUTE_MS,
    waits: [20_000, MINUTE_MS, 3 * MINUTE_MS, 10 * MINUTE_MS, 30 * MINUTE_MS, HOUR_MS, HOUR_MS],
    end: { after: 3 * DAY_MS },
    ended: null,
  },
  {
    name: 'pushes',
    work: 'push',
    fill: (names) =>
      server.db.insert(pushQueue).values(
        names.map((name) => ({
          address: { endpoint: `${url}/${name}`, ...deviceKeys().keys },
          message: { tema: 'seguridad' as const },
          ...{ attempts: 0, due: clock(), expires: new Date(now + 3 * DAY_MS) },
        })),
      ),
    open: async () =>
      (await openNews({ ...told, hash: await openKeyedHash(server.db), later: openLater(() => {}), trial: url }))
        .sendDue,
    rows: () => server.db.select().from(pushQueue),
    reset: () => server.db.update(pushQueue).set(again),
    empty: () => server.db.delete(pushQueue),
    claimMs: 2 * MINUTE_MS,
    waits: [30_000, 2 * MINUTE_MS, 10 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS],
    end: { tries: 6 },
    ended: null,
  },
  {
    name: 'held files',
    work: 'scan',
    fill: (names) =>
      server.db.insert(files).values(
        names.map((id) => ({
          ...{ id, name: '', type: '', size: 0, sha256: '', bytes: Buffer.from(id), state: 'held' as const },
        })),
      ),
    open: () => {
      const scan = async (bytes: Uint8Array) => {
        const said = await ask(Buffer.from(bytes).toString());
        return ({ taken: 'clean', later: 'unknown', never: 'infected' } as const)[said];
      };
      return heldFiles({ ...told, store: null, scan }, () => {});
    },
    rows: () => server.db.select().from(files).where(eq(files.state, 'held')),
    reset: () => server.db.update(files).set({ attempts: 0, due: null }).where(eq(files.name, '')),
    empty: () => server.db.delete(files).where(eq(files.name, '')),
    claimMs: 5 * MINUTE_MS,
    waits: [MINUTE_MS, 2 * MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, 15 * MINUTE_MS],
    end: null,
    ended: null,
  },
];

/** An answer that comes when the test says so. */
function slow() {
  let say = (_: Answer) => {};
  const said = new Promise<Answer>((resolve) => (say = resolve));
  return { say, said };
}

// First of all: a round whose push never gets an answer goes on for seconds after its own test, and takes what is filled in.
describe.each<[name: string, atOnce: number, start: (process: Server) => void]>([
  ['mails', 4, (process) => process.begin()],
  ['pushes', 2, (process) => process.news.sendSoon()],
])('[F39] %s of a process that is told to stop', (name, atOnce, start) => {
  const { fill, empty, rows } = kinds.find((kind) => kind.name === name) ?? expect.fail('no such kind');

  test('are heard out where it has them in hand, and none is handed over any more', async () => {
    await empty();
    handed.length = 0;
    now = Date.now();
    const names = people.slice(0, 12).map((_, at) => `fila-${at}`);
    await fill(names);
    const { say, said } = slow();
    answer = () => said;
    const process = await processBeside(0);
    start(process);
    await expect.poll(() => handed.length).toBeGreaterThanOrEqual(atOnce);
    // What it claims together comes within moments.
    await pause(thisMachine.timers, 300);
    const inHand = handed.length;
    expect(inHand).toBeLessThan(names.length);
    const closed = process.close();
    await pause(thisMachine.timers, 2_500);
    say('taken');
    await closed;
    expect([handed.length, (await rows()).map(({ attempts }) => attempts)]).toEqual([
      inHand,
      names.slice(inHand).map(() => 0),
    ]);
    await empty();
  });
});

describe.each(kinds)('$name', (kind) => {
  const { fill, open, rows, reset, empty, claimMs, waits, end, ended } = kind;
  const row = async () => (await rows())[0] ?? expect.fail('no row');
  beforeEach(async () => {
    now = Date.parse('2026-11-22T15:00:00Z');
    await empty();
    handed.length = 0;
    gaveUp = 0;
    answer = () => 'taken';
  });

  test('[F39] that are due are each handed over once, also by two processes at the same time', async () => {
    const names = ['uno', 'dos', 'tres', 'cuatro', 'cinco'];
    await fill(names);
    const [one, other] = [await open(), await open()];
    await Promise.all([one(), other(), one()]);
    expect([...handed].sort()).toEqual([...names].sort());
    expect(await rows()).toEqual([]);
    expect(gaveUp).toBe(0);
  });

  test('that fail are tried again after growing waits, and not before', async () => {
    await fill(['uno']);
    answer = () => 'later';
    const round = await open();
    for (const [tries, wait] of waits.entries()) {
      await round();
      expect((((await row()).due?.getTime() ?? 0) - now) / 1000, `after ${tries + 1} tries`).toBe(wait / 1000);
      now += wait - 1;
      await round();
      expect(handed).toHaveLength(tries + 1);
      now += 1;
    }
  });

  test('[F45] that fail, or have no answer yet, hold back no other', async () => {
    await fill(['uno', 'dos', 'tres']);
    answer = (name) => (name === 'uno' ? 'later' : 'taken');
    const round = await open();
    await round();
    expect([...handed].sort()).toEqual(['dos', 'tres', 'uno']);
    expect(await rows()).toHaveLength(1);
    await empty();
    await fill(['uno', 'dos', 'tres']);
    const { say, said } = slow();
    answer = (name) => (name === 'uno' ? said : 'taken');
    const [hanging, other] = [round(), await open()];
    await expect.poll(async () => other().then(async () => (await rows()).length)).toBe(1);
    say('taken');
    await hanging;
    expect(await rows()).toEqual([]);
  });

  test.skipIf(kind.name === 'held files')('[F45] that have no answer yet take one place, and no more', async () => {
    // More than twice as many as there are places.
    const names = people.slice(0, 20).map((_, at) => `fila-${at}`);
    await fill(names);
    const { say, said } = slow();
    answer = (name) => (name === 'fila-1' ? said : 'taken');
    const round = await open();
    const hanging = round();
    await expect.poll(() => handed.length).toBe(names.length);
    // What comes meanwhile does not wait for it either, nor is it taken again by a clock that is ahead.
    now += HOUR_MS;
    await fill(['nueva']);
    void round();
    await expect.poll(() => handed.at(-1)).toBe('nueva');
    say('taken');
    await hanging;
    expect([handed.length, await rows()]).toEqual([names.length + 1, []]);
  });

  test.each([-13, 1])(
    '[F39] [F60] that a process has in hand are not taken by another whose clock is %i hours beside it, nor the other way round',
    async (beside) => {
      now = Date.now() - MINUTE_MS;
      for (const [first, second] of [
        [0, beside],
        [beside, 0],
      ] as const) {
        await empty();
        await fill(['uno']);
        handed.length = 0;
        const { say, said } = slow();
        answer = () => said;
        const hanging = (await processBeside(first)).work[kind.work]();
        await expect.poll(() => handed.length, { timeout: 10_000 }).toBe(1);
        const others = (await processBeside(second)).work[kind.work]();
        await Promise.race([others, expect.poll(() => handed.length, { timeout: 10_000 }).toBe(2)]);
        expect(handed).toHaveLength(1);
        say('taken');
        await Promise.all([hanging, others]);
        expect(await rows()).toEqual([]);
      }
    },
  );

  test('[F60] that a clock which was ahead moved on are tried once it is right', async () => {
    const right = now;
    now += 365 * DAY_MS;
    await fill(['uno']);
    answer = () => 'later';
    const round = await open();
    await round();
    now = right;
    answer = () => 'taken';
    await round();
    expect([handed.length, (await rows()).length]).toEqual([2, 0]);
  });

  test('that a dead process had in hand are taken over, when the time of its claim is over', async () => {
    await fill(['uno']);
    const { said } = slow();
    answer = () => said;
    const dead = await open();
    void dead();
    await expect.poll(() => handed.length).toBe(1);
    answer = () => 'taken';
    const other = await open();
    now += claimMs - 1;
    await other();
    expect(handed).toHaveLength(1);
    now += 1;
    await other();
    expect([handed.length, (await rows()).length]).toEqual([2, 0]);
  });

  test.each([
    [
      'was taken over',
      async () => {
        now += claimMs;
      },
    ],
    // The count of tries begins again, so that it alone would not tell the two claims apart.
    ['an operator let go again', reset],
  ])('whose claim %s are left to whoever has it now', async (_, lose) => {
    await fill(['uno']);
    const [first, second] = [slow(), slow()];
    answer = () => first.said;
    const losing = (await open())();
    await expect.poll(() => handed.length).toBe(1);
    await lose();
    now += 1;
    answer = () => second.said;
    const taking = (await open())();
    await expect.poll(() => handed.length).toBe(2);
    const claimed = await row();
    first.say('later');
    await losing;
    expect(await row()).toEqual(claimed);
    second.say('taken');
    await taking;
    expect(await rows()).toEqual([]);
  });

  test('that always fail have an end', async () => {
    await fill(['uno']);
    answer = () => 'later';
    const round = await open();
    let tries = 0;
    for (const from = now; tries < 200; tries += 1) {
      await round();
      const left = (await rows()).find(({ state }) => state === undefined || state !== 'refused');
      if (!left) {
        if (end && 'tries' in end) expect(handed).toHaveLength(end.tries);
        if (end && 'after' in end) expect(now - from).toBeGreaterThanOrEqual(end.after);
        break;
      }
      now = left.due?.getTime() ?? now;
    }
    // An operator releases a file; whoever asks for it is told to wait.
    expect(tries < 200).toBe(end !== null);
    expect(gaveUp).toBe(end ? 1 : 0);
    expect((await rows()).map(({ state }) => state)).toEqual(end ? (ended ? [ended] : []) : ['held']);
  });

  test('that were refused are not tried again', async () => {
    await fill(['uno']);
    answer = () => 'never';
    const round = await open();
    await round();
    now += HOUR_MS;
    await round();
    expect(handed).toHaveLength(1);
    // When what stayed of it goes too, it is not counted again.
    now += 4 * DAY_MS;
    await round();
    expect(handed).toHaveLength(1);
    expect(gaveUp).toBe(end ? 1 : 0);
  });
});

describe('a queue with more than a statement may take', () => {
  const MANY = 2 * STEP_ROWS + 7;
  beforeEach(async () => {
    now = Date.parse('2026-11-22T15:00:00Z');
    await server.db.delete(mailQueue);
    handed.length = 0;
    gaveUp = 0;
  });
  afterEach(() => server.db.execute(sql`drop function if exists disturb cascade`));

  /** Fails each statement on the queue of which the text holds; `touched` are its rows. */
  async function failEach(statement: 'update' | 'delete', text: string): Promise<void> {
    await server.db.execute(
      sql.raw(`create function disturb() returns trigger language plpgsql as $$ begin
        if ${text} then raise 'too much'; end if; return null; end $$`),
    );
    const rows = statement === 'update' ? 'new table' : 'old table';
    await server.db.execute(
      sql.raw(`create trigger disturb after ${statement} on mail_queue referencing ${rows} as touched
        for each statement execute function disturb()`),
    );
  }
  /** So many mails that are due and good until then, in hours from now. */
  const fill = (name: string, count: number, due: number, good: number) => {
    const at = (hours: number) => new Date(now + hours * HOUR_MS).toISOString();
    return server.db.execute(sql`insert into mail_queue
      (id, recipient, subject, text, html, state, attempts, due, expires, problem, created)
      select ${name} || one, '', '', '', '', 'waiting', 0, ${at(due)}::timestamptz, ${at(good)}::timestamptz, '',
        ${at(0)}::timestamptz from generate_series(1, ${count}::int) one`);
  };
  const ids = async () => (await server.db.select({ id: mailQueue.id }).from(mailQueue)).map(({ id }) => id);
  const round = (hand: (id: string) => Promise<'done'>) =>
    dueRows({ ...told, db: server.db }, mailQueue, {
      ...{ atOnce: 1, claimMs: MINUTE_MS, waitsMs: [MINUTE_MS], gaveUp: told.gaveUp },
      hand: ({ id }) => hand(id),
    })();
  const take = async (id: string) => {
    handed.push(id);
    return 'done' as const;
  };

  test('[F39] [F61] ends what expired in steps, and goes on', async () => {
    await fill('over-', MANY, -2, -1);
    await fill('good-', 1, -1, 1);
    await failEach('delete', `(select count(*) from touched) > ${STEP_ROWS}`);
    await round(take);
    expect([handed, await ids(), gaveUp]).toEqual([['good-1'], [], MANY]);
  });

  test('[F60] [F61] frees what a clock that was ahead moved on in steps', async () => {
    await fill('far-', MANY, 300 * 24, 400 * 24);
    await failEach('update', `(select count(*) from touched) > ${STEP_ROWS}`);
    // The first one ends the round.
    await expect(round(() => Promise.reject(new Error('enough')))).rejects.toThrow('enough');
    expect(await server.db.$count(mailQueue, sql`due > ${new Date(now + DAY_MS).toISOString()}::timestamptz`)).toBe(0);
  });

  test('[F39] hands over what is due also when what expired cannot be ended, and tells of it', async () => {
    await fill('over-', 1, -2, -1);
    await fill('good-', 1, -1, 1);
    await failEach('delete', `exists (select from touched where id like 'over-%')`);
    await expect(round(take)).rejects.toThrow();
    expect([handed, await ids()]).toEqual([['good-1'], ['over-1']]);
  });
});

test('[F60] mails and pushes that only one of the two clocks finds over, the process’s and the database’s, stay', async () => {
  const database = await inMemory();
  onTestFinished(() => database.close());
  const { db } = database;
  const hours = (count: number) => new Date(Date.now() + count * HOUR_MS);
  const usual = { attempts: 0, due: hours(2) };
  for (const [id, expires] of [
    ['over', hours(-1)],
    ['good', hours(24)],
  ] as const) {
    const mail = { id, recipient: 'a@b.test', subject: '', text: '', html: '', state: 'waiting', problem: '' } as const;
    await db.insert(mailQueue).values({ ...usual, ...mail, created: hours(-2), expires });
    const address = { endpoint: `${url}/${id}`, ...deviceKeys().keys };
    await db.insert(pushQueue).values({ ...usual, address, message: { tema: 'seguridad' }, expires });
  }
  // A process whose clock is ahead, on a database of another machine.
  const { work } = await composeServer(
    { ...readSettings({ AMPARO_ADDRESS: ORIGIN }), demo: false, databaseUrl: 'postgres://elsewhere' },
    {
      machine: { ...thisMachine, clock: () => Date.now() + 4 * DAY_MS },
      log: () => {},
      open: async () => database,
      jobs: unasked,
    },
  );
  await work.mail();
  await work.push();
  const pushes = (await db.select().from(pushQueue)).map(({ address }) => address?.endpoint);
  expect([(await db.select().from(mailQueue)).map(({ id }) => id), pushes]).toEqual([['good'], [`${url}/good`]]);
});

test('[F60] mails, pushes and events that a process writes whose clock is ahead are due at once', async () => {
  const other = await inMemory();
  onTestFinished(() => other.close());
  const { db } = other;
  const email = 'costarica@demo.test';
  const ahead = await composeServer(
    {
      ...readSettings({ AMPARO_ADDRESS: ORIGIN }),
      databaseUrl: 'postgres://elsewhere',
      receiver: { url, keys },
      quiet: true,
    },
    {
      machine: { ...thisMachine, clock: () => Date.now() + HOUR_MS },
      log: () => {},
      open: async () => other,
      jobs: unasked,
      demo: { customers: demoCustomers.filter((one) => one.email === email), people: [], passwordCost: 1024 },
      parts: () => ({ callerOf: () => callerFrom(), passwordCost: 1024 }),
    },
  );
  const signIn = () => signInAt({ fetch: async (request) => ahead.app.fetch(request) }, email);
  const who = await signIn();
  await signIn();
  const subscription = { ...deviceKeys().keys, created: new Date() };
  const signedIn = await db.select({ deviceId: devices.id }).from(devices);
  await db
    .insert(pushSubscriptions)
    .values(signedIn.map((one) => ({ ...one, ...subscription, endpoint: `${url}/${one.deviceId}` })));
  await ahead.news.tell(db, who.id, { tema: 'seguridad' });
  // Each device that it ends hears a last message.
  await send(ahead.app, 'endSessions', { fields: { idUsuario: who.id } }, who.headers);
  const change = { id: who.id, profesion: 'Pediatra' };
  expect((await send(ahead.app, 'updatePersonalInformation', { fields: change }, who.headers)).status).toBe(200);
  await send(ahead.app, 'forgotPassword', { fields: { email } });
  await ahead.settled();
  const due = await Promise.all(
    [mailQueue, pushQueue, outgoingEvents].map((table) => db.select({ due: table.due }).from(table)),
  );
  expect(due.map((rows) => rows.length)).toEqual([3, 2, 1]);
  for (const row of due.flat()) expect(row.due.getTime()).toBeLessThanOrEqual(Date.now());
});

test.each([-13, 13])(
  '[F60] a push is kept for as long as it is of use, also where the clock of who sends it is %i hours beside',
  async (hours) => {
    now = Date.now();
    const pushes = kinds.find(({ work }) => work === 'push') ?? expect.fail('no pushes');
    await pushes.empty();
    await pushes.fill(['uno']);
    answer = () => 'taken';
    await (await processBeside(hours)).work.push();
    expect(Math.abs(ttl - (3 * DAY_MS) / 1000)).toBeLessThan(60);
  },
);

test('[F60] what a process writes whose clock is hours behind is good at the others: account, mails, code, link and relay', async () => {
  const database = await inMemory();
  onTestFinished(() => database.close());
  const { db } = database;
  const composed = (behind: number) =>
    composeServer(
      { ...readSettings({ AMPARO_ADDRESS: ORIGIN }), demo: false, databaseUrl: 'postgres://elsewhere' },
      {
        machine: { ...thisMachine, clock: () => Date.now() - behind },
        log: () => {},
        open: async () => database,
        jobs: unasked,
        parts: () => ({ callerOf: () => callerFrom(), passwordCost: 1024 }),
      },
    );
  const [behind, right] = [await composed(3 * HOUR_MS), await composed(0)];
  const email = 'rosa@correo.test';
  expect((await send(behind.app, 'register', await registration(email, '0102030400'))).status).toBe(200);
  await behind.settled();
  // The address is held for its hour.
  expect((await send(right.app, 'checkEmail', { fields: { email } })).status).toBe(409);
  const mails = await db.select().from(mailQueue);
  expect(mails).toHaveLength(1);
  for (const { expires } of mails) expect(expires.getTime()).toBeGreaterThan(Date.now() + 25 * MINUTE_MS);
  const codigo = /\d{6}/.exec(mails[0]?.subject ?? '')?.[0];
  const { body } = await send(right.app, 'login', { fields: { email, password: 'Secreta2026' } });
  const { id, nif, token } = body.usuario as { id: string; nif: string; token: string };
  const internal = { 'Amparo-Internal-Token': token };
  const access = await send(right.app, 'accessToken', { fields: { cedula: nif } }, internal);
  const headers = { Authorization: `Bearer ${access.body.access_token}`, ...internal };
  const typed = await send(right.app, 'updatePersonalInformation', { fields: { id, codigo } }, headers);
  expect([typed.status, typed.body.fields]).toEqual([200, undefined]);
  expect((await send(behind.app, 'forgotPassword', { fields: { email } })).status).toBe(200);
  await behind.settled();
  const links = await db.select().from(recoveries);
  expect(links.map(({ expires }) => expires.getTime() > Date.now() + HOUR_MS)).toEqual([true]);
  const lector = 'l'.repeat(43);
  const { relevo } = (await send(behind.app, 'openRelay', { fields: { lector } })).body;
  const handed = await send(right.app, 'handToRelay', { fields: { relevo, contenido: 'c2VhbGVk' } });
  expect(handed.status).toBe(200);
});
