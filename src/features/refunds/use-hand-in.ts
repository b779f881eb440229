import type { Refusal } from '#forms/refusal.ts';
import { cards, policies } from '#mirror/collections.ts';
import { useMirror } from '#mirror/hooks.tsx';
import { useDrafts } from '#outbox/hooks.ts';
import type { Correcting } from '#requests/correct-request.tsx';
import { refund, refundLabel } from '#requests/refund.ts';
import { useHandIn } from '#requests/use-hand-in.ts';
import { today } from '#rules/dates.ts';
import { patientNames } from '#rules/people.ts';
import { knownPolicyProblems } from '#rules/refund-policy.ts';
import { refundFieldProblems } from '#rules/refund-request.ts';
import { useLocale } from '#screens/use-locale.ts';
import { contactEmail } from '#settings/settings.ts';
import { paperLabels } from './paper-labels.ts';
import { fieldsOf, filesOf, type RefundForm, wireTexts } from './refund-draft.ts';
import type { Refused } from './refused-fields.ts';
import type { Steps } from './use-steps.ts';

/** A refund's form in its steps. */
export interface RequestInSteps {
  policyId: string;
  steps: Steps;
  draftId: string;
  onSent: (key: string) => void;
  /** The queued request that is being corrected. */
  correcting?: Correcting | undefined;
  /** Whether the answers come from an earlier refund. */
  repeated?: boolean;
}

interface HandingIn extends RequestInSteps {
  draft: { beginAgain: () => void };
  /** Called with the reasons, which the rows of the review show. */
  onRefused: (refused: Refused) => void;
}

/** 'Enviar solicitud': checks the whole form, with what is known of the policy, and hands it in. */
export function useRefundHandIn(props: HandingIn): (form: RefundForm) => Promise<Refusal | undefined> {
  const { policyId, draftId, onRefused } = props;
  const handIn = useHandIn(refund, props);
  const mirror = useMirror();
  const drafts = useDrafts();
  const locale = useLocale();

  const refuse = (fields: Readonly<Record<string, string>>, form: RefundForm): Refusal => {
    onRefused({ words: fields, form });
    return { fields };
  };

  const check = async (form: RefundForm): Promise<Refusal | undefined> => {
    const { type } = form;
    if (type === null) return undefined;
    const request = fieldsOf(form, type);
    const files = filesOf(form, type);
    const asked = { ...wireTexts(form), tipoReembolso: type };
    const problems = refundFieldProblems(asked, Object.keys(files), today(new Date()));
    if (Object.keys(problems).length > 0) return refuse(problems, form);

    const [all, insured] = await Promise.all([mirror.read(policies), mirror.read(cards, policyId)]);
    const policy = all.groups?.flatMap(({ rows }) => rows).find(({ Policy }) => Policy === policyId);
    const people = insured.groups?.flatMap(({ rows }) => rows) ?? [];
    const { poliza, ...unfit } = knownPolicyProblems(policy, asked, locale, contactEmail);
    if (poliza) return { text: poliza };
    if (Object.keys(unfit).length > 0) return refuse(unfit, form);
    const fields = { ...request, tipoReembolso: type, poliza: policyId };
    const patient = patientNames(people)({ paciente: '', ...request });
    const label = refundLabel(fields, paperLabels(files, locale), patient, policy?.PolicyNumber ?? '');
    const refusal = await handIn({ fields, files, label, policy: policyId });
    return refusal?.fields ? refuse(refusal.fields, form) : refusal;
  };
  return (form) => drafts.whileHandedIn(draftId, check(form));
}
