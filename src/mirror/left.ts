import { ageOf, DAY_MS } from '#contract/age.ts';
import { readingKeys } from '#database/keyring.ts';
import { openLeft, type StoredLeft, sealLeft } from '#database/left-to-pay.ts';
import type { Database } from '#database/open.ts';
import type { PullRow } from '#database/rows.ts';
import { holdRows, whileSealing } from '#database/rows-in-memory.ts';
import { isSameSeal } from '#database/sealed.ts';
import { createStore } from '#rules/store.ts';
import { payments } from './collections.ts';
import { changePull, type Place } from './groups.ts';
import type { Mirror, UnkeptLeft } from './mirror.ts';

/** How long a payment page that the customer left for is remembered. */
export const KEPT_MS = 3 * DAY_MS;

interface Parts {
  db: Database;
  clock: () => number;
  locate: Mirror['locate'];
}

/** A note of unknown age begins its days now. Notes are told apart by their times, and keep their order. */
const begunAnew = (left: StoredLeft, now: number): StoredLeft =>
  left.map((one, index) => (ageOf(one.at, now) === null ? { ...one, at: now + index - left.length } : one));

const isSame = (one: PullRow['paying'], other: PullRow['paying']): boolean =>
  one && other ? isSameSeal(one, other) : !one === !other;

/**
 * What this page holds, and what the device has since. What lay there before and does so no more was settled in another tab. Of two
 * departures for one bill the later one counts.
 *
 * @param over what lay there before
 * @param stored null when what lies there cannot be told
 */
function merged(own: StoredLeft, over: StoredLeft, stored: StoredLeft | null): StoredLeft {
  const isIn = (some: StoredLeft, { billNo, at }: StoredLeft[number]) =>
    some.some((one) => one.at === at && one.billNo === billNo);
  const held = own.filter((one) => stored === null || !isIn(over, one) || isIn(stored, one));
  // What is new there tells what lay there before, and no time does: a clock may have been set right meanwhile (F60).
  const all = [...held, ...(stored ?? []).filter((one) => !isIn(over, one))];
  const isLater = (one: StoredLeft[number], index: number) => (other: StoredLeft[number], place: number) =>
    other.billNo === one.billNo && (other.at > one.at || (other.at === one.at && place > index));
  return all.filter((one, index) => !all.some(isLater(one, index)));
}

/** The payment pages that the customer left for: in the row of the policy's payments, or in this page's memory. */
export function createLeft({ db, clock, locate }: Parts) {
  /** By the scope of the policy's payments. Without its note, a bill may be paid twice. */
  const unkept = createStore<ReadonlyMap<string, UnkeptLeft>>(new Map());

  const change = (policyId: string, to: (before: StoredLeft) => StoredLeft): Promise<boolean> =>
    whileSealing(db, () => changeNow(policyId, to));

  async function changeNow(policyId: string, to: (before: StoredLeft) => StoredLeft): Promise<boolean> {
    const [keys, place] = await Promise.all([readingKeys(db), locate(payments, policyId)]);
    if (!place || keys?.owner !== place.owner) return true;
    const { left: before, seen } = await leftFor(place);
    const left = begunAnew(to(before), clock());
    const paying = left.length === 0 ? null : await sealLeft(keys.readKey, place, left);
    let isOvertaken = false;
    const isKept = await changePull(db, place, (now) => {
      isOvertaken = !isSame(now?.paying, seen);
      return isOvertaken ? null : { paying };
    });
    // Another page has noted something meanwhile, which nothing else knows of.
    if (isOvertaken) return changeNow(policyId, to);
    const noted = new Map(unkept.now());
    noted.get(place.scope)?.letGo();
    if (isKept) noted.delete(place.scope);
    else noted.set(place.scope, { paying, over: seen, letGo: holdRows(db) });
    unkept.set(noted);
    return isKept;
  }

  /** `seen`: what the device has of it. */
  async function leftFor(place: Place): Promise<{ left: StoredLeft; seen: PullRow['paying'] }> {
    const [row, keys] = await Promise.all([db.pulls.get(place.scope), readingKeys(db)]);
    const held = unkept.now().get(place.scope);
    if (keys?.owner !== place.owner) return { left: [], seen: row?.paying };
    const open = async (paying: PullRow['paying']) => (paying ? openLeft(keys, place, paying) : []);
    const [own, over, stored] = [await open(held?.paying), await open(held?.over), row ? await open(row.paying) : null];
    const left = merged(own ?? [], over ?? [], stored);
    // Nothing else knows of them, so one of unknown age stays (F60).
    return { left: left.filter(({ at }) => (ageOf(at, clock()) ?? 0) < KEPT_MS), seen: row?.paying };
  }

  return { unkept, change, leftFor };
}
