import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { Answers } from '#forms/answers.ts';
import { answersCheckedBy } from '#forms/schemas.ts';
import { type Refusal, StepForm } from '#forms/step-form.tsx';
import { today } from '#rules/dates.ts';
import { nextTab, pathFor, progressAt } from '#rules/wizard.ts';
import type { Country, Step, TabId } from '#rules/wizard-country.ts';
import { afterChange, firstIncomplete, labelFor, stepProblems } from '#rules/wizard-fields.ts';
import { useSession } from '#session/hooks.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { LogoMark } from '#ui/logo.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { ProgressBar } from '#ui/step-bar.tsx';
import { useToast } from '#ui/toasts.tsx';
import { type ListsInHand, useRegistration } from './hooks.ts';
import { isTaken } from './lookup.ts';
import { OfflineWords } from './offline-words.tsx';
import { Review } from './review.tsx';
import { send } from './send.ts';
import { StepFields } from './step-fields.tsx';
import styles from './step-screen.module.css';
import type { StepHistory } from './use-step-history.ts';
import { withPassword } from './with-password.ts';
import { words } from './words.ts';

/** A tap this soon after a step appears is the second half of a double tap. */
const DOUBLE_TAP_MS = 500;

export interface StepScreenProps {
  country: Country;
  step: Step;
  inHand: ListsInHand;
  steps: StepHistory;
}

