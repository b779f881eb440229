import { useForm, useStore } from '@tanstack/react-form';
import { type FormEvent, type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import * as v from 'valibot';
import { textByField } from '#contract/text-by-field.ts';
import type { Together } from '#rules/judged-together.ts';
import { PageHeader, type PageHeaderProps } from '#ui/base/page-header.tsx';
import { Button } from '#ui/controls/button.tsx';
import { ignoreSecondPress } from '#ui/hooks/second-press.ts';
import { sticks } from '#ui/hooks/sticks.ts';
import type { Answer, Answers, FileAnswer } from './answers.ts';
import { ErrorSummary, type NamedError } from './error-summary.tsx';
import { controlOf } from './focus-field.ts';
import { type StepCheck, StepContext, type StepFormApi, type StepScope } from './form-context.ts';
import { mayReplace, noteLate } from './late-files.ts';
import type { Refusal } from './refusal.ts';
import { StepFoot } from './step-foot.tsx';
import styles from './step-form.module.css';
import { StepNote } from './step-note.tsx';
import { type Unkept, UnkeptNote } from './unkept-note.tsx';
import { useLifted } from './use-lifted.ts';
import { useRefusal } from './use-refusal.ts';
import { formWords } from './words.ts';

interface FieldStep {
  /** The field's name and its step, for people. */
  label: string;
  go: () => void;
}

type StepSchema = v.GenericSchema<unknown, unknown>;

interface StepFormProps<Schema extends StepSchema> {
  /** The step's heading. Its h1 takes the focus when the step appears. */
  heading?: Omit<PageHeaderProps, 'titleRef'>;
  /** Between the heading and the form. */
  intro?: ReactNode;
  /** Initial answers: '' or null when empty, or those of a draft. */
  answers: Answers;
  /** Checks all fields of the step. Its output goes to `onContinue`. */
  schema: Schema;
  /** Called after every change, to save the draft. */
  onAnswers?: (answers: Answers) => void;
  /**
   * Called with a photo that became ready after the step was left, so that the same form keeps it (F25), with what its field held
   * when it was picked, and with the step's answers.
   */
  onFileAfterLeave?: (answers: Answers, before: FileAnswer | null, among: Answers) => void;
  /** Told as the preparing of a file begins and ends, which may be after the step was left. */
  onPreparing?: (now: boolean) => void;
  /** Whether a file of another step is still being prepared, which what is sent here has to wait for. */
  isPreparing?: boolean;
  /** A photo that the form kept so while this step is shown; its field takes it. */
  arrived?: Answers | undefined;
  /** Why the draft is not on the device. Every form with a draft passes it (F36). */
  unkept?: Unkept | null;
  /** Goes on with the schema's output. A returned refusal is shown at its fields. */
  onContinue: (given: v.InferOutput<Schema>) => Promise<Refusal | undefined> | Refusal | undefined;
  continueLabel?: string;
  /** Whether answers may change while it goes on: it only waits for the connection, or a late answer is ignored (V4.2). */
  staysOpen?: boolean;
  /** Answers that are judged together: once one changes, what was refused of the others may be asked again. */
  together?: Together;
  /** The step of a refused field that is not on this one. */
  stepOf?: (name: string) => FieldStep | null;
  /** Text below the button while answers are missing, instead of the missing fields' names. */
  incompleteText?: string;
  /** Whether the button is the screen's one strong action, as on the last step. */
  accent?: boolean;
  /** Whether the screen is there for this form alone; its button then stays in sight. A heading or `accent` says so too. */
  ofScreen?: boolean;
  /** Stands before the button: what changes what it does, or a button that is read and reached before it. */
  note?: ReactNode;
  /** Class of the form, whose last element holds the button. */
  className?: string | undefined;
  /** Stands beside the button: a second button or a note. */
  aside?: ReactNode;
  children: ReactNode;
}

/**
 * One step of a form: heading, fields, and a button that is enabled when every field is valid, and until then says what is
 * missing. Use the step's name as `key`, so that each step starts with fresh state.
 */
export function StepForm<Schema extends StepSchema>(props: StepFormProps<Schema>) {
  const { answers, schema, onContinue, onAnswers, heading, children, aside, accent } = props;
  const { pending, typing } = usePending(props.isPreparing);
  const { labels, registerField } = useLabels();
  const box = useRef<HTMLFormElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const check: StepCheck = ({ value }) => problemsIn(schema, value);
  const form: StepFormApi = useForm({
    defaultValues: answers as Record<string, unknown>,
    validators: { onBlur: check, onSubmit: check },
  });
  const [busy, setBusy] = useState(false);
  const asked = useAsked();
  const continueLabel = props.continueLabel ?? formWords.continue;
  const { refusal, refuse } = useRefusal(form, labels, continueLabel);

  const values = useStore(form.store, (state) => state.values);
  useChanged(values, onAnswers);
  const held = useLifted(form, values, props.together);
  const refused = held.length > 0;
  const problems = problemsIn(schema, values);
  const right = !refused && problems === undefined;
  const complete = right && pending.size === 0;

  useEffect(() => title.current?.focus({ preventScroll: true }), []);
  useLookFirst(Boolean(accent && heading));

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    // Who presses has ended typing: some phones leave the field where it is.
    for (const settle of pending.values()) settle?.();
    if (!right || [...pending.values()].includes(undefined)) return asked.ask(values);
    refuse(null);
    const parsed = v.safeParse(schema, values);
    if (parsed.success) void goOn(parsed.output);
  };
  // Skips the library's submit: every field was just checked, and its further checks would each be rendered before the next
  // step. A synchronous `onContinue` goes on in the same task.
  const goOn = async (given: v.InferOutput<Schema>) => {
    try {
      const answered = onContinue(given);
      if (!(answered instanceof Promise)) return refuse(answered ?? null);
      setBusy(true);
      refuse((await answered) ?? null);
    } catch (error) {
      // A bug of ours, or a failing device. Without a text the customer would see a button that does nothing.
      console.error('forms: a step ended in an exception', error);
      refuse({ text: formWords.failed });
    } finally {
      setBusy(false);
    }
  };
  const late = useLate(form, props);
  const resetting = useReset(form, props.onPreparing);
  // Fields stay enabled during sending: a disabled one would lose the focus and could not take it back after a refusal.
  const sending = busy && !props.staysOpen;
  const scope: StepScope = { form, typing, late, pending, sending, registerField, ...resetting };
  const errors = named(refusal?.fields, labels, props.stepOf, held);
  const goTo = (name: string) => {
    if (labels.has(name)) controlOf(box.current ?? document, name)?.focus();
    else props.stepOf?.(name)?.go();
  };

  return (
    <StepContext value={scope}>
      {heading && <PageHeader {...heading} titleRef={title} />}
      {props.intro}
      <form ref={box} className={props.className ?? 'stack-5'} onSubmit={submit} noValidate>
        <ErrorSummary text={refusal?.text} errors={errors} onGoTo={goTo} />
        {children}
        <UnkeptNote why={props.unkept ?? null} />
        <Foot of={props}>
          {props.note}
          <Button type="submit" look={accent ? 'accent' : 'primary'} loading={busy} disabled={!complete && !busy}>
            {continueLabel}
          </Button>
          <StepNote
            problems={problems?.fields ?? {}}
            quiet={complete || busy}
            checking={pending.size > 0}
            asked={asked.about(values)}
            values={values}
            labels={labels}
            refused={refused}
            text={props.incompleteText}
            onGoTo={goTo}
          />
          {aside}
        </Foot>
      </form>
    </StepContext>
  );
}

