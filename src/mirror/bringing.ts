import { ageOf, MINUTE_MS } from '#contract/age.ts';
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
  type Rest,
  type Standing,
  type Why,
} from './plan.ts';
import type { createPulls } from './pulls.ts';

interface Surroundings {
  db: Database;
  session: Pick<Session, 'call' | 'customer'>;
  clock: () => number;
  pulls: Pick<ReturnType<typeof createPulls>, 'bring' | 'confirm' | 'pull' | 'quiet'>;
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
  /** What is not here after it. */
  rest: Rest;
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
const AGAIN_MS = [15_000, MINUTE_MS, 5 * MINUTE_MS] as const;

/** The worker looks once. */
const withoutPage = { online: () => true, looking: () => true, idle: async () => {} };

export function createBringing(surroundings: Surroundings): Bringing {
  const { db, session, clock, pulls, locate, readPolicies, knownPlace, isDamaged } = surroundings;
  const progress = createStore<(Progress & { rest: Rest }) | null>(null);
  const watched = new Map<string, { part: Part; screens: number }>();
  let senses: Senses | null = null;
  let ending = new AbortController();
  /** When this page began to bring. */
  let began = clock();
  let front: string | null = null;
  let isAllWanted = false;
  /** The device had no room for what nobody asked for. No more is brought until the customer or a new page asks. */
  let isFull = false;
  /** The customer for whom this page has synced already. */
  let synced: string | null = null;
  let failures = 0;
  let underWay: Promise<boolean> | null = null;
  let next: Why | null = null;
  let cancelTimer = () => {};

  const look: Bringing['look'] = (why) => {
    if (next === null || why !== 'minute') next = why;
    underWay ??= rounds();
    return underWay;
  };

  async function rounds(): Promise<boolean> {
    // Only a look that is over makes place for the next, so the first step is taken after `underWay` is set.
    await null;
    let asked = false;
    try {
      while (next !== null && senses) {
        const why = next;
        next = null;
        cancelTimer();
        if (!senses.online()) continue;
        if (why !== 'minute') void sync().catch(report);
        const { problem, requests } = await round(senses, why, ending.signal);
        asked ||= requests > 0;
        failures = problem === null ? 0 : failures + 1;
        if (next === null) await plan(problem);
      }
    } finally {
      underWay = null;
    }
    return asked;
  }

  /** Brings what is due until nothing is, or nothing more would be answered. */
  async function round({ idle, thrifty }: Senses, why: Why, signal: AbortSignal): Promise<Round> {
    const tried = new Set<string>();
    const came: Round = { problem: null, requests: 0, rest: 'later' };
    let unavailable = 0;
    let atOnce = AT_ONCE;
    let hasAskedWhole = false;
    while (!signal.aborted) {
      const found = await survey();
      if (!found) break;
      const names = new Set(watched.keys());
      const spares = thrifty() && !isAllWanted;
      const isSpared = (part: Part & Standing) =>
        !names.has(nameOf(part)) && ((isFull && part.pull?.at == null) || (spares && isHeavy(part)));
      const due = dueOf(found.all, names, why, clock(), ageOf(began, clock()) ?? 0).filter(
        (part) => !tried.has(nameOf(part)) && !isSpared(part),
      );
      came.rest = isFull ? 'full' : due.length > 0 ? 'coming' : spares ? 'spared' : 'later';
      progress.set({ ...progressOf(found.own), rest: came.rest });
      if (due.length === 0) break;
      await idle();
      await pulls.quiet();
      if (signal.aborted) break;
      came.requests += 1;
      // What fits into one request is asked for at once. Of more, mostly nothing is new.
      const asksWhole: boolean = !hasAskedWhole && due.length > AT_ONCE;
      hasAskedWhole ||= asksWhole;
      const asked = asksWhole ? pulls.confirm(due, signal) : pulls.bring(due.slice(0, atOnce), signal);
      const { answered, problem, singly, full } = await asked;
      for (const part of answered) tried.add(nameOf(part));
      if (singly) atOnce = 1;
      isFull ||= full;
      came.problem = problem;
      unavailable = problem === 'unavailable' ? unavailable + 1 : 0;
      if (answered.length === 0 && !asksWhole) break;
      if (problem && (ends.has(problem) || unavailable >= MAX_UNAVAILABLE)) {
        const now = progress.now();
        progress.set(now && { ...now, rest: 'later' });
        return came;
      }
      came.problem = null;
    }
    return came;
  }

  /** With few bytes to spend the long histories of the policies behind wait for 'Traer todo'. */
  const isHeavy = ({ collection, policyId }: Part): boolean => collection.bring.rank > 2 && policyId !== front;

  /** What belongs here (`own`) and what else is on screen, each with its standing; null while locked. */
  async function survey(): Promise<{ all: (Part & Standing)[]; own: (Part & Standing)[] } | null> {
    const found = await located(partsOf(await readPolicies(), front));
    const more = found && (await located([...watched.values()].map(({ part }) => part).filter(isMissingIn(found))));
    if (!found || !more) return null;
    const places = [...found, ...more];
    const rows = await db.pulls.bulkGet(places.map(({ place }) => place.scope));
    const all = places.map((part, at) => ({ ...part, pull: rows[at] ?? null, damaged: isDamaged(part.place.scope) }));
    return { all, own: all.slice(0, found.length) };
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
    if (!done.ok) {
      synced = null;
      return;
    }
    // A policy that has just appeared has parts that never came.
    if ((await pulls.pull(policies)).ok) start('minute');
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
    const isAwaited = found?.all.some((part) => names.has(nameOf(part)) && isChanging(part.pull, clock()));
    return isAwaited ? CHANGING_EVERY_MS : null;
  }

  const report = (error: unknown) => console.error('mirror: what is due could not be brought', error);
  const start = (why: Why): void => void look(why).catch(report);

  const isMissingIn = (found: readonly Part[]) => {
    const names = new Set(found.map(nameOf));
    return (part: Part) => !names.has(nameOf(part));
  };

  return {
    look,
    run(page) {
      senses = page;
      ending = new AbortController();
      began = clock();
      failures = 0;
      return () => {
        ending.abort();
        cancelTimer();
        senses = null;
        synced = null;
        isAllWanted = false;
        isFull = false;
        progress.set(null);
      };
    },
    async ask(wanted) {
      let left: readonly Part[] = wanted.map(partOf);
      const { signal } = new AbortController();
      // Of more than fits into one request, mostly nothing is new.
      if (left.length > AT_ONCE) left = left.filter(isMissingIn((await pulls.confirm(left, signal)).answered));
      while (left.length > 0) {
        const { answered, problem } = await pulls.bring(left.slice(0, AT_ONCE), signal);
        left = left.filter(isMissingIn(answered));
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
      isFull = false;
      start('return');
    },
    async once(thrifty) {
      await round({ ...withoutPage, thrifty: () => thrifty }, 'return', new AbortController().signal);
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