/** One step of the wizard: back, progress, title, questions and 'Continuar' (V2.15). */
export function StepScreen({ country, step: asked, inHand, steps }: StepScreenProps) {
  const { registration } = useRegistration();
  const unkept = useSyncExternalStore(registration.subscribe, registration.unkept);
  const [walk] = useState(registration.walk);
  const session = useSession();
  const say = useToast();
  const { lists } = inHand;
  const isLast = asked.id === country.steps.at(-1)?.id;
  // A resumed registration has no password, so the last step asks for it again (D45).
  const [step] = useState(() => (isLast ? withPassword(country, asked, registration.given()) : asked));
  const around = () => ({ today: today(new Date()), lists });
  const whole = (answers: Readonly<Record<string, unknown>>) => ({ ...registration.given(), ...answers });
  const shown = useJustShown();
  // The email belongs to an account, perhaps the customer's own.
  const [hasAccount, setHasAccount] = useState(false);

  const go = (answers: Answers): Promise<Refusal | undefined> | undefined => {
    // A double tap on the previous step's 'Continuar' must not press 'Enviar', which stands at the same position.
    if (isLast && shown.justNow()) return undefined;
    registration.answer(answers);
    if (step.lookup) return ask(step.lookup, answers);
    if (isLast) return finish();
    goOn();
  };
  const goOn = () => {
    const given = registration.given();
    const back = registration.reviewing() ? afterChange(country, given, step.id, around()) : null;
    const next = nextTab(country, given, step.id);
    if (back) steps.jumpTo(back);
    else if (next) steps.forward(next);
  };
  const ask = async (lookup: NonNullable<Step['lookup']>, answers: Answers): Promise<Refusal | undefined> => {
    const refusal = await isTaken(session, country, lookup, whole(answers));
    // The answer is ignored when the customer went back or changed the fields meanwhile.
    const given = registration.given();
    if (!steps.isAt(step.id) || step.fields.some(({ name }) => given[name] !== answers[name])) return undefined;
    if (!refusal) goOn();
    setHasAccount(refusal?.fields?.email !== undefined);
    return refusal;
  };
  const finish = async (): Promise<Refusal | undefined> => {
    const lacking = firstIncomplete(country, registration.given(), around());
    if (lacking && lacking !== step.id) {
      say({ text: words.incomplete, tone: 'error' });
      change(lacking);
      return undefined;
    }
    await registration.flush();
    const refusal = await send(session, country, registration.given(), lists, registration.key());
    if (refusal) {
      say({ text: words.failed, tone: 'error' });
      return refusal;
    }
    await steps.finish();
    await registration.finish();
    return undefined;
  };

  /** Goes to an earlier step, whose 'Continuar' then leads back here. */
  const change = (tab: TabId) => {
    registration.review();
    steps.jumpTo(tab);
  };
  /** Leaves the wizard. The answers stay on the device, the password does not. */
  const pause = async () => {
    await registration.flush();
    registration.forgetPassword();
    say({ text: words.paused, duration: 6000 });
    steps.leave();
  };
  /** Names the step of a refused field that belongs to another step. */
  const onItsStep = (name: string, problem: string) => {
    const path = pathFor(country, registration.given());
    const there = path.find(({ id, fields }) => id !== step.id && fields.some((field) => field.name === name));
    const field = there?.fields.find((one) => one.name === name);
    if (!there || !field) return null;
    const label = words.onStep(there.title, field.calledAs ?? labelFor(field, registration.given()));
    return {
      label,
      go: () => {
        say({ text: `${label}: ${problem}`, tone: 'error' });
        change(there.id);
        focusWhenThere(name);
      },
    };
  };

  const progress = progressAt(country, step.id);
  const text = `Paso ${progress.step} de ${progress.total}`;
  const isFirst = progress.step === 1;
  return (
    <main className={styles.screen}>
      <StepForm
        answers={startingAnswers(step, registration.given())}
        schema={answersCheckedBy((answers) => stepProblems(country, step, whole(answers), around()))}
        onAnswers={(answers) => {
          shown.forget();
          setHasAccount(false);
          registration.answer(answers);
        }}
        onLateAnswers={(late) => registration.answerLate(walk, late)}
        unkept={unkept}
        onContinue={go}
        elsewhere={onItsStep}
        aside={
          (hasAccount || !isFirst) && (
            <div className={styles.ways}>
              {hasAccount && (
                <ButtonLink look="line" href="#/">
                  {words.ownAccount}
                </ButtonLink>
              )}
              {!isFirst && (
                <Button look="quiet" size="small" onClick={() => void pause()}>
                  {words.pause}
                </Button>
              )}
            </div>
          )
        }
        accent={isLast}
        {...(isLast && { continueLabel: words.create, incompleteText: words.createIncomplete })}
        heading={(titleRef) => (
          <>
            <PageHeader
              title={step.title}
              titleRef={titleRef}
              onBack={() => steps.back(step.id)}
              backIcon={isFirst ? 'x' : 'back'}
              bar={<ProgressBar percent={progress.percent} text={text} />}
              above={text}
              aside={<LogoMark size={28} />}
            />
            {step.subtitle && <p className={styles.subtitle}>{step.subtitle}</p>}
            <OfflineWords />
            {inHand.failed && (
              <div className={styles.lists} role="alert">
                <p>{words.listFailed}</p>
                <Button look="line" size="small" fit onClick={inHand.retry}>
                  {words.retry}
                </Button>
              </div>
            )}
          </>
        )}
      >
        <StepFields country={country} step={step} lists={lists} />
        {isLast && <Review country={country} step={step} lists={lists} onChange={change} />}
      </StepForm>
    </main>
  );
}

/** Focuses a field once it is drawn: its step appears later, and the step's title takes the focus first. */
function focusWhenThere(name: string, tries = 20): void {
  const control = document.querySelector<HTMLElement>(
    `[data-field="${CSS.escape(name)}"] :is(input:not([hidden]), button, textarea)`,
  );
  if (control?.checkVisibility?.() ?? control) control?.focus();
  else if (tries > 0) setTimeout(() => focusWhenThere(name, tries - 1), 50);
}

/** Tells whether the step has just appeared and nothing was answered on it yet. */
function useJustShown(): { justNow: () => boolean; forget: () => void } {
  const at = useRef(Number.NEGATIVE_INFINITY);
  // A step that was prepared in the background runs its effects when it is shown.
  useEffect(() => {
    at.current = performance.now();
  }, []);
  return {
    justNow: () => performance.now() - at.current < DOUBLE_TAP_MS,
    forget() {
      at.current = Number.NEGATIVE_INFINITY;
    },
  };
}

/** The step's own answers; null where none was given yet. */
function startingAnswers(step: Step, given: Readonly<Record<string, unknown>>): Answers {
  return Object.fromEntries(step.fields.map(({ name }) => [name, given[name] ?? null])) as Answers;
}
