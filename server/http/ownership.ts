import { and, eq } from 'drizzle-orm';
import type { Policy } from '#contract/policies.ts';
import { fail, ok, type Result } from '#contract/result.ts';
import type { Bearer } from '../accounts/bearer.ts';
import { documentOf, pendingOf } from '../accounts/claim.ts';
import { sameNumber } from '../accounts/document-number.ts';
import { refunds } from '../database/schema.ts';
import type { World } from '../handler.ts';

/**
 * The one place that decides whether a caller owns what the input names (S7). It goes by the names of the fields, so a new
 * row is covered by naming things as the others do.
 *
 * @returns the caller's policy that the input names, or null when it names none
 */
export async function ownedPolicy(
  { db, core }: World,
  input: Record<string, unknown>,
  who: Bearer | null,
): Promise<Result<Policy | null>> {
  if (!who) return ok(null);
  const { customer } = who;
  const text = (field: string) => (typeof input[field] === 'string' ? (input[field] as string) : undefined);

  const person = text('idUsuario') ?? text('id');
  if (person !== undefined && person !== customer.id) return fail('forbidden');
  const nif = text('cedula');
  if (nif !== undefined && !sameNumber(nif, customer.nif)) return fail('forbidden');

  const refundId = text('idReembolso');
  if (refundId !== undefined) {
    const own = and(eq(refunds.id, refundId), eq(refunds.customerId, customer.id));
    const [refund] = await db.select({ id: refunds.id }).from(refunds).where(own);
    if (!refund) return fail('not-found', { text: 'No encontramos este reembolso' });
  }

  const reference = text('policyId') ?? text('poliza') ?? text('Policy') ?? text('PolicyNumber');
  if (reference === undefined) return ok(null);
  // Until the customer proved to be the person of the number, that person's policies are not theirs (S14).
  if (pendingOf(customer) !== null) return fail('not-found', { text: 'No encontramos esta póliza' });
  const policy = await core.findPolicy(documentOf(customer), reference);
  if (!policy.ok) return policy;
  return policy.value ? policy : fail('not-found', { text: 'No encontramos esta póliza' });
}
