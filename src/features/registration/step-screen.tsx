import { useStore } from '@tanstack/react-form';
import { useState, useSyncExternalStore } from 'react';
import type { Answers } from '#forms/answers.ts';
import { useStep } from '#forms/form-context.ts';
import { answersCheckedBy } from '#forms/schemas.ts';
import { StepForm } from '#forms/step-form.tsx';
import type { LoadedLists } from '#forms/use-lists.ts';
import { today } from '#rules/dates.ts';
import { progressAt, stepNumber } from '#rules/wizard.ts';
import type { Country, Lists, Step, TabId } from '#rules/wizard-country.ts';
import { stepProblems } from '#rules/wizard-fields.ts';
import { answersInWords } from '#rules/wizard-words.ts';
import { LogoMark } from '#ui/base/logo.tsx';
import { Button, ButtonLink } from '#ui/controls/button.tsx';
import { useOnline } from '#ui/hooks/use-online.ts';
import { Review } from '#ui/lists/review.tsx';
import { ProgressBar } from '#ui/states/step-bar.tsx';
import { Unloaded } from '#ui/states/unloaded.tsx';
import { useRegistration } from './hooks.ts';
import { OfflineWords, type OfflineWordsProps } from './offline-words.tsx';
import { StepFields } from './step-fields.tsx';
import styles from './step-screen.module.css';
import { useConnectionWait } from './use-connection-wait.ts';
import { useStepActions } from './use-step-actions.ts';
import type { StepHistory } from './use-step-history.ts';
import { withPassword } from './with-password.ts';
import { words } from './words.ts';

export interface StepScreenProps {
  country: Country;
  step: Step;
  loadedLists: LoadedLists;
  steps: StepHistory;
}

/** One step of the wizard: back, progress, title, questions and 'Continuar' (V2.15). */
export function StepScreen({ country, step: asked, loadedLists, steps }: StepScreenProps) {
  const { registration } = useRegistration();
  const unkept = useSyncExternalStore(registration.subscribe, registration.unkept);
  const arrived = useSyncExternalStore(registration.subscribe, registration.arrived);
  const sending = useSyncExternalStore(registration.subscribe, registration.sending);
  const [registrationId] = useState(registration.id);
  const { lists } = loadedLists;
  const isLast = asked.id === country.steps.at(-1)?.id;
  // A resumed registration has no password, so the last step asks for it again (D45).
  const [step] = useState(() => (isLast ? withPassword(country, asked, registration.given()) : asked));
  // The email belongs to an account, perhaps the customer's own.
  const [hasAccount, setHasAccount] = useState(false);

  const wait = useConnectionWait();
  const online = useOnline();
  const needs = step.lookup?.call ?? (isLast ? 'send' : undefined);
  const waits = wait.waiting || (!online && needs !== undefined);
  const hand = { country, step, isLast, lists, steps, setHasAccount, wait };
  const { go, change, pause, onItsStep } = useStepActions(hand);

  const progress = progressAt(country, step.id);
  const text = `Paso ${stepNumber(country, registration.given(), step.id)} de ${progress.total}`;
  const isFirst = progress.step === 1;
  return (
    <main className={styles.screen}>
      <StepForm
        answers={startingAnswers(step, registration.given())}
        schema={answersCheckedBy((answers) =>
          stepProblems(country, step, { ...registration.given(), ...answers }, { today: today(new Date()), lists }),
        )}
        onAnswers={(answers) => {
          wait.giveUp();
          setHasAccount(false);
          registration.answer(answers);
        }}
        onFileAfterLeave={(late, before, { tipoId }) =>
          registration.answerLate(registrationId && { ...registrationId, tipoId: tipoId ?? null }, late, before)
        }
        arrived={arrived}
        unkept={unkept}
        onContinue={go}
        stepOf={onItsStep}
        aside={
          (hasAccount || !isFirst) && (
            <div className="stack-1">
              {hasAccount && (
                <ButtonLink look="line" href="#/">
                  {words.ownAccount}
                </ButtonLink>
              )}
              {!isFirst && (
                <Button look="quiet" size="small" loading={sending} onClick={() => void pause()}>
                  {words.pause}
                </Button>
              )}
            </div>
          )
        }
        accent={isLast}
        staysOpen={!isLast || wait.waiting}
        {...(waits && { continueLabel: words.whenBack })}
        {...(isLast && {
          continueLabel: waits ? words.createWhenBack : words.create,
          incompleteText: words.createIncomplete,
        })}
        heading={{
          title: step.title,
          onBack: () => steps.back(step.id),
          backIcon: isFirst ? 'x' : 'back',
          bar: <ProgressBar percent={progress.percent} />,
          above: text,
          windowTitle: `${step.title} · ${text}`,
          aside: <LogoMark size={28} />,
        }}
        intro={<Intro {...{ step, loadedLists, needs }} waiting={wait.waiting} />}
      >
        <StepFields country={country} step={step} loadedLists={loadedLists} />
        {isLast && <WholeReview country={country} step={step} lists={lists} onChange={change} />}
      </StepForm>
    </main>
  );
}

/** What stands below a step's title. */
function Intro({
  step,
  loadedLists,
  ...connection
}: Pick<StepScreenProps, 'step' | 'loadedLists'> & OfflineWordsProps) {
  return (
    <>
      {step.subtitle && <p className={styles.subtitle}>{step.subtitle}</p>}
      <OfflineWords {...connection} />
      {loadedLists.state === 'failed' && <Unloaded title={words.listFailed} onRetry={loadedLists.retry} />}
    </>
  );
}

/** The step's own answers; null where none was given yet. */
function startingAnswers(step: Step, given: Readonly<Record<string, unknown>>): Answers {
  return Object.fromEntries(step.fields.map(({ name }) => [name, given[name] ?? null])) as Answers;
}

interface ReviewProps {
  country: Country;
  /** The last step; its own answers stand above the review. */
  step: Step;
  lists: Lists;
  onChange: (tab: TabId) => void;
}

/** 'Revisa tus datos': all answers, one row per step, which leads back to it. */
function WholeReview({ country, step: last, lists, onChange }: ReviewProps) {
  const { registration } = useRegistration();
  const { form } = useStep();
  const values = useStore(form.store, (state) => state.values);
  const rows = answersInWords(country, { ...registration.given(), ...values }, lists)
    .filter(({ step }) => step.id !== last.id)
    .map(({ step, answers }) => ({
      name: step.id,
      label: step.title,
      lines: answers.map(({ label, text }) => ({ term: label, text })),
      onChange: () => onChange(step.id),
    }));
  return <Review title={words.review} about={words.reviewText} groups={[rows]} />;
}
