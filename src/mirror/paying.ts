import { SECOND_MS } from '#contract/age.ts';
import type { Bill, Payment } from '#contract/policies.ts';
import { atMost, holdLock } from '#database/hold-lock.ts';
import type { Database } from '#database/open.ts';
import { addDays, today } from '#rules/dates.ts';
import { PAYING_LOCK } from '#rules/payment-order.ts';
import { knownPayments, knownSince, paymentOutcomes } from '#rules/payment-outcome.ts';
import { bills, paidSince, payments, policies } from './collections.ts';
import type { Place } from './groups.ts';
import { createLeft, KEPT_MS } from './left.ts';
import type { Mirror, Paying } from './mirror.ts';

/** On a slow line a long history takes minutes. Whoever pays does not wait for it. */
const READY_MS = 3 * SECOND_MS;

interface Parts {
  db: Database;
  clock: () => number;
  mirror: Pick<Mirror, 'locate' | 'readAt' | 'expectChange' | 'pull'>;
}

export function createPaying({ db, clock, mirror }: Parts): Paying {
  const { unkept, change, leftFor } = createLeft({ db, clock, locate: mirror.locate });

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
    const [{ left }, paid, listed] = await Promise.all([
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
