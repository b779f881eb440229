import { ageOf, MINUTE_MS } from '#contract/age.ts';
import type { ProblemCode } from '#contract/result.ts';
import { createStore } from '#rules/store.ts';
import type { Session } from '#session/session.ts';
import { policies } from './collections.ts';
import { createEndedPolicies } from './ended-policies.ts';
import type { Bringing, Senses } from './mirror.ts';
import {
  CHANGING_EVERY_MS,
  isChanging,
  nameOf,
  type Part,
  type Progress,
  partOf,
  partsOf,
  progressOf,
  type Rest,
  type Why,
} from './plan.ts';
import type { createPulls, IsRecentEnough } from './pulls.ts';
import { AT_ONCE, endsRound, isRecentEnough, type Round, type RoundPorts, runRound } from './round.ts';
import { createSurvey, isMissingIn, type SurveyPorts } from './survey.ts';
import { createWatched } from './watched.ts';

interface Surroundings extends SurveyPorts {
  session: Pick<Session, 'call' | 'customer'>;
  clock: () => number;
  pulls: Pick<ReturnType<typeof createPulls>, 'bring' | 'confirm' | 'known' | 'pull' | 'quiet' | 'unkept'>;
}

/** A sign-in or a newer version helps, and both make the engine look again. */
const isUseless = new Set<ProblemCode | null>(['unauthorised', 'session-ended', 'outdated']);
/** The pauses before another try, in milliseconds. */
const AGAIN_MS = [15_000, MINUTE_MS, 5 * MINUTE_MS] as const;

/** The worker looks once. */
const withoutPage = { online: () => true, looking: () => true, thrifty: () => false, idle: async () => {} };

export function createBringing(surroundings: Surroundings): Bringing {
  const { db, clock, pulls, readPolicies } = surroundings;
  const progress = createStore<(Progress & { rest: Rest }) | null>(null);
  const watched = createWatched();
  const { survey, located, standingsOf } = createSurvey(surroundings);
  const syncOnce = createSync(surroundings);
  const dropEnded = createEndedPolicies(surroundings);
  let senses: Senses | null = null;
  let ending = new AbortController();
  /** When this page began to bring. */
  let began = clock();
  let front: string | null = null;
  let isAllWanted = false;
  /** The device had no room for what nobody asked for. No more is brought until the customer or a new page asks. */
  const full = { is: false };
  const singly = { is: false };
  let failures = 0;
  let underWay: Promise<boolean> | null = null;
  let next: Why | null = null;
  const told = createTold();
  let cancelTimer = () => {};

  const look: Bringing['look'] = (why) => {
    told.note(why);
    if (next === null || (why !== 'minute' && next !== 'pushed')) next = why;
    underWay ??= rounds();
    return underWay;
  };

  async function rounds(): Promise<boolean> {
    // Only a look that is over makes place for the next, so the first step is taken after `underWay` is set.
    await null;
    let asked = false;
    try {
      while (next !== null && senses) {
        const why = told.reasonFor(next);
        const { signal } = ending;
        next = null;
        cancelTimer();
        if (!senses.online()) {
          await tellHere(senses, signal);
          continue;
        }
        // A policy that has just appeared has parts that never came.
        if (why !== 'minute') void syncOnce.run(() => start('minute')).catch(report);
        const answered = told.begin(why);
        const { problem, requests } = await round(senses, why, signal);
        asked ||= requests > 0;
        failures = problem === null ? 0 : failures + 1;
        if (problem === null && !signal.aborted) next ??= answered();
        if (next === null) await plan(problem);
      }
    } finally {
      underWay = null;
    }
    return asked;
  }

  const round = async (around: Pick<Senses, 'idle' | 'thrifty'>, why: Why, signal: AbortSignal): Promise<Round> => {
    const ports: RoundPorts = {
      ...{ pulls, watched, clock, full, singly },
      senses: around,
      survey: () => survey(front, watched.parts()),
      age: () => ageOf(began, clock()) ?? 0,
      isAllWanted: () => isAllWanted,
      isLong: ({ collection, policyId }) => collection.bring.rank > 2 && policyId !== front,
      tell: tellUntil(signal),
    };
    const made = await runRound(ports, why, signal);
    if (made.problem === null && !signal.aborted) await dropEnded(watched.parts()).catch(report);
    return made;
  };

  const tellUntil =
    (end: AbortSignal): RoundPorts['tell'] =>
    (own, rest) => {
      // Another customer may be signed in by now.
      if (end.aborted) return;
      const now = own ? progressOf(own) : progress.now();
      progress.set(now && { ...now, rest });
    };

  /** Without a connection nothing comes, but home tells what is here. It is drawn before anything is read for that. */
  async function tellHere({ idle }: Senses, end: AbortSignal): Promise<void> {
    await idle();
    const found = await survey(front, []);
    tellUntil(end)(found?.own ?? null, progress.now()?.rest ?? 'coming');
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
    const names = watched.names();
    if (names.size === 0) return null;
    const found = await survey(front, watched.parts());
    const isAwaited = found?.all.some((part) => names.has(nameOf(part)) && isChanging(part.pull, clock()));
    return isAwaited ? CHANGING_EVERY_MS : null;
  }

  const report = (error: unknown) => console.error('mirror: what is due could not be brought', error);
  const start = (why: Why): void => void look(why).catch(report);

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
        syncOnce.forget();
        isAllWanted = false;
        full.is = false;
        progress.set(null);
      };
    },
    ask: (wanted) =>
      askAll(pulls, wanted.map(partOf), (part) =>
        isRecentEnough({ senses: senses ?? withoutPage, isAllWanted: () => isAllWanted, watched }, part),
      ),
    watch: (wanted, extent) => watched.watch(partOf(wanted), extent !== 'aside'),
    aim(policyId) {
      front = policyId;
    },
    progress,
    bringAll() {
      isAllWanted = true;
      full.is = false;
      start('return');
    },
    async once(thrifty) {
      await round({ ...withoutPage, thrifty: () => thrifty }, 'return', new AbortController().signal);
    },
    async parts() {
      const known = await readPolicies();
      return known && located(partsOf(known, front));
    },
    progressOf: async (parts) => progressOf(await standingsOf(parts)),
  };
}

