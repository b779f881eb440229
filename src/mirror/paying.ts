import * as v from 'valibot';
import { readingKeys } from '#database/keyring.ts';
import type { Database } from '#database/open.ts';
import { openRow, sealRow } from '#database/sealed.ts';
import { knownPayments, type LeftToPay, paymentOutcomes } from '#rules/payment-outcome.ts';
import { bills, payments, policies } from './collections.ts';
import { changePull, type Place } from './groups.ts';
import type { Mirror, Paying } from './mirror.ts';

/** How long a payment page that the customer left for is remembered. */
const KEPT_MS = 3 * 24 * 60 * 60_000;

const stored = v.array(
  v.object({
    billNo: v.nullable(v.string()),
    amount: v.number(),
    currency: v.string(),
    at: v.number(),
    known: v.nullable(v.array(v.string())),
  }),
);

interface Parts {
  db: Database;
  clock: () => number;
  mirror: Pick<Mirror, 'locate' | 'read' | 'readAt' | 'expectChange'>;
}

export function createPaying({ db, clock, mirror }: Parts): Paying {
  async function change(policyId: string, to: (before: LeftToPay[]) => LeftToPay[]): Promise<void> {
    const [keys, place] = await Promise.all([readingKeys(db), mirror.locate(payments, policyId)]);
    if (!place || keys?.owner !== place.owner) return;
    const left = to(await leftFor(place));
    const paying = left.length === 0 ? null : await sealRow(keys.readKey, left, contextOf(place));
    await changePull(db, place, { paying });
  }

  async function leftFor(place: Place): Promise<LeftToPay[]> {
    const [row, keys] = await Promise.all([db.pulls.get(place.scope), readingKeys(db)]);
    if (!row?.paying || keys?.owner !== place.owner) return [];
    const parsed = v.safeParse(stored, await openRow(keys, row.paying, contextOf(place)));
    return parsed.success ? parsed.output.filter(({ at }) => Math.abs(clock() - at) < KEPT_MS) : [];
  }

  const leave: Paying['leave'] = async (policyId, order) => {
    const { groups } = await mirror.read(payments, policyId);
    const known =
      groups &&
      knownPayments(
        groups.flatMap(({ rows }) => rows),
        new Date(clock()),
      );
    const left: LeftToPay = { ...order, at: clock(), known };
    for (const collection of [bills, payments]) await mirror.expectChange<unknown>(collection, policyId);
    await mirror.expectChange(policies);
    // The new visit replaces an earlier one for the same bill.
    await change(policyId, (before) => [...before.filter((one) => one.billNo !== order.billNo), left]);
  };

  const outcomesAt: Paying['outcomesAt'] = async (place, currency) => {
    const [left, { groups }] = await Promise.all([leftFor(place), mirror.readAt<PaymentRow>(place, 'first')]);
    return paymentOutcomes(left, groups?.flatMap(({ rows }) => rows) ?? [], currency, clock());
  };

  return {
    leave,
    outcomesAt,
    settle: (policyId, at) => change(policyId, (before) => before.filter((one) => one.at !== at)),
  };
}

type PaymentRow = Parameters<typeof paymentOutcomes>[1][number];

const contextOf = ({ scope, owner }: Place) => ({ table: 'pulls', row: `${scope}/paying`, owner });
