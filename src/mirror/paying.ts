import { ageOf, SECOND_MS } from '#contract/age.ts';
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

/** What is read and told beside the note never keeps it from being written: without it a bill may be paid twice. */
const report = (error: unknown): undefined => {
  console.error('paying: the device failed beside the note', error);
};

interface Parts {
  db: Database;
  clock: () => number;
  mirror: Pick<Mirror, 'locate' | 'readAt' | 'expectChange' | 'pull'>;
}

export function createPaying({ db, clock, mirror }: Parts): Paying {
  const { unkept, change, leftFor } = createLeft({ db, clock, locate: mirror.locate });
  /** The policies whose payments were asked for and have not come. */
  const coming = new Set<string>();

  /** Payments since a calendar date, null when none were pulled yet, and whether none of before now should be missing. */
  async function paidAt(place: Place, since: string): Promise<{ paid: Payment[] | null; isWhole: boolean }> {
    const { groups, at, problem } = await mirror.readAt<Payment>(place, paidSince(since));
    const age = at === null ? null : ageOf(at, clock());
    const isWhole = problem === null && age !== null && age < payments.freshMs;
    return { paid: groups?.flatMap(({ rows }) => rows) ?? null, isWhole };
  }

  async function knownAt(policyId: string, now: Date) {
    const place = await mirror.locate(payments, policyId);
    return place && paidAt(place, knownSince(now));
  }

  async function expectChanges(policyId: string): Promise<void> {
    for (const collection of [bills, payments]) await mirror.expectChange<unknown>(collection, policyId);
    await mirror.expectChange(policies);
  }

  async function ready(policyId: string): Promise<void> {
    coming.add(policyId);
    const pulled = mirror.pull(payments, policyId).finally(() => coming.delete(policyId));
    await atMost(pulled, db.machine.timers, READY_MS);
  }

  const leave: Paying['leave'] = async (policyId, order) => {
    // The payment page looks for it when the customer comes back. It ends with this page.
    holdLock(PAYING_LOCK);
    const now = new Date(clock());
    const isComing = coming.has(policyId);
    const { paid = null, isWhole = false } = (await knownAt(policyId, now).catch(report)) ?? {};
    const known = paid && knownPayments(paid, now);
    const isLacking = isComing || !isWhole;
    const left = { ...order, at: clock(), known, ...(isLacking && { lacking: true as const }), policyId };
    // The note comes first: nothing else knows of it. The new visit replaces an earlier one for the same bill.
    const isKept = await change(policyId, (before) => [...before.filter((one) => one.billNo !== order.billNo), left]);
    await expectChanges(policyId).catch(report);
    return isKept;
  };

  const outcomesAt: Paying['outcomesAt'] = async (places, ofPolicy) => {
    const now = clock();
    // Whoever pays elsewhere or never does not wait until a long history is opened.
    const { scope } = places.payments;
    if (!(await db.pulls.get(scope))?.paying && !unkept.now().has(scope)) return [];
    const [{ left }, { paid }, listed] = await Promise.all([
      leftFor(places.payments),
      paidAt(places.payments, addDays(today(new Date(now - KEPT_MS)), -1)),
      mirror.readAt<Bill>(places.bills, 'aside'),
    ]);
    const pending = listed.groups?.flatMap(({ rows }) => rows.map(({ BillNumber }) => BillNumber)) ?? null;
    return paymentOutcomes(left, paid ?? [], { pending, ofPolicy, now });
  };

  return {
    ready,
    leave,
    outcomesAt,
    unkept,
    keep: (policyId) => change(policyId, (before) => before),
    async settle(policyId, at) {
      await change(policyId, (before) => before.filter((one) => !at.includes(one.at)));
    },
  };
}
