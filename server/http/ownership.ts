import { and, eq } from 'drizzle-orm';
import type { Owned } from '#contract/endpoints/endpoint.ts';
import type { Policy } from '#contract/policies.ts';
import { fail, ok, type Result } from '#contract/result.ts';
import type { Bearer } from '../accounts/bearer.ts';
import { documentOf, pendingOf } from '../accounts/claim.ts';
import { sameNumber } from '../accounts/document-number.ts';
import { refunds } from '../database/schema.ts';
import type { World } from '../handler.ts';

const noPolicy = fail('not-found', { text: 'No encontramos esta póliza' });

/**
 * The one place that decides whether a caller owns what the input names, by the fields that its row declares (S7).
 *
 * @returns the caller's policy where the row declares one, otherwise null
 */
export async function ownedPolicy(
  { db, core }: Pick<World, 'db' | 'core'>,
  owns: Owned,
  input: Record<string, unknown>,
  who: Bearer | null,
): Promise<Result<Policy | null>> {
  if (!who) return ok(null);
  const { customer } = who;
  const named = (field: string | undefined) =>
    field !== undefined && typeof input[field] === 'string' ? (input[field] as string) : undefined;

  const person = named(owns.person);
  if (person !== undefined && person !== customer.id) return fail('forbidden');
  const nif = named(owns.document);
  if (nif !== undefined && !sameNumber(nif, customer.nif)) return fail('forbidden');

  const refundId = named(owns.refund);
  if (refundId !== undefined) {
    const own = and(eq(refunds.id, refundId), eq(refunds.customerId, customer.id));
    const [refund] = await db.select({ id: refunds.id }).from(refunds).where(own);
    if (!refund) return fail('not-found', { text: 'No encontramos este reembolso' });
  }

  if (owns.policy === undefined) return ok(null);
  // Until the customer proved to be the person of the number, that person's policies are not theirs (S14).
  if (pendingOf(customer) !== null) return noPolicy;
  const policy = await core.findPolicy(documentOf(customer), named(owns.policy) ?? '');
  if (!policy.ok) return policy;
  return policy.value ? policy : noPolicy;
}
