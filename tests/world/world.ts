import { eq } from 'drizzle-orm';
import { SECOND_MS } from '#contract/age.ts';
import type { Machine } from '#ports/machine.ts';
import type { OpenDatabase } from '#server/database/open.ts';
import { customers } from '#server/database/schema.ts';
import { demoPolicies } from '#server/demo/schema.ts';
import { DEMO_PASSWORD } from '#server/demo/seed.ts';
import type { Message } from '#server/mail/mail.ts';
import { randomFrom } from '#tests/seeded.ts';
import { uuidFrom } from './crypto.ts';
import { createLocks, type Device, openDevice, type Page } from './device.ts';
import { createDisks, type Disks } from './disk.ts';
import { withMachineOf } from './globals.ts';
import { createInsurersSystem, type InsurersSystem } from './insurer.ts';
import { createLine } from './network.ts';
import { createReporting, type Reporting } from './reports.ts';
import { createScheduler, type Scheduler } from './scheduler.ts';
import { createTurns, type Process, startProcess } from './server.ts';
import { nothingTold, type Person, type Told } from './told.ts';

/** Begins on a Monday morning in America. */
const BEGIN = Date.UTC(2026, 10, 23, 15);
/** Longer than anything a page does by itself. */
const LONGEST_MS = 600 * SECOND_MS;

/** Something that a page does for its customer. */
export interface Doing {
  what: string;
  page: Page;
  /** When it began, in the world's time. */
  since: number;
  /** Time that its page was frozen does not count. */
  is: 'going on' | 'done';
}

export interface World {
  random: () => number;
  scheduler: Scheduler;
  disks: Disks;
  /** Reads or writes the insurer's database itself, between two things that the servers do there. */
  ask<T>(run: (db: OpenDatabase['db']) => Promise<T>): Promise<T>;
  processes: Process[];
  /** The insurer's systems: what they are told, and what they report. */
  insurer: InsurersSystem;
  reporting: Reporting;
  devices: Device[];
  people: Person[];
  told: Told;
  mails: Message[];
  /** What is under way on pages that live. */
  doings: Doing[];
  /** The ways in which the product failed, as sentences. */
  found: string[];
  /** Counts what happened, by name. */
  counts: Map<string, number>;
  trace: Trace;
  /** Lets a page do something, as one of its steps. */
  begin(page: Page, what: string, work: () => Promise<unknown>): Doing;
  /** The same, until it is done; false when the page ended or hangs. */
  done(page: Page, what: string, work: () => Promise<unknown>): Promise<boolean>;
  /** Waits for what needs no page. */
  finish<T>(work: Promise<T>): Promise<T>;
  pass(milliseconds: number): Promise<void>;
  count(what: string): void;
  newUuid(): string;
}

export interface Trace {
  /** Everything that happened, in order; only the end of it when nobody asked for all. */
  lines: string[];
  note(line: string): void;
}

const people = [
  { sign: 'Ana', email: 'costarica@demo.test', patient: 'ROJAS MORA, MARIA FERNANDA' },
  { sign: 'Beto', email: 'ecuador@demo.test', patient: 'CEVALLOS MORA, GABRIELA ALEJANDRA' },
];

/** Makes a world in which `chance` decides what comes first, and hands it over until `play` is over. */
export async function inWorld<T>(
  chance: number,
  database: OpenDatabase,
  play: (world: World) => Promise<T>,
): Promise<T> {
  const random = randomFrom(chance);
  const scheduler = createScheduler(random, BEGIN);
  const locks = createLocks(scheduler);
  const disks = createDisks(scheduler);
  return withMachineOf(scheduler, random, locks.browsers, disks.instead, async () => {
    const turns = createTurns(scheduler);
    const world = emptyWorld(random, scheduler, disks);
    world.ask = async (run) => {
      await turns.take();
      return scheduler.holding(() => run(database.db)).finally(turns.give);
    };
    for (const name of ['server 1', 'server 2']) {
      const about = { name, emails: people.map(({ email }) => email), mails: world.mails, insurer: world.insurer };
      world.processes.push(
        await world.finish(startProcess(scheduler, machineOf(scheduler, random), database, turns, about)),
      );
    }
    for (const one of people) world.people.push(await world.finish(world.ask((db) => personOf(db, one))));
    for (const name of ['phone', 'desk']) world.devices.push(deviceIn(world, name, locks));
    const result = await play(world);
    await world.finish(Promise.all(world.processes.map(({ settled }) => settled())));
    await scheduler.until(() => world.processes.every(({ inHand }) => inHand === 0), LONGEST_MS);
    for (const { pages } of world.devices) for (const { db } of pages) db.close();
    return result;
  });
}