const pauseAfter = (failures: number): number => AGAIN_MS[Math.min(failures, AGAIN_MS.length) - 1] ?? AGAIN_MS[0];

/** What pushes told of. It stays due until a round with it was answered, however many were not (D71). */
function createTold() {
  let came = 0;
  let heard = 0;
  return {
    note(why: Why): void {
      if (why === 'pushed') came += 1;
    },
    /** Why the next round is made. A start asks for what home shows, so it goes before. */
    reasonFor: (why: Why): Why => (came > heard && why !== 'start' ? 'pushed' : why),
    /** Returns what is called once the round was answered; it returns why another one follows at once. */
    begin(why: Why): () => Why | null {
      const until = why === 'pushed' ? came : heard;
      return () => {
        heard = until;
        return came > heard ? 'pushed' : null;
      };
    },
  };
}

/** Asks for these now, whatever is known of them. */
async function askAll(pulls: Surroundings['pulls'], wanted: readonly Part[], isRecent: IsRecentEnough): Promise<void> {
  let left = wanted;
  const { signal } = new AbortController();
  // Of more than fits into one request, mostly nothing is new.
  if (left.length > AT_ONCE) left = left.filter(isMissingIn((await pulls.confirm(left, signal, isRecent)).answered));
  while (left.length > 0) {
    const { answered, problem } = await pulls.bring(left.slice(0, AT_ONCE), signal, isRecent);
    left = left.filter(isMissingIn(answered));
    if (answered.length === 0 || (problem && endsRound.has(problem))) return;
  }
}

/** Lets the insurer's systems bring the policies up to date (H7.9), once after each sign-in and each start of the app. */
function createSync({ session, pulls }: Pick<Surroundings, 'session' | 'pulls'>) {
  /** The customer for whom this page has synced already. */
  let synced: string | null = null;
  return {
    /** @param came called when the policies were asked for again */
    async run(came: () => void): Promise<void> {
      const who = await session.customer();
      if (!who || synced === who.owner) return;
      synced = who.owner;
      const { cedula, idUsuario } = who;
      const done = await session.call('syncPolicies', { cedula, idUsuario }).catch((error: unknown) => {
        synced = null;
        throw error;
      });
      if (!done.ok) synced = null;
      else if ((await pulls.pull(policies)).ok) came();
    },
    forget() {
      synced = null;
    },
  };
}
