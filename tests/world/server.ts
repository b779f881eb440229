import type { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import type { Hono } from 'hono';
import type { Machine } from '#ports/machine.ts';
import { attemptRules } from '#server/accounts/attempts.ts';
import { composeServer, type Server } from '#server/compose.ts';
import type { OpenDatabase } from '#server/database/open.ts';
import { endlessRoom } from '#server/database/room.ts';
import { demoCustomers } from '#server/demo/customers.ts';
import type { Message } from '#server/mail/mail.ts';
import { readSettings } from '#server/settings.ts';
import { callerFrom, ORIGIN, unasked } from '#tests/server/test-app.ts';
import type { InsurersSystem } from './insurer.ts';
import type { Actor, Scheduler } from './scheduler.ts';

/** scrypt's N. The world derives many keys, and none has to withstand anybody. */
const PASSWORD_COST = 2;

/** One server process. */
export interface Process {
  actor: Actor;
  app: Hono;
  work: Server['work'];
  /** Resolves when what goes on after an answer is done. */
  settled: Server['settled'];
  /** Sends the insurer what is due, unless the process is dead. */
  deliver(): Promise<void>;
  /** How many requests it has in hand. */
  inHand: number;
  /** Ends it where it stands: each statement that it still makes fails, and a transaction under way is undone. */
  kill(): void;
  /** Starts it again once nothing of before is left. */
  start(): void;
}

/** Lets the database do one thing at a time: a statement, or a transaction with all of its own. */
export function createTurns(scheduler: Scheduler) {
  const waiting: (() => void)[] = [];
  let isTaken = false;
  return {
    take: (): Promise<void> =>
      new Promise((resolve) => {
        const mine = () => scheduler.soon(resolve, database);
        if (isTaken) waiting.push(mine);
        else {
          isTaken = true;
          mine();
        }
      }),
    give(): void {
      const next = waiting.shift();
      if (next) next();
      else isTaken = false;
    },
  };
}

interface About {
  name: string;
  emails: readonly string[];
  mails: Message[];
  insurer: InsurersSystem;
}

/** One more process on the database. */
export async function startProcess(
  scheduler: Scheduler,
  machine: Machine,
  open: OpenDatabase,
  turns: ReturnType<typeof createTurns>,
  { name, emails, mails, insurer }: About,
): Promise<Process> {
  const actor: Actor = { name, is: 'alive' };
  const lines: string[] = [];
  const client = (open.db as unknown as { $client: PGlite }).$client;

  const mayGoOn = () => {
    if (actor.is === 'dead') throw new Error('this process was killed');
  };
  const stepwise = (query: PGlite['query']) =>
    (async (...given: Parameters<PGlite['query']>) => {
      await new Promise<void>((resolve) => scheduler.soon(resolve, database));
      mayGoOn();
      return scheduler.holding(() => query(...given));
    }) as PGlite['query'];
  const alone = async <T>(run: () => Promise<T>): Promise<T> => {
    await turns.take();
    try {
      mayGoOn();
      return await run();
    } finally {
      turns.give();
    }
  };
  const speaking = Object.assign(Object.create(client), {
    query: (...given: Parameters<PGlite['query']>) => alone(() => scheduler.holding(() => client.query(...given))),
    transaction: ((run) =>
      alone(() => {
        // Its beginning and its end are the database's own. Between them its statements are steps.
        let release = scheduler.hold();
        const inside: typeof run = async (tx) => {
          release();
          try {
            return await run(Object.assign(Object.create(tx), { query: stepwise(tx.query) }));
          } finally {
            release = scheduler.hold();
          }
        };
        return client.transaction(inside).finally(() => release());
      })) as PGlite['transaction'],
  });
  const db = drizzle(speaking) as unknown as OpenDatabase['db'];

  const settings = { ...readSettings({ AMPARO_ADDRESS: ORIGIN }), receiver: insurer.receiver };
  const server = await composeServer(settings, {
    machine,
    log: (line) => void lines.push(line),
    open: async () => ({ ...open, db, listen: () => async () => {} }),
    jobs: unasked,
    mail: async (message) => void mails.push(message),
    async travels(posting) {
      const posted = await insurer.take(posting);
      mayGoOn();
      return posted;
    },
    demo: {
      customers: demoCustomers.filter(({ email }) => emails.includes(email)),
      people: [],
      passwordCost: PASSWORD_COST,
    },
    parts: () => ({
      mailNote: '',
      callerOf: () => callerFrom(),
      passwordCost: PASSWORD_COST,
      room: endlessRoom,
      // A history unlocks within minutes as often as a person does in a week.
      attempts: {
        writesPerCustomer: { ...attemptRules.writesPerCustomer, free: 1e6 },
        requestsPerCustomer: { ...attemptRules.requestsPerCustomer, free: 1e6 },
        entriesPerCustomer: { ...attemptRules.entriesPerCustomer, free: 1e6 },
        renewalPerDevice: { ...attemptRules.renewalPerDevice, free: 1e6 },
      },
    }),
  });
  const process: Process = {
    ...{ actor, app: server.app, work: server.work, settled: server.settled, inHand: 0 },
    async deliver() {
      if (actor.is === 'dead') return;
      process.inHand += 1;
      // A process that was killed meanwhile fails at its next statement.
      await server.work.outgoing().catch(() => {});
      process.inHand -= 1;
    },
    kill() {
      actor.is = 'dead';
    },
    start() {
      if (process.inHand === 0) actor.is = 'alive';
    },
  };
  return process;
}

/** The database answers whoever asked, also a process that is about to learn that it was killed. */
const database: Actor = { name: 'database', is: 'alive' };
