import type { RefundType } from '#contract/refunds.ts';
import type { Refusal } from '#forms/step-form.tsx';
import { policies } from '#mirror/collections.ts';
import { useMirror } from '#mirror/hooks.tsx';
import { useOutbox } from '#outbox/hooks.ts';
import { today } from '#rules/dates.ts';
import { refundFields } from '#rules/refund-form.ts';
import { refundFieldProblems } from '#rules/refund-request.ts';
import { useSession } from '#session/hooks.ts';
import { useStillHere } from '#ui/still-here.ts';
import { labelOf } from './labels.ts';
import { filesOf, type RefundForm, requestOf, stepAsking, wireTexts } from './refund-draft.ts';
import type { JourneyProps, Refused } from './refund-journey.tsx';

interface HandingIn extends JourneyProps {
  type: RefundType;
  step: number;
  onRefused: (refused: Refused) => void;
}

/**
 * 'Enviar solicitud': puts the request into the queue. It is done when the request is on the device to stay; what keeps it
 * from getting there comes back in words, and the form stays as it is.
 */
export function useHandIn(props: HandingIn): (form: RefundForm) => Promise<Refusal | undefined> {
  const { policyId, draftId, type, step, steps, correcting, onSent, onRefused } = props;
  const session = useSession();
  const outbox = useOutbox();
  const mirror = useMirror();
  const stillHere = useStillHere();

  /** A problem on another step is shown there. */
  const refuse = (fields: Record<string, string>, form: RefundForm): Refusal => {
    const at = stepAsking(type, Object.keys(fields));
    if (at === null || at === step) return { fields };
    onRefused({ words: fields, form });
    steps.backTo(at);
    return { text: `Falta revisar: ${refundFields[Object.keys(fields)[0] as keyof typeof refundFields]?.label ?? ''}` };
  };

  return async (form) => {
    const request = requestOf(form, type);
    const files = filesOf(form, type);
    const asked = { ...wireTexts(form), tipoReembolso: type };
    const problems = refundFieldProblems(asked, Object.keys(files), today(new Date()));
    if (Object.keys(problems).length > 0) return refuse(problems, form);

    const who = await session.open();
    if (!who) return { text: words['signed-out'] };
    const { groups } = await mirror.read(policies);
    const policy = groups?.flatMap(({ rows }) => rows).find(({ Policy }) => Policy === policyId);
    const fields = { ...request, tipoReembolso: type, poliza: policyId, idUsuario: who.idUsuario };
    const queued = await outbox.enqueue('refund.create', fields, files, {
      draftId,
      label: labelOf(fields, policy?.PolicyNumber ?? ''),
      policy: policyId,
      ...(correcting && { replaces: correcting.key }),
    });
    if (queued.ok) {
      // Who has gone elsewhere meanwhile stays there: the request stands in the queue.
      if (stillHere()) onSent(queued.value.key);
      return undefined;
    }
    if (queued.code === 'empty-file') return refuse({ [queued.field]: words['empty-file'] }, form);
    if (queued.code === 'invalid') return refuse(queued.fields, form);
    return { text: words[queued.code] };
  };
}

const words = {
  'storage-full':
    'No queda espacio en este dispositivo para guardar la solicitud. Libera espacio e inténtalo de nuevo: lo que escribiste sigue aquí.',
  'signed-out': 'Tu sesión terminó. Vuelve a iniciar sesión: lo que escribiste sigue guardado en este dispositivo.',
  'being-sent': 'Esta solicitud se está enviando ahora. Espera un momento y revisa tu historial de reembolsos.',
  elsewhere:
    'Esta solicitud ya se envió o se descartó en otra pestaña. Revisa tu historial de reembolsos; si aun así quieres enviarla, pulsa otra vez.',
  'empty-file': 'El archivo está vacío. Elígelo otra vez o adjunta otro',
} as const;