/** A double tap on the step before must not press what sends at its place: nobody has looked at it yet (V4.1, D73). */
function useLookFirst(sends: boolean): void {
  useLayoutEffect(() => (sends ? ignoreSecondPress() : undefined), [sends]);
}

interface FootProps {
  of: Pick<StepFormProps<StepSchema>, 'ofScreen' | 'heading' | 'accent'>;
  children: ReactNode;
}

/** In a drawer, too, it stays at the lower edge; of a form that is a part of its screen it ends the form. */
function Foot({ of, children }: FootProps) {
  if (of.ofScreen || of.heading || of.accent) return <StepFoot>{children}</StepFoot>;
  return (
    <div ref={sticks} className={styles.actions}>
      {children}
    </div>
  );
}

/** Tells each change of the answers once, but not what the step begins with. */
function useChanged(
  values: Record<string, unknown> | undefined,
  onAnswers: ((answers: Answers) => void) | undefined,
): void {
  const keep = useEffectEvent((next: Record<string, unknown>) => onAnswers?.(next as Answers));
  const told = useRef(values);
  useEffect(() => {
    if (values === told.current) return;
    told.current = values;
    if (values) keep(values);
  }, [values]);
}

type LateProps = Pick<StepFormProps<StepSchema>, 'arrived' | 'onFileAfterLeave'>;