function emptyWorld(random: () => number, scheduler: Scheduler, disks: Disks): World {
  const lines: string[] = [];
  const note = (line: string) => void lines.push(`${timeOf(scheduler.now() - BEGIN)} ${line}`);
  const world: Omit<World, 'reporting'> = {
    ...{ random, scheduler, disks, processes: [], devices: [], people: [], told: nothingTold(), mails: [] },
    insurer: createInsurersSystem(scheduler, random, note),
    ...{ doings: [], found: [], counts: new Map() },
    ask: () => Promise.reject(new Error('no database yet')),
    trace: { lines, note },
    begin(page, what, work) {
      const doing: Doing = { what, page, since: scheduler.now(), is: 'going on' };
      const wasFull = disks.isFull(page.db.name);
      world.doings.push(doing);
      world.trace.note(`${page.actor.name}: ${what}`);
      const end = (how: string) => {
        doing.is = 'done';
        world.doings.splice(world.doings.indexOf(doing), 1);
        world.trace.note(`${page.actor.name}: ${what}, ${how}`);
      };
      const failed = (error: unknown) => {
        end(`failed: ${(error as Error)?.name}`);
        // The page is told that the disk is full; what else was asked of the same transaction is aborted. Of a page that died
        // nobody hears.
        const isTold = isFull(error) || wasFull || disks.isFull(page.db.name);
        if (isTold || page.actor.is === 'dead') return;
        world.found.push(`${what} threw: ${(error as Error)?.stack ?? error}`);
      };
      scheduler.soon(
        () => void work().then((how) => end(`done${typeof how === 'string' ? `: ${how}` : ''}`), failed),
        page.actor,
      );
      return doing;
    },
    async done(page, what, work) {
      const doing = world.begin(page, what, work);
      return scheduler.until(() => doing.is === 'done', LONGEST_MS);
    },
    async finish<T>(work: Promise<T>): Promise<T> {
      let outcome: { value: T } | { error: unknown } | null = null;
      work.then(
        (value) => {
          outcome = { value };
        },
        (error: unknown) => {
          outcome = { error };
        },
      );
      await scheduler.until(() => outcome !== null, LONGEST_MS);
      const ended = outcome as { value: T } | { error: unknown } | null;
      if (!ended) throw new Error('the world stands still');
      if ('error' in ended) throw ended.error;
      return ended.value;
    },
    async pass(milliseconds) {
      let isOver = false;
      scheduler.after(milliseconds, () => {
        isOver = true;
      });
      await scheduler.until(() => isOver, Number.POSITIVE_INFINITY);
    },
    count: (what) => void world.counts.set(what, (world.counts.get(what) ?? 0) + 1),
    newUuid: () => uuidFrom(random),
  };
  const line = createLine(linePorts(world));
  line.trouble = world.insurer.trouble;
  return { ...world, reporting: createReporting(scheduler, () => uuidFrom(random), line) };
}

/** Dexie's own errors carry the browser's in their text. */
const isFull = (error: unknown): boolean => String(error).includes('QuotaExceededError');

function machineOf(scheduler: Scheduler, random: () => number): Machine {
  return {
    clock: scheduler.now,
    steady: scheduler.now,
    random,
    uuid: () => uuidFrom(random),
    // What a server does by itself is done when the world asks for it.
    timers: { after: (ms, run) => scheduler.after(ms, run), every: () => () => {} },
  };
}

async function personOf(db: OpenDatabase['db'], { sign, email, patient }: (typeof people)[number]): Promise<Person> {
  const [row] = await db.select().from(customers).where(eq(customers.email, email));
  if (!row) throw new Error(`no customer ${email}`);
  const policies = await db.select().from(demoPolicies).where(eq(demoPolicies.ownerNif, row.nif));
  const policyId = policies.find(({ fields }) => fields.LineOfBusinessType === 'Health')?.id ?? '';
  return { sign, id: row.id, policyId, patient, email, passwords: [DEMO_PASSWORD], earlier: new Set() };
}

function deviceIn(world: World, name: string, locks: ReturnType<typeof createLocks>): Device {
  const { scheduler, random, disks } = world;
  return openDevice({ name, scheduler, random, disks, locks, line: linePorts(world) });
}

/** What a line to the servers needs. Whatever travels on it is told in the story. */
const linePorts = (
  world: Pick<World, 'scheduler' | 'random' | 'processes' | 'count' | 'trace'>,
): Parameters<typeof createLine>[0] => ({
  ...{ scheduler: world.scheduler, random: world.random, processes: () => world.processes },
  heard({ name }, { fate, method, path, key, status }) {
    world.count('messages');
    if (fate !== 'pass' || (status ?? 500) >= 500) world.count('faults');
    world.trace.note(`${name}: ${method} ${path}${key ? ` ${key}` : ''} → ${fate} ${status ?? ''}`);
  },
});

const timeOf = (milliseconds: number): string => {
  const seconds = Math.floor(milliseconds / SECOND_MS);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}.${String(Math.floor(milliseconds) % 1000).padStart(3, '0')}`;
};
