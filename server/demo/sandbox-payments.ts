import { and, asc, eq, gt, isNull, lt } from 'drizzle-orm';
import { MINUTE_MS } from '#contract/age.ts';
import { after, type Clock } from '../clock.ts';
import type { Payable } from '../core/port.ts';
import type { Database, Transaction } from '../database/open.ts';
import { hashOf, newToken } from '../secrets.ts';
import { EXTRA_CONTRIBUTION } from './history.ts';
import { demoBills, demoPayments, demoPolicies, sandboxPayments } from './schema.ts';

type SandboxPayment = typeof sandboxPayments.$inferSelect;

/** Opens a payment and answers the address of its page, good for half an hour and for one answer. */
export async function orderPayment(db: Database, clock: Clock, order: Payable): Promise<string> {
  const token = newToken();
  const [policy] = await db.select().from(demoPolicies).where(eq(demoPolicies.id, order.policyId));
  await db.insert(sandboxPayments).values({
    hash: hashOf(token),
    policyId: order.policyId,
    billNumber: order.billNumber,
    amount: order.amount,
    currency: order.currency ?? 'USD',
    holder: String(policy?.fields.PolicyOwnerName ?? ''),
    state: 'open',
    expires: after(clock, 30 * MINUTE_MS),
  });
  return `/pagar/${token}`;
}

/** The payment behind a page's token, while it can still be answered, with its policy's number as it is printed. */
export async function findOpenPayment(
  db: Database,
  clock: Clock,
  token: string,
): Promise<(SandboxPayment & { policyNumber: string }) | null> {
  const [row] = await db
    .select({ payment: sandboxPayments, number: demoPolicies.number })
    .from(sandboxPayments)
    .innerJoin(demoPolicies, eq(demoPolicies.id, sandboxPayments.policyId))
    .where(stillOpen(clock, token));
  return row ? { ...row.payment, policyNumber: row.number } : null;
}

/** How the payment behind a page's token was answered; null when it never was. */
export async function findAnswer(db: Database, token: string): Promise<'paid' | 'rejected' | null> {
  const [row] = await db
    .select({ state: sandboxPayments.state })
    .from(sandboxPayments)
    .where(eq(sandboxPayments.hash, hashOf(token)));
  return row?.state === 'paid' || row?.state === 'rejected' ? row.state : null;
}

/** Settles the payment once; null when it was settled already. A rejected one shows in the history too. */
export async function settlePayment(
  db: Database,
  clock: Clock,
  token: string,
  state: 'paid' | 'rejected',
): Promise<SandboxPayment | null> {
  return db.transaction(async (tx) => {
    const [payment] = await tx.update(sandboxPayments).set({ state }).where(stillOpen(clock, token)).returning();
    if (!payment) return null;
    await enterPayment(tx, clock, payment);
    if (state === 'paid' && payment.billNumber !== null) await clearBills(tx, clock, payment);
    return payment;
  });
}

const stillOpen = (clock: Clock, token: string) =>
  and(eq(sandboxPayments.hash, hashOf(token)), eq(sandboxPayments.state, 'open'), gt(sandboxPayments.expires, clock()));

async function enterPayment(tx: Transaction, clock: Clock, payment: SandboxPayment): Promise<void> {
  const { policyId, billNumber, amount, currency, holder, state, hash } = payment;
  const number = hash.slice(0, 8).replace(/[-_]/g, '0').toUpperCase();
  await tx.insert(demoPayments).values({
    policyId,
    instant: clock().toISOString(),
    fields: {
      ID: `S-${number}`,
      Amount: amount,
      Transaction_Fee: 0,
      Total: amount,
      OrderNumber: `ORD-S-${number}`,
      CardHolder: holder,
      PaymentType: 'Tarjeta de crédito',
      CardType: 'Visa',
      CardNumber: '**** **** **** 1111',
      CardExpiration: '12/30',
      Status: state === 'paid' ? 'Aceptado' : 'Rechazado',
      Currency: currency,
      Concept: billNumber === null ? EXTRA_CONTRIBUTION : `Factura ${billNumber}`,
    },
  });
}

/**
 * Marks the bill paid. The amount that keeps a policy from lapsing pays every bill that is behind. When none is behind any
 * more the policy is out of arrears.
 */
async function clearBills(tx: Transaction, clock: Clock, payment: SandboxPayment): Promise<void> {
  const { policyId, billNumber, amount } = payment;
  const [policy] = await tx.select().from(demoPolicies).where(eq(demoPolicies.id, policyId));
  const behind = and(eq(demoBills.policyId, policyId), isNull(demoBills.paid), lt(demoBills.fromDay, 0));
  const paysAll = policy !== undefined && policy.avoidLapse > 0 && amount === policy.avoidLapse;
  const paid = paysAll ? behind : and(eq(demoBills.policyId, policyId), eq(demoBills.number, billNumber ?? ''));
  await tx.update(demoBills).set({ paid: clock() }).where(paid);
  const left = await tx.select().from(demoBills).where(behind).orderBy(asc(demoBills.fromDay));
  await tx
    .update(demoPolicies)
    .set({
      lastPaidOn: clock().toISOString(),
      ...(left.length === 0 && { graceDay: null, graceDays: null, avoidLapse: 0 }),
    })
    .where(eq(demoPolicies.id, policyId));
}
