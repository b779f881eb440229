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

/** The second tap of a double one comes sooner than anybody reads a step, in milliseconds. */
const DOUBLE_TAP = 500;

export interface StepScreenProps {
  country: Country;
  step: Step;
  inHand: ListsInHand;
  steps: StepHistory;
}

/** One step of the wizard: back, progress, title, the questions, and the way on (V2.15). */
export function StepScreen({ country, step: asked, inHand, steps }: StepScreenProps) {
  const { registration } = useRegistration();
  const unkept = useSyncExternalStore(registration.subscribe, registration.unkept);
  const [walk] = useState(registration.walk);
  const session = useSession();
  const say = useToast();
  const { lists } = inHand;
  const isLast = asked.id === country.steps.at(-1)?.id;
  // A resumed registration has no password any more; the last step asks it again (D45).
  const [step] = useState(() => (isLast ? withPassword(country, asked, registration.given()) : asked));
  const around = () => ({ today: today(new Date()), lists });
  const whole = (answers: Readonly<Record<string, unknown>>) => ({ ...registration.given(), ...answers });
  const cameUp = useJustCameUp();
  // The email belongs to an account: perhaps the customer's own.
  const [known, setKnown] = useState(false);

  const go = (answers: Answers): Promise<Refusal | undefined> | undefined => {
    // Tapped twice on the step before, 'Continuar' must not also press the button that sends, at the same place.
    if (isLast && cameUp.justNow()) return undefined;
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
    // Who went back meanwhile is not pulled on by the answer; what was changed meanwhile it says nothing about.
    const given = registration.given();
    if (!steps.isAt(step.id) || step.fields.some(({ name }) => given[name] !== answers[name])) return undefined;
    if (!refusal) goOn();
    setKnown(refusal?.fields?.email !== undefined);
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

  /** To an earlier step, which then leads back here. */
  const change = (tab: TabId) => {
    registration.review();
    steps.jumpTo(tab);
  };
  /** A visible way out in the middle: what was written stays on the device, the password does not. */
  const pause = async () => {
    await registration.flush();
    registration.forgetPassword();
    say({ text: words.paused, duration: 6000 });
    steps.leave();
  };
  /** Where the field of another step is that was refused. */
  const placeOf = (name: string, problem: string) => {
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
          cameUp.forget();
          setKnown(false);
          registration.answer(answers);
        }}
        onLateAnswers={(late) => registration.answerLate(walk, late)}
        unkept={unkept}
        onContinue={go}
        elsewhere={placeOf}
        aside={
          (known || !isFirst) && (
            <div className={styles.ways}>
              {known && (
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

/** The step of the field is drawn a moment later, and its title takes the focus first. */
function focusWhenThere(name: string, tries = 20): void {
  const control = document.querySelector<HTMLElement>(
    `[data-field="${CSS.escape(name)}"] :is(input:not([hidden]), button, textarea)`,
  );
  if (control?.checkVisibility?.() ?? control) control?.focus();
  else if (tries > 0) setTimeout(() => focusWhenThere(name, tries - 1), 50);
}

/** Tells a step that came up this very moment, on which nothing was answered yet. */
function useJustCameUp(): { justNow: () => boolean; forget: () => void } {
  const at = useRef(Number.NEGATIVE_INFINITY);
  // A step made ready behind another one comes up when its effects run.
  useEffect(() => {
    at.current = performance.now();
  }, []);
  return {
    justNow: () => performance.now() - at.current < DOUBLE_TAP,
    forget() {
      at.current = Number.NEGATIVE_INFINITY;
    },
  };
}

/** The step's own answers; '' where none was given yet. */
function startingAnswers(step: Step, given: Readonly<Record<string, unknown>>): Answers {
  return Object.fromEntries(step.fields.map(({ name }) => [name, given[name] ?? null])) as Answers;
}
