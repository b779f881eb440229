import type { Policy } from '#contract/policies.ts';
import { today } from '#rules/dates.ts';
import { knownPolicyProblems } from '#rules/refund-policy.ts';
import { askedOf, refundFieldProblems } from '#rules/refund-request.ts';
import { useLocale } from '#screens/use-locale.ts';
import { contactEmail } from '#settings/settings.ts';
import { filesOf, type RefundForm, wireTexts } from './refund-draft.ts';

/** The problems of a form as it would be sent, those of the policy too, by field name. `step`: 1 to 4, for one step alone. */
export type ProblemsOf = (form: RefundForm, step?: number) => Record<string, string>;

export function useProblemsOf(policy: Policy | null | undefined): ProblemsOf {
  const locale = useLocale();
  return (form, step) => {
    const { type } = form;
    if (type === null) return {};
    const wire = wireTexts(form);
    const asked: readonly string[] = askedOf(type, wire, step === undefined ? undefined : step - 1);
    const problems = {
      ...knownPolicyProblems(policy, wire, locale, contactEmail),
      ...refundFieldProblems({ ...wire, tipoReembolso: type }, Object.keys(filesOf(form, type)), today(new Date())),
    };
    return Object.fromEntries(Object.entries(problems).filter(([name]) => asked.includes(name)));
  };
}