/** Files that became ready after their step was left: of an earlier form's into this one, and of this one to the draft. */
function useLate(form: StepFormApi, { arrived, onFileAfterLeave }: LateProps): StepScope['late'] {
  useChanged(arrived, (files) => {
    for (const [name, file] of Object.entries(files)) if (name in form.state.values) form.setFieldValue(name, file);
  });
  return (name, answer, before) => {
    if (!mayReplace(form.getFieldValue(name), before)) return;
    noteLate(answer);
    form.setFieldValue(name, answer);
    onFileAfterLeave?.({ [name]: answer }, before, form.state.values as Answers);
  };
}

function useReset(form: StepFormApi, onPreparing: StepScope['onPreparing']) {
  const [preparing] = useState(() => new Map<string, () => void>());
  return {
    preparing,
    onPreparing,
    reset(name: string, answer: Answer) {
      preparing.get(name)?.();
      form.setFieldValue(name, answer, { dontUpdateMeta: true });
      form.setFieldMeta(name, (meta) => ({ ...meta, isTouched: false, errorMap: {} }));
    },
  };
}

/** How often the button was pressed while something was missing, since the last change. */
function useAsked() {
  const [asked, setAsked] = useState<{ times: number; values: unknown }>({ times: 0, values: null });
  return {
    ask: (values: unknown) => setAsked(({ times }) => ({ times: times + 1, values })),
    about: (values: unknown) => (asked.values === values ? asked.times : 0),
  };
}

/** The problem of each field, by its name; undefined when there is none. */
function problemsIn(schema: StepSchema, value: unknown): { fields: Record<string, string> } | undefined {
  const parsed = v.safeParse(schema, value);
  return parsed.success ? undefined : { fields: textByField(parsed.issues) };
}

/** Fields in which somebody is typing. They are unchecked, so the step is not valid yet; nor is it beside a file of another step. */
function usePending(isPreparing = false): Pick<StepScope, 'pending' | 'typing'> {
  const [pending, setPending] = useState<StepScope['pending']>(new Map());
  const typing: StepScope['typing'] = (name, now, settle) =>
    setPending((before) => {
      if (before.has(name) === now) return before;
      const next = new Map(before);
      if (now) next.set(name, settle);
      else next.delete(name);
      return next;
    });
  return { pending: isPreparing ? new Map([...pending, ['', undefined]]) : pending, typing };
}

function useLabels(): { labels: ReadonlyMap<string, string>; registerField: StepScope['registerField'] } {
  const [labels] = useState(() => new Map<string, string>());
  // Two parts of a step may name one field: a question, and the list that it is chosen from once that is there.
  const [users] = useState(() => new Map<string, number>());
  const count = (name: string, by: number) => {
    const left = (users.get(name) ?? 0) + by;
    users.set(name, left);
    if (left === 0) labels.delete(name);
  };
  const registerField = (name: string, label: string) => {
    labels.set(name, label);
    count(name, 1);
    return () => count(name, -1);
  };
  return { labels, registerField };
}

function named(
  fields: Refusal['fields'],
  labels: ReadonlyMap<string, string>,
  stepOf: StepFormProps<StepSchema>['stepOf'],
  held: readonly string[],
): NamedError[] {
  const told = Object.entries(fields ?? {}).map(([name, text]) => ({
    name,
    text,
    label: labels.get(name) ?? stepOf?.(name)?.label ?? '',
    here: labels.has(name),
    lifted: labels.has(name) && !held.includes(name),
  }));
  // Fields without a name show only their text, and equal texts only once.
  return told.filter(
    ({ label, text }, index) => label || told.findIndex((one) => !one.label && one.text === text) === index,
  );
}
