import { type ReactNode, useEffect, useState } from 'react';
import type { RefundType } from '#contract/refunds.ts';
import { focusField } from '#forms/focus-field.ts';
import { RefusedWords } from '#forms/refused-words.tsx';
import { answersCheckedBy } from '#forms/schemas.ts';
import { StepForm } from '#forms/step-form.tsx';
import { usePolicy } from '#mirror/hooks.tsx';
import type { FormDraft } from '#requests/use-form-draft.ts';
import { dotted } from '#rules/joined.ts';
import { askedAbout, refundSteps, refundTypeLabels } from '#rules/refund-form.ts';
import { judgedTogether } from '#rules/refund-request.ts';
import { StepBar } from '#ui/states/step-bar.tsx';
import { Needs } from './needs.tsx';
import styles from './new-refund.module.css';
import { answersOf, type RefundForm, stepAsking, wireTexts, withAnswers } from './refund-draft.ts';
import { RefundFields } from './refund-fields.tsx';
import type { ProblemsOf } from './refund-problems.ts';
import { type Refused, stillRefused } from './refused-fields.ts';
import type { Steps } from './use-steps.ts';

export interface StepScreenProps {
  policyId: string;
  /** The policy's name. */
  policy: string | undefined;
  type: RefundType;
  form: RefundForm;
  draftId: string;
  hand: FormDraft<RefundForm>;
  steps: Steps;
  notice: ReactNode;
  refused: Refused;
  problemsOf: ProblemsOf;
}

/** One of the four steps (H2.42 to H2.46, D18). A step that the review opened leads straight back to it (D73). */
export function RefundStepScreen(props: StepScreenProps & { step: number }) {
  const { type, step, form, hand, policyId, steps, notice, refused, problemsOf } = props;
  const asked = refundSteps[type][step - 1] ?? { title: '', fields: [] };
  const { fields } = asked;
  const [answers] = useState(() => answersOf(form, fields));
  const [words] = useState(() => stillRefused(refused, form));
  const known = usePolicy(policyId);
  const total = refundSteps[type].length;
  const text = `Paso ${step} de ${total}`;
  const schema = answersCheckedBy((given) => problemsOf(withAnswers(form, given), step));
  const open = problemsOf(form);
  const [repeated, setRepeated] = useState(false);
  const dated = stepAsking(type, ['fechaServicio']);
  const [changed] = useState(steps.change);
  useEffect(() => {
    if (changed) focusField(changed);
  }, [changed]);

  return (
    <main className={styles.screen}>
      <div className={styles.columns}>
        <div className="stack-5">
          <StepForm
            answers={answers}
            schema={schema}
            together={judgedTogether}
            {...hand.ofStep}
            onContinue={async () => {
              if (changed) steps.back();
              else await steps.forward(step + 1);
              return undefined;
            }}
            aside={repeated && <p className={styles.goOn}>Puedes seguir: solo te avisamos.</p>}
            heading={{
              title: askedAbout(asked, wireTexts(form)),
              onBack: steps.back,
              bar: <StepBar step={step} total={total} />,
              above: dotted(text, refundTypeLabels[type].label, props.policy),
              // The question names its patient.
              windowTitle: `${asked.title} · ${text}`,
            }}
          >
            {notice}
            <RefundFields
              fields={fields}
              policyId={policyId}
              onBeforePick={hand.flush}
              paper={{
                country: form.texts.pais ?? '',
                service: dated === null ? null : (form.texts.fechaServicio ?? ''),
                isWrong: ['importe', 'divisa'].some((name) => Object.hasOwn(open, name)),
                onService: (fechaServicio) => hand.answer({ fechaServicio }),
                draftId: props.draftId,
                takesXml: known?.RefundTakesXml === true,
                onRepeated: setRepeated,
                onChangeService: () => steps.backTo(dated ?? step),
              }}
              {...(form.texts.paciente && { patient: form.texts.paciente })}
            />
            <RefusedWords texts={words} fields={fields} />
          </StepForm>
        </div>
        <aside className={styles.beside}>
          <Needs type={type} open={open} />
        </aside>
      </div>
    </main>
  );
}
