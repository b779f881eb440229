import type { RefundType } from '#contract/refunds.ts';
import type { Refusal } from '#forms/refusal.ts';
import { cards, policies } from '#mirror/collections.ts';
import { useMirror } from '#mirror/hooks.tsx';
import { useOutbox } from '#outbox/hooks.ts';
import type { Correcting } from '#requests/correct-request.tsx';
import { refund, refundLabel } from '#requests/refund.ts';
import { unqueuedText } from '#requests/unqueued.ts';
import { today } from '#rules/dates.ts';
import { patientNames } from '#rules/people.ts';
import { refundFields } from '#rules/refund-form.ts';
import { knownPolicyProblems } from '#rules/refund-policy.ts';
import { refundFieldProblems } from '#rules/refund-request.ts';
import { useSession } from '#session/hooks.ts';
import { useStillHere } from '#ui/hooks/still-here.ts';
import { fieldsOf, filesOf, type RefundForm, stepAsking, wireTexts } from './refund-draft.ts';
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

export interface HandingIn extends RequestInSteps {
  type: RefundType;
  /** 1 to 4. */
  step: number;
  onRefused: (refused: Refused) => void;
}

/**
 * 'Enviar solicitud': queues the request. It resolves when the request is stored on the device. On failure it returns a text
 * and the form stays.
 */
export function useHandIn(props: HandingIn): (form: RefundForm) => Promise<Refusal | undefined> {
  const { policyId, draftId, type, step, steps, correcting, onSent, onRefused } = props;
  const session = useSession();
  const outbox = useOutbox();
  const mirror = useMirror();
  const stillHere = useStillHere();

  /** A problem on another step is shown on that step. */
  const refuse = (fields: Record<string, string>, form: RefundForm): Refusal => {
    const target = stepAsking(type, Object.keys(fields));
    if (target === null || target === step) return { fields };
    onRefused({ words: fields, form });
    steps.backTo(target);
    return { text: `Falta revisar: ${refundFields[Object.keys(fields)[0] as keyof typeof refundFields]?.label ?? ''}` };
  };

  return async (form) => {
    const request = fieldsOf(form, type);
    const files = filesOf(form, type);
    const asked = { ...wireTexts(form), tipoReembolso: type };
    const problems = refundFieldProblems(asked, Object.keys(files), today(new Date()));
    if (Object.keys(problems).length > 0) return refuse(problems, form);

    const who = await session.customer();
    if (!who) return { text: unqueuedText(refund, 'signed-out') };
    const [all, insured] = await Promise.all([mirror.read(policies), mirror.read(cards, policyId)]);
    const policy = all.groups?.flatMap(({ rows }) => rows).find(({ Policy }) => Policy === policyId);
    const people = insured.groups?.flatMap(({ rows }) => rows) ?? [];
    const { poliza, ...unfit } = knownPolicyProblems(policy, asked);
    if (poliza) return { text: poliza };
    if (Object.keys(unfit).length > 0) return refuse(unfit, form);
    const fields = { ...request, tipoReembolso: type, poliza: policyId, idUsuario: who.idUsuario };
    const queued = await outbox.enqueue('refund.create', fields, files, {
      draftId,
      label: refundLabel(fields, patientNames(people)({ paciente: '', ...request }), policy?.PolicyNumber ?? ''),
      policy: policyId,
      ...(correcting && { replaces: correcting.key }),
    });
    if (queued.ok) {
      // A customer who has left this screen is not brought back: the request is in the queue.
      if (stillHere()) onSent(queued.value.key);
      return undefined;
    }
    if (queued.code === 'empty-file') return refuse({ [queued.field]: EMPTY_FILE }, form);
    if (queued.code === 'invalid') return refuse(queued.fields, form);
    return { text: unqueuedText(refund, queued.code) };
  };
}

const EMPTY_FILE = 'El archivo está vacío. Elígelo otra vez o adjunta otro';
