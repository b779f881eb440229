import type { Policy } from '#contract/policies.ts';
import { ok, type Result } from '#contract/result.ts';
import type { Identity } from '#rules/identity.ts';
import { isHealth } from '#rules/policies.ts';
import type { World } from '../handler.ts';

/** A person's policies as the insurer has them, with what their refunds may ask for and hold. A form knows it before it queues. */
export async function policiesOf(
  { core, refundLimits, refundXml }: Pick<World, 'core' | 'refundLimits' | 'refundXml'>,
  person: Identity,
): Promise<Result<Policy[]>> {
  const found = await core.policiesOf(person);
  if (!found.ok) return found;
  const own = () => ({ RefundLimits: { ...refundLimits }, ...(refundXml && { RefundTakesXml: true }) });
  return ok(found.value.map((one) => (isHealth(one) ? { ...one, ...own() } : one)));
}
