import { ageOf, MINUTE_MS } from '#contract/age.ts';
import type { Policy } from '#contract/policies.ts';
import type { MirrorTable, PullRow } from '#database/rows.ts';
import { type Collection, collections, type Wanted } from './collections.ts';

/** One place that belongs on the device: a collection of the customer's, or of one policy. */
export interface Part {
  collection: Collection<unknown>;
  /** `Policy.Policy`; empty for a collection of the customer's. */
  policyId: string;
}

/** What is known of a part: the row of its pull, and whether some of its rows do not open. */
export interface Standing {
  pull: PullRow | null;
  damaged: boolean;
}

/**
 * Why the engine looks. 'start': the app starts. 'return': the customer, the connection or the session came back. 'minute': a
 * minute of use has passed. 'pushed': a push says that something is new, now or while nobody looked.
 */
export type Why = 'start' | 'return' | 'minute' | 'pushed';

/** How much of what belongs on the device is there. It is derived each time, never stored (D70). */
export interface Progress {
  /** Number of the collections that this customer has. */
  parts: number;
  /** Number of those of which every place has come. */
  here: number;
  /** When the place that was confirmed longest ago was, in milliseconds since 1970; null while none has come. */
  oldestAt: number | null;
  complete: boolean;
  /** Every place has come, and some of them without the years before the last two. */
  recent: boolean;
}

/**
 * What is done about what is not here. 'coming': it is being asked for. 'spared': older years, or lists where the backend knows no
 * years, wait because the customer wants to spend few bytes. 'full': the device has no room for it. 'later': it could not be had now, and is asked for again.
 */
export type Rest = 'coming' | 'spared' | 'full' | 'later';

/** How long a payment may take to appear in the lists, in milliseconds. */
export const CHANGING_MS = 15 * MINUTE_MS;
/** What is watched is asked for again when it is this old. It is less than a minute, since a minute ends a little early or late. */
const WATCHED_MS = 50_000;
/** The same while it is about to change elsewhere. */
export const CHANGING_EVERY_MS = 10_000;
const CHANGING_AGE_MS = CHANGING_EVERY_MS - 1000;
/** At a start and a return, what is watched is asked for unless it came just now. A return is told by several events. */
const JUST_NOW_MS = 2000;

const all = Object.values(collections) as Collection<unknown>[];

export const nameOf = ({ collection, policyId }: Part): string => `${collection.table} ${policyId}`;

export const partOf = ([collection, policyId = '']: Wanted): Part => ({ collection, policyId });

/**
 * Everything of the customer that belongs on the device, in the order in which it comes (D69): what home shows, the policy in
 * front, what forms need, and the other policies with their long histories last.
 *
 * @param policies null while they are not on the device; then only what needs none of them is known
 * @param front `Policy.Policy` of the policy in front
 */
export function partsOf(policies: readonly Policy[] | null, front: string | null): Part[] {
  const parts = all.flatMap((collection): Part[] => {
    const { of, when } = collection.bring;
    if (collection.scope === 'customer') {
      const has = !when || (policies !== null && when(policies));
      return has ? [{ collection, policyId: '' }] : [];
    }
    const having = (policies ?? []).filter((policy) => !of || of(policy));
    return having.map(({ Policy: policyId }) => ({ collection, policyId }));
  });
  const order = ({ collection: { bring, table }, policyId }: Part): number => {
    if (table === 'policies') return 0;
    if (bring.rank === 1) return policyId === front ? 1 : 2;
    return policyId === front ? 3 : 3 + bring.rank;
  };
  return parts.sort((a, b) => order(a) - order(b));
}

/** What home shows of all policies, and the people of the one in front; 'Actualizar' asks for it (D90). */
export const homeParts = (policies: readonly Policy[], front: string | null): Part[] =>
  partsOf(policies, front).filter(
    ({ collection: { bring, table }, policyId }) =>
      bring.rank === 1 || (policyId === front && (table === 'roles' || table === 'dependents')),
  );

