import { ageOf, DAY_MS, SECOND_MS } from '#contract/age.ts';
import type { Bill, Payment } from '#contract/policies.ts';
import { atMost, holdLock } from '#database/hold-lock.ts';
import { readingKeys } from '#database/keyring.ts';
import { openLeft, type StoredLeft, sealLeft } from '#database/left-to-pay.ts';
import type { Database } from '#database/open.ts';
import type { PullRow } from '#database/rows.ts';
import { holdRows, whileSealing } from '#database/rows-in-memory.ts';
import { addDays, today } from '#rules/dates.ts';
import { PAYING_LOCK } from '#rules/payment-order.ts';
import { knownPayments, knownSince, paymentOutcomes } from '#rules/payment-outcome.ts';
import { createStore } from '#rules/store.ts';
import { bills, paidSince, payments, policies } from './collections.ts';
import { changePull, type Place } from './groups.ts';
import type { Mirror, Paying, UnkeptLeft } from './mirror.ts';

/** How long a payment page that the customer left for is remembered. */
const KEPT_MS = 3 * DAY_MS;
/** On a slow line a long history takes minutes. Whoever pays does not wait for it. */
const READY_MS = 3 * SECOND_MS;

interface Parts {
  db: Database;
  clock: () => number;
  mirror: Pick<Mirror, 'locate' | 'readAt' | 'expectChange' | 'pull'>;
}

/** A note of unknown age begins its days now. Notes are told apart by their times, and keep their order. */
const begunAnew = (left: StoredLeft, now: number): StoredLeft =>
  left.map((one, index) => (ageOf(one.at, now) === null ? { ...one, at: now - left.length + index } : one));

export function createPaying({ db, clock, mirror }: Parts): Paying {
  /** By the scope of the policy's payments. A note that is lost might be paid twice. */
  const unkept = createStore<ReadonlyMap<string, UnkeptLeft>>(new Map());

  const change = (policyId: string, to: (before: StoredLeft) => StoredLeft): Promise<boolean> =>
    whileSealing(db, () => changeNow(policyId, to));

  async function changeNow(policyId: string, to: (before: StoredLeft) => StoredLeft): Promise<boolean> {
    const [keys, place] = await Promise.all([readingKeys(db), mirror.locate(payments, policyId)]);
    if (!place || keys?.owner !== place.owner) return true;
    const left = begunAnew(to(await leftFor(place)), clock());
    const paying = left.length === 0 ? null : await sealLeft(keys.readKey, place, left);
    const isKept = await changePull(db, place, { paying });
    const noted = new Map(unkept.now());
    noted.get(place.scope)?.letGo();
    if (isKept) noted.delete(place.scope);
    else noted.set(place.scope, { paying, at: clock(), letGo: holdRows(db) });
    unkept.set(noted);
    return isKept;
  }

  async function leftFor(place: Place): Promise<StoredLeft> {
    const [row, keys] = await Promise.all([db.pulls.get(place.scope), readingKeys(db)]);
    const held = unkept.now().get(place.scope);
    if (keys?.owner !== place.owner) return [];
    const open = async (paying: PullRow['paying']) => (paying && (await openLeft(keys, place, paying))) || [];
    const [own, stored] = [await open(held?.paying), await open(row?.paying)];
    // Another tab may have noted one since.
    const left = [...own, ...stored.filter(({ at }) => !held || at > held.at)];
    // Nothing else knows of them, so one of unknown age stays (F60).
    return left.filter(({ at }) => (ageOf(at, clock()) ?? 0) < KEPT_MS);
  }

  /** Payments since a calendar date; null when none were pulled yet. */
  async function paidAt(place: Place, since: string): Promise<Payment[] | null> {
    const { groups } = await mirror.readAt<Payment>(place, paidSince(since));
    return groups?.flatMap(({ rows }) => rows) ?? null;
  }

  const leave: Paying['leave'] = async (policyId, order) => {
    // The payment page looks for it when the customer comes back. It ends with this page.
    holdLock(PAYING_LOCK);
    const now = new Date(clock());
    const place = await mirror.locate(payments, policyId);
    const before = place && (await paidAt(place, knownSince(now)));
    const known = before && knownPayments(before, now);
    const left = { ...order, at: clock(), known, policyId };
    // The note comes first: nothing else knows of it. The new visit replaces an earlier one for the same bill.
    const isKept = await change(policyId, (before) => [...before.filter((one) => one.billNo !== order.billNo), left]);
    for (const collection of [bills, payments]) await mirror.expectChange<unknown>(collection, policyId);
    await mirror.expectChange(policies);
    return isKept;
  };

  const outcomesAt: Paying['outcomesAt'] = async (places, ofPolicy) => {
    const now = clock();
    // Whoever pays elsewhere or never does not wait until a long history is opened.
    const { scope } = places.payments;
    if (!(await db.pulls.get(scope))?.paying && !unkept.now().has(scope)) return [];
    const [left, paid, listed] = await Promise.all([
      leftFor(places.payments),
      paidAt(places.payments, addDays(today(new Date(now - KEPT_MS)), -1)),
      mirror.readAt<Bill>(places.bills, 'aside'),
    ]);
    const pending = listed.groups?.flatMap(({ rows }) => rows.map(({ BillNumber }) => BillNumber)) ?? null;
    return paymentOutcomes(left, paid ?? [], { pending, ofPolicy, now });
  };

  return {
    ready: (policyId) => atMost(mirror.pull(payments, policyId), db.machine.timers, READY_MS),
    leave,
    outcomesAt,
    unkept,
    keep: (policyId) => change(policyId, (before) => before),
    async settle(policyId, at) {
      await change(policyId, (before) => before.filter((one) => !at.includes(one.at)));
    },
  };
}
