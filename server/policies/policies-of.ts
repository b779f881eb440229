import type { Policy } from '#contract/policies.ts';
import { ok, type Result } from '#contract/result.ts';
import type { Identity } from '#rules/identity.ts';
import { isHealth } from '#rules/policies.ts';
import type { World } from '../handler.ts';

type Setting = Pick<World, 'refundLimits' | 'refundXml'>;

/** What the server itself adds to a policy that takes refunds. A tag of the list covers it: what an operator set comes at once. */
export const refundTerms = ({ refundLimits, refundXml }: Setting) => ({
  RefundLimits: { ...refundLimits },
  ...(refundXml && { RefundTakesXml: true }),
});

/** A person's policies as the insurer has them, with what their refunds may ask for and hold. A form knows it before it queues. */
export async function policiesOf(
  { core, ...setting }: Setting & Pick<World, 'core'>,
  person: Identity,
): Promise<Result<Policy[]>> {
  const found = await core.policiesOf(person);
  if (!found.ok) return found;
  return ok(found.value.map((one) => (isHealth(one) ? { ...one, ...refundTerms(setting) } : one)));
}
