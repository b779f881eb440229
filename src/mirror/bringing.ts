import type { Policy } from '#contract/policies.ts';
import type { ProblemCode } from '#contract/result.ts';
import type { Database } from '#database/open.ts';
import { createStore } from '#rules/store.ts';
import type { Session } from '#session/session.ts';
import { policies } from './collections.ts';
import type { Place } from './groups.ts';
import type { Bringing, Mirror, Senses } from './mirror.ts';
import {
  CHANGING_EVERY_MS,
  dueOf,
  isChanging,
  nameOf,
  type Part,
  type Progress,
  partOf,
  partsOf,
  progressOf,
  type Standing,
  type Why,
} from './plan.ts';
import type { createPulls } from './pulls.ts';

interface Surroundings {
  db: Database;
  session: Pick<Session, 'call' | 'customer'>;
  clock: () => number;
  pulls: Pick<ReturnType<typeof createPulls>, 'bring' | 'pull' | 'quiet'>;
  locate: Mirror['locate'];
  readPolicies(): Promise<readonly Policy[] | null>;
  /** A place whose scope was computed already. */
  knownPlace(name: string): Place | null;
  isDamaged(scope: string): boolean;
}

/** What a round came to. */
interface Round {
  problem: ProblemCode | null;
  requests: number;
}

/** As many as a backend takes in one request. */
const AT_ONCE = 40;
/** After one of these nothing else would be answered either. */
const ends: ReadonlySet<ProblemCode> = new Set([
  ...(['offline', 'timeout', 'nonsense', 'rate-limited', 'unauthorised', 'session-ended', 'outdated'] as const),
]);
/** A sign-in or a newer version helps, and both make the engine look again. */
const isUseless = new Set<ProblemCode | null>(['unauthorised', 'session-ended', 'outdated']);
/** So many places in a row that the server could not answer are a server that is down. */
const MAX_UNAVAILABLE = 3;
/** The pauses before another try, in milliseconds. */
const AGAIN_MS = [15_000, 60_000, 5 * 60_000] as const;

/** The worker looks once, whatever it costs. */
const withoutPage: Senses = { online: () => true, looking: () => true, thrifty: () => false, idle: async () => {} };

