import { type ReactNode, useState } from 'react';
import type { Policy } from '#contract/policies.ts';
import type { RefundType } from '#contract/refunds.ts';
import { RefusedWords } from '#forms/refused-words.tsx';
import { answersCheckedBy } from '#forms/schemas.ts';
import { StepForm } from '#forms/step-form.tsx';
import { usePolicy } from '#mirror/hooks.tsx';
import type { EditableItem } from '#outbox/withdraw.ts';
import { refusalIn } from '#requests/queue-words.ts';
import type { FormDraft } from '#requests/use-form-draft.ts';
import { today } from '#rules/dates.ts';
import { dotted } from '#rules/joined.ts';
import { refundFields, refundSteps, refundTypeLabels } from '#rules/refund-form.ts';
import { knownPolicyProblems } from '#rules/refund-policy.ts';
import { askedOf, refundStepProblems } from '#rules/refund-request.ts';
import { PageHeader } from '#ui/base/page-header.tsx';
import { Button } from '#ui/controls/button.tsx';
import { useOnline } from '#ui/hooks/use-online.ts';
import { Banner } from '#ui/states/banner.tsx';
import { LiveRegion } from '#ui/states/live-region.tsx';
import { StepBar } from '#ui/states/step-bar.tsx';
import { Needs } from './needs.tsx';
import styles from './new-refund.module.css';
import { answersOf, filesOf, type RefundForm, wireTexts, withAnswers } from './refund-draft.ts';
import { RefundFields } from './refund-fields.tsx';
import { type Refused, stillRefused } from './refused-fields.ts';
import { Summary } from './summary.tsx';
import { type HandingIn, useRefundHandIn } from './use-hand-in.ts';

interface StepScreenProps extends HandingIn {
  form: RefundForm;
  hand: FormDraft<RefundForm>;
  /** The policy's name. */
  policy: string | undefined;
  notice: ReactNode;
  refused: Refused;
}

/** One of the four steps (H2.42 to H2.46, D18). */
export function RefundStepScreen(props: StepScreenProps) {
  const { type, step, form, hand, policyId, steps, notice, refused, correcting } = props;
  const asked = refundSteps[type][step - 1];
  const fields = asked?.fields ?? [];
  const [answers] = useState(() => answersOf(form, fields));
  const [words] = useState(() => stillRefused(refused, form));
  const [reviewing, setReviewing] = useState(false);
  const online = useOnline();
  const handIn = useRefundHandIn(props);
  const known = usePolicy(policyId);
  const total = refundSteps[type].length;
  const last = step === total;
  const text = `Paso ${step} de ${total} · ${refundTypeLabels[type].label}`;
  const schema = answersCheckedBy((given) => problemsOf(known, type, step, withAnswers(form, given)));

  return (
    <main className={styles.screen}>
      <div className={styles.columns}>
        <div className="stack-5">
          <StepForm
            answers={answers}
            schema={schema}
            onAnswers={hand.answer}
            onLateAnswers={(late) => hand.answerLate(hand.round, late)}
            unkept={hand.unkept}
            onContinue={async (given) => {
              if (last) return handIn(withAnswers(form, given));
              await steps.forward(step + 1);
              return undefined;
            }}
            {...(last && { continueLabel: 'Enviar solicitud', accent: true })}
            heading={(titleRef) => (
              <PageHeader
                title={asked?.title}
                titleRef={titleRef}
                onBack={steps.back}
                bar={<StepBar step={step} total={total} text={text} />}
                above={dotted(text, props.policy)}
              />
            )}
            aside={
              last && (
                <Button
                  look="quiet"
                  className={styles.narrowOnly}
                  aria-expanded={reviewing}
                  onClick={() => setReviewing(!reviewing)}
                >
                  {reviewing ? 'Ocultar mis respuestas' : 'Revisar mis respuestas'}
                </Button>
              )
            }
          >
            {notice}
            {correcting && <Correction problem={correcting.item.problem} />}
            <RefundFields
              fields={fields}
              policyId={policyId}
              onBeforePick={hand.flush}
              {...(form.texts.paciente && { patient: form.texts.paciente })}
            />
            <RefusedWords texts={words} fields={fields} />
            {last && reviewing && (
              <div className={styles.narrowOnly}>
                <Summary form={form} type={type} policyId={policyId} onChange={steps.backTo} />
              </div>
            )}
            <LiveRegion>
              {last && !online && (
                <Banner>
                  <b>Puedes enviar sin conexión:</b> la guardamos en este dispositivo y saldrá sola.
                </Banner>
              )}
            </LiveRegion>
          </StepForm>
        </div>
        <aside className={styles.beside}>
          {last ? (
            <Summary form={form} type={type} policyId={policyId} onChange={steps.backTo} />
          ) : (
            <Needs type={type} />
          )}
        </aside>
      </div>
    </main>
  );
}

/** Tells that a queued request is being corrected, with the server's reasons that belong to no field. */
function Correction({ problem }: { problem: EditableItem['problem'] }) {
  const general = Object.entries(problem?.fields ?? {}).filter(([name]) => !Object.hasOwn(refundFields, name));
  // A file that is too large is reported at its field.
  const said = problem?.code === 'too-large' ? '' : (refusalIn(problem)?.text ?? '');
  const words = [said, ...general.map(([, text]) => text)].filter(Boolean).join('. ');
  return (
    <Banner tone="warn" icon="edit">
      <b>Estás corrigiendo una solicitud pendiente.</b> {words || 'Revísala y envíala de nuevo.'}
    </Banner>
  );
}

/** Applies the rules to the form as it would be sent, those of the policy too. Returns the step's problems by field name. */
function problemsOf(
  policy: Policy | null | undefined,
  type: RefundType,
  step: number,
  form: RefundForm,
): Record<string, string> {
  const wire = wireTexts(form);
  const asked: readonly string[] = askedOf(type, wire, step - 1);
  const unfit = Object.entries(knownPolicyProblems(policy, wire)).filter(([name]) => asked.includes(name));
  const problems = refundStepProblems(type, step - 1, wire, Object.keys(filesOf(form, type)), today(new Date()));
  return { ...Object.fromEntries(unfit), ...problems };
}
