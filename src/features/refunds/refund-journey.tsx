import { useEffect, useEffectEvent, useState } from 'react';
import { UnkeptNote } from '#forms/unkept-note.tsx';
import { usePolicy } from '#mirror/hooks.tsx';
import { ElsewhereNote } from '#requests/elsewhere-note.tsx';
import { refund } from '#requests/refund.ts';
import { StartAgain } from '#requests/start-again.tsx';
import { type FormDraft, useFormDraft } from '#requests/use-form-draft.ts';
import { isHealth } from '#rules/policies.ts';
import { REVIEW, type RefundField } from '#rules/refund-form.ts';
import { NO_REFUNDS } from '#rules/refund-policy.ts';
import { screens } from '#rules/screens.ts';
import { usePolicyName } from '#screens/use-policy-title.ts';
import { PageHeader } from '#ui/base/page-header.tsx';
import { ScreenButton } from '#ui/controls/screen-link.tsx';
import { focusTitle } from '#ui/hooks/title-focus.ts';
import { EmptyState, LoadingState } from '#ui/states/states.tsx';
import styles from './new-refund.module.css';
import { emptyForm, formOf, isBegun, type RefundForm, refundShape, stepAsking } from './refund-draft.ts';
import { useProblemsOf } from './refund-problems.ts';
import { RefundStepScreen } from './refund-step-screen.tsx';
import { nothingRefused, type Refused, refusedIn } from './refused-fields.ts';
import { ReviewScreen } from './review-screen.tsx';
import { TypeChoice } from './type-choice.tsx';
import { type RequestInSteps, useRefundHandIn } from './use-hand-in.ts';

/** Type choice, four steps (H2.41) and the review (D73), from a draft when there is one. */
export function RefundJourney(request: RequestInSteps) {
  const { policyId, steps, draftId, correcting, repeated = false } = request;
  const [origin] = useState(() => (correcting ? formOf(correcting.item.fields, correcting.item.files) : null));
  const hand = useFormDraft(draftId, refundShape, emptyForm, origin);
  const { form, change } = hand;
  const policy = usePolicyName(policyId);
  const known = usePolicy(policyId);
  const problemsOf = useProblemsOf(known);
  const [refused, setRefused] = useState<Refused>(() => (correcting ? refusedIn(correcting.item) : nothingRefused));
  const { settled, resumedAt, forgetResumed } = useArrival(request, hand, origin);
  const [changed, setChanged] = useState<RefundField | null>(null);
  const [sending, setSending] = useState(false);
  const handIn = useRefundHandIn({ ...request, draft: hand, onRefused: setRefused });

  // Until it is handed in, Back leaves the review where it is: a step would take answers that are not sent (F56).
  const step = form?.type == null ? 0 : sending ? REVIEW : steps.step;
  // Who comes from the steps begins the review at its title.
  useEffect(() => {
    if (step < REVIEW) setChanged(null);
  }, [step]);
  const note = useEffectEvent((now: RefundForm) => change({ ...now, step }));
  useEffect(() => {
    if (settled && form && form.step !== step) note(form);
  }, [settled, form, step]);

  if (!form || !settled) {
    return (
      <main className={styles.screen}>
        <LoadingState text="Preparando tu solicitud..." />
      </main>
    );
  }
  // A notice about another tab takes precedence.
  const again = hand.elsewhere === null && resumedAt === step && !correcting && (
    <StartAgain
      erased={(device) =>
        `Se borrarán de ${device} las respuestas y los archivos de esta solicitud, que aún no se ha enviado.`
      }
      onAgain={async () => {
        setRefused(nothingRefused);
        forgetResumed();
        if (step > 0) steps.backTo(0);
        await hand.discard();
      }}
    >
      {repeated ? (
        <>
          <b>Llenamos lo que se repite.</b> Revisa cada paso y pon lo nuevo: fechas, importe y documentos.
        </>
      ) : (
        <>
          <b>Seguimos donde lo dejaste.</b> Todo lo que escribiste está aquí.
        </>
      )}
    </StartAgain>
  );
  const notice = (
    <>
      <ElsewhereNote kind={refund} draft={hand} />
      {again}
    </>
  );
  if (known && !isHealth(known)) {
    return (
      <main className={styles.screen}>
        <PageHeader title="Solicitar reembolso" titleRef={focusTitle} onBack={steps.back} />
        <EmptyState
          icon="refund"
          title="Sin reembolsos en esta póliza"
          text={`${NO_REFUNDS}.`}
          action={<ScreenButton to={screens.home}>Volver al inicio</ScreenButton>}
        />
      </main>
    );
  }
  if (form.type === null || step === 0) {
    return (
      <TypeChoice
        policy={policy}
        value={form.type}
        open={problemsOf(form)}
        onChoose={(type) => change({ ...form, type })}
        onContinue={() => void steps.forward(1)}
        onBack={steps.back}
        notice={
          <>
            {notice}
            <UnkeptNote why={hand.unkept} />
          </>
        }
      />
    );
  }
  const screen = { type: form.type, form, draftId, hand, policyId, policy, steps, notice, refused, problemsOf };
  // On top of the review stands the step of the field that is changed.
  const shown = sending || steps.change === null ? step : (stepAsking(form.type, [steps.change]) ?? REVIEW);
  if (shown === REVIEW) {
    return (
      <ReviewScreen
        key={hand.round}
        {...screen}
        {...{ correcting, changed }}
        onSend={() => {
          setSending(true);
          return handIn(form).finally(() => setSending(false));
        }}
        onChange={(field) => {
          setChanged(field);
          steps.changeField(field);
        }}
      />
    );
  }
  return <RefundStepScreen key={`${form.type} ${shown} ${hand.round}`} {...screen} step={shown} />;
}

/**
 * Opens a draft at its last step, and a correction at the review, where what was refused is told. The earlier steps become
 * history entries, so that Back leads to them.
 */
function useArrival(
  { steps, correcting }: RequestInSteps,
  { form, began, fill }: FormDraft<RefundForm>,
  origin: RefundForm | null,
) {
  const [settled, setSettled] = useState(false);
  const [resumedAt, setResumedAt] = useState<number | null>(null);
  const arrive = useEffectEvent(async () => {
    const resumed = began !== undefined && isBegun(began);
    const start = origin && !resumed ? origin : form;
    if (!start) return;
    if (start !== form) await fill(start);
    if (steps.step === 0 && start.type !== null && (correcting || isBegun(start))) {
      await steps.forward(correcting && !resumed ? REVIEW : start.step);
    }
    // The history names a step but the draft is gone (another tab sent it), so the steps start again.
    if (steps.step > 0 && start.type === null) steps.backTo(0);
    if (resumed && start.type !== null) setResumedAt(Math.max(steps.step, start.step));
    setSettled(true);
  });
  const loaded = form !== undefined;
  useEffect(() => {
    if (loaded) void arrive();
  }, [loaded]);
  return { settled, resumedAt, forgetResumed: () => setResumedAt(null) };
}
