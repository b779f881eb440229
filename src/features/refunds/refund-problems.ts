import type { Policy } from '#contract/policies.ts';
import type { RefundType } from '#contract/refunds.ts';
import { today } from '#rules/dates.ts';
import { knownPolicyProblems } from '#rules/refund-policy.ts';
import { askedOf, refundFieldProblems } from '#rules/refund-request.ts';
import { filesOf, type RefundForm, wireTexts } from './refund-draft.ts';

/**
 * The problems of the form as it would be sent, those of the policy too, by field name.
 *
 * @param step 1 to 4, for one step alone
 */
export function problemsOf(
  policy: Policy | null | undefined,
  type: RefundType,
  form: RefundForm,
  locale: string,
  step?: number,
): Record<string, string> {
  const wire = wireTexts(form);
  const asked: readonly string[] = askedOf(type, wire, step === undefined ? undefined : step - 1);
  const fields = { ...wire, tipoReembolso: type };
  const problems = {
    ...knownPolicyProblems(policy, wire, locale),
    ...refundFieldProblems(fields, Object.keys(filesOf(form, type)), today(new Date())),
  };
  return Object.fromEntries(Object.entries(problems).filter(([name]) => asked.includes(name)));
}