/** Whether the place is about to change elsewhere, as was noted CHANGING_MS before `changingUntil`. */
export const isChanging = (pull: PullRow | null | undefined, now: number): boolean =>
  (ageOf((pull?.changingUntil ?? 0) - CHANGING_MS, now) ?? CHANGING_MS) < CHANGING_MS;

/** What came without its older years counts as missing, where all of it may come. */
export const asMissing = (pull: PullRow | null): PullRow | null =>
  pull?.since === undefined ? pull : { ...pull, at: null };

/** Whether a place needs no asking by itself. */
export function isFresh({ freshMs }: { freshMs: number }, { pull, damaged }: Standing, now: number): boolean {
  const age = pull?.at == null ? null : ageOf(pull.at, now);
  return !damaged && age !== null && age < freshMs && pull?.problem === null && !isChanging(pull, now);
}

/**
 * What is due, in the order in which it is asked for: what is on screen first, and at a start what home shows.
 *
 * @param parts with their standings
 * @param watched names of the parts that are on screen
 * @param pageAge milliseconds since this page began. What came to the page before it, however shortly ago, is asked for at a start:
 * whoever reloads wants to know what is new (D90).
 */
export function dueOf<P extends Part & Standing>(
  parts: readonly P[],
  watched: ReadonlySet<string>,
  why: Why,
  now: number,
  pageAge: number,
): P[] {
  // A start asks for what home shows before home is drawn (D90).
  const isSeen = (part: Part) => watched.has(nameOf(part)) || (why === 'start' && part.collection.bring.rank === 1);
  const isDue = (part: Part & Standing) => {
    if (isSeen(part)) return isOlder(part, watchedAge(part, why, now, pageAge), now);
    if (isNew(part)) return true;
    // What the push tells of is newer than whatever is fresh.
    if (why === 'pushed' && part.collection.isTold) return isOlder(part, JUST_NOW_MS, now);
    return why !== 'minute' && !isFresh(part.collection, part, now);
  };
  const due = parts.filter(isDue);
  return [...due.filter(isSeen), ...due.filter((part) => !isSeen(part))];
}

/** It never came, and nothing says why: a policy that has just appeared, or a round that was broken off (F41). */
const isNew = ({ pull }: Standing): boolean => (pull?.at ?? null) === null && (pull?.problem ?? null) === null;

function watchedAge({ pull }: Standing, why: Why, now: number, pageAge: number): number {
  // However shortly ago it came: what the push tells of is newer.
  if (why === 'pushed') return 0;
  const changing = isChanging(pull, now);
  if (why === 'start') return changing ? 0 : Math.min(JUST_NOW_MS, pageAge);
  if (why !== 'minute') return changing ? 0 : JUST_NOW_MS;
  return changing ? CHANGING_AGE_MS : WATCHED_MS;
}

function isOlder({ pull, damaged }: Standing, than: number, now: number): boolean {
  const age = pull?.at == null ? null : ageOf(pull.at, now);
  return damaged || age === null || age >= than || pull?.problem !== null;
}

/** How much is here of what belongs here. */
export function progressOf(parts: readonly (Part & Standing)[]): Progress {
  const byTable = new Map<MirrorTable, boolean>();
  for (const { collection, pull, damaged } of parts) {
    const isHere = !damaged && (asMissing(pull)?.at ?? null) !== null;
    byTable.set(collection.table, (byTable.get(collection.table) ?? true) && isHere);
  }
  const here = [...byTable.values()].filter(Boolean).length;
  const times = parts.flatMap(({ pull, damaged }) => (damaged ? [] : (pull?.at ?? [])));
  const complete = byTable.size > 0 && here === byTable.size;
  return {
    parts: byTable.size,
    here,
    oldestAt: times.length === 0 ? null : Math.min(...times),
    complete,
    recent: !complete && times.length === parts.length && parts.length > 0,
  };
}