export function createBringing(surroundings: Surroundings): Bringing {
  const { db, session, clock, pulls, locate, readPolicies, knownPlace, isDamaged } = surroundings;
  const progress = createStore<Progress | null>(null);
  const watched = new Map<string, { part: Part; screens: number }>();
  let senses: Senses | null = null;
  let ending = new AbortController();
  let front: string | null = null;
  let isAllWanted = false;
  /** The customer for whom this page has synced already. */
  let synced: string | null = null;
  let failures = 0;
  let underWay: Promise<boolean> | null = null;
  let next: Why | null = null;
  let cancelTimer = () => {};

  const look: Bringing['look'] = (why) => {
    if (next === null || why !== 'minute') next = why;
    underWay ??= rounds().finally(() => {
      underWay = null;
    });
    return underWay;
  };

  async function rounds(): Promise<boolean> {
    let asked = false;
    while (next !== null && senses) {
      const why = next;
      next = null;
      cancelTimer();
      if (!senses.online()) continue;
      if (why !== 'minute') void sync();
      const { problem, requests } = await round(senses, why, ending.signal);
      asked ||= requests > 0;
      failures = problem === null ? 0 : failures + 1;
      if (next === null) await plan(problem);
    }
    return asked;
  }

  /** Brings what is due until nothing is, or nothing more would be answered. Tells the problem that ended it. */
  async function round({ idle, thrifty }: Senses, why: Why, signal: AbortSignal): Promise<Round> {
    const tried = new Set<string>();
    let unavailable = 0;
    let requests = 0;
    while (!signal.aborted) {
      const found = await survey();
      if (!found) return { problem: null, requests };
      const names = new Set(watched.keys());
      const isSpared = (part: Part) => thrifty() && !isAllWanted && isHeavy(part) && !names.has(nameOf(part));
      const due = dueOf(found, names, why, clock()).filter((part) => !tried.has(nameOf(part)) && !isSpared(part));
      progress.set(progressOf(found));
      if (due.length === 0) return { problem: null, requests };
      await idle();
      await pulls.quiet();
      if (signal.aborted) return { problem: null, requests };
      requests += 1;
      const { answered, problem } = await pulls.bring(due.slice(0, AT_ONCE), signal);
      if (answered.length === 0) return { problem, requests };
      for (const part of answered) tried.add(nameOf(part));
      unavailable = problem === 'unavailable' ? unavailable + 1 : 0;
      if (problem && (ends.has(problem) || unavailable >= MAX_UNAVAILABLE)) return { problem, requests };
    }
    return { problem: null, requests };
  }

  /** With few bytes to spend the long histories of the policies behind wait for 'Traer todo'. */
  const isHeavy = ({ collection, policyId }: Part): boolean => collection.bring.rank > 2 && policyId !== front;

  /** What belongs here and what is on screen, each with its standing; null while locked. */
  async function survey(): Promise<(Part & Standing)[] | null> {
    const found = await located(partsOf(await readPolicies(), front));
    const more = found && (await located([...watched.values()].map(({ part }) => part).filter(isMissingIn(found))));
    if (!found || !more) return null;
    const all = [...found, ...more];
    const rows = await db.pulls.bulkGet(all.map(({ place }) => place.scope));
    return all.map((part, index) => ({ ...part, pull: rows[index] ?? null, damaged: isDamaged(part.place.scope) }));
  }

  async function located(parts: readonly Part[]): Promise<(Part & { place: Place })[] | null> {
    const owner = (await session.customer())?.owner;
    const found = await Promise.all(
      parts.map(async (part) => {
        const known = knownPlace(nameOf(part));
        const place = known?.owner === owner ? known : await locate(part.collection, part.policyId);
        return place && { ...part, place };
      }),
    );
    return owner !== undefined && found.every((part) => part !== null) ? found : null;
  }

  /** Lets the insurer's systems bring the policies up to date (H7.9), once after each sign-in and each start of the app. */
  async function sync(): Promise<void> {
    const who = await session.customer();
    if (!who || synced === who.owner) return;
    synced = who.owner;
    const { cedula, idUsuario } = who;
    const done = await session.call('syncPolicies', { cedula, idUsuario });
    if (done.ok) await pulls.pull(policies);
    else synced = null;
  }

  /** Sets the time of the next look: soon while a payment is awaited, later after a failure. */
  async function plan(problem: ProblemCode | null): Promise<void> {
    if (!senses) return;
    const wait = problem === null ? await changingIn() : isUseless.has(problem) ? null : pauseAfter(failures);
    if (wait === null) return;
    cancelTimer = db.machine.timers.after(wait, () => {
      if (senses?.looking()) start(problem === null ? 'minute' : 'return');
    });
  }

  async function changingIn(): Promise<number | null> {
    if (watched.size === 0) return null;
    const names = new Set(watched.keys());
    const found = await survey();
    const isAwaited = found?.some((part) => names.has(nameOf(part)) && isChanging(part.pull, clock()));
    return isAwaited ? CHANGING_EVERY_MS : null;
  }

  const start = (why: Why): void =>
    void look(why).catch((error: unknown) => console.error('mirror: what is due could not be brought', error));

  const isMissingIn = (found: readonly Part[]) => {
    const names = new Set(found.map(nameOf));
    return (part: Part) => !names.has(nameOf(part));
  };

  return {
    look,
    run(page) {
      senses = page;
      ending = new AbortController();
      failures = 0;
      return () => {
        ending.abort();
        cancelTimer();
        senses = null;
        synced = null;
        isAllWanted = false;
        progress.set(null);
      };
    },
    async ask(wanted) {
      let left: readonly Part[] = wanted.map(partOf);
      while (left.length > 0) {
        const { answered, problem } = await pulls.bring(left.slice(0, AT_ONCE), new AbortController().signal);
        const names = new Set(answered.map(nameOf));
        left = left.filter((part) => !names.has(nameOf(part)));
        if (answered.length === 0 || (problem && ends.has(problem))) return;
      }
    },
    watch(wanted) {
      const part = partOf(wanted);
      const name = nameOf(part);
      watched.set(name, { part, screens: (watched.get(name)?.screens ?? 0) + 1 });
      return () => {
        const left = (watched.get(name)?.screens ?? 1) - 1;
        if (left === 0) watched.delete(name);
        else watched.set(name, { part, screens: left });
      };
    },
    aim(policyId) {
      front = policyId;
    },
    progress,
    bringAll() {
      isAllWanted = true;
      start('return');
    },
    async once() {
      await round(withoutPage, 'return', new AbortController().signal);
    },
    async parts() {
      const known = await readPolicies();
      return known && located(partsOf(known, front));
    },
    async progressOf(parts) {
      const rows = await db.pulls.bulkGet(parts.map(({ place }) => place.scope));
      return progressOf(parts.map((part, index) => ({ ...part, pull: rows[index] ?? null })));
    },
  };
}

const pauseAfter = (failures: number): number => AGAIN_MS[Math.min(failures, AGAIN_MS.length) - 1] ?? AGAIN_MS[0];
