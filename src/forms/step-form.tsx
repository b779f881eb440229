import { useForm, useStore } from '@tanstack/react-form';
import { type FormEvent, type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import * as v from 'valibot';
import { Button } from '#ui/button.tsx';
import type { Answer, Answers } from './answers.ts';
import { ErrorSummary, type NamedError } from './error-summary.tsx';
import { type StepCheck, StepContext, type StepFormApi, type StepScope } from './form-context.ts';
import styles from './step-form.module.css';
import { StepNote } from './step-note.tsx';
import { type Unkept, UnkeptNote } from './unkept-note.tsx';
import { formWords } from './words.ts';

/** What was refused after a submit: words for single fields, for the whole, or both. */
export interface Refusal {
  text?: string;
  fields?: Readonly<Record<string, string>>;
}

export interface Elsewhere {
  /** What the field goes by, and where it is. */
  label: string;
  go: () => void;
}

type StepSchema = v.GenericSchema<unknown, unknown>;

interface StepFormProps<Schema extends StepSchema> {
  /** Draws the step's heading; give the ref to the h1, which takes the focus when the step appears. */
  heading?: (titleRef: RefObject<HTMLHeadingElement | null>) => ReactNode;
  /** What the step starts with: '' and null for what is not answered, or what a draft kept. */
  answers: Answers;
  /** Checks all fields of the step; without a transform what comes out is what went in. */
  schema: Schema;
  /** Called after every change, to keep the draft. */
  onAnswers?: (answers: Answers) => void;
  /** A photo that was still being prepared when the step was left; kept, as long as the form is the same (F25). */
  onLateAnswers?: (answers: Answers) => void;
  /** Why the draft is not on the device: to be given by every form that keeps one (F36). */
  unkept?: Unkept | null;
  /** The way on, with what the schema gives out. What it returns was refused and is shown at its field. */
  onContinue: (given: v.InferOutput<Schema>) => Promise<Refusal | undefined> | Refusal | undefined;
  continueLabel?: string;
  /** Where a refused field is that does not stand in this step; `problem` is what is wrong with it. */
  elsewhere?: (name: string, problem: string) => Elsewhere | null;
  /** Said below the button while something is missing, instead of the names of what is. */
  incompleteText?: string;
  /** The screen's one strong action, as on the last step. */
  accent?: boolean;
  /** Beside the button: a second way, a note. */
  aside?: ReactNode;
  children: ReactNode;
}

/**
 * One step of a journey: heading, fields, and a button that is enabled when every field is valid. Give it the step's name
 * as `key`, so that each step starts anew.
 */
export function StepForm<Schema extends StepSchema>(props: StepFormProps<Schema>) {
  const { answers, schema, onContinue, onAnswers, heading, children, aside, accent } = props;
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const { pending, typing } = usePending();
  const { labels, introduce } = useLabels();
  const box = useRef<HTMLFormElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const check: StepCheck = ({ value }) => problemsIn(schema, value);
  const form: StepFormApi = useForm({
    defaultValues: answers as Record<string, unknown>,
    validators: { onBlur: check, onSubmit: check },
  });
  const [busy, setBusy] = useState(false);
  const refuse = (next: Refusal | null) => {
    setRefusal(next);
    for (const [name, text] of Object.entries(next?.fields ?? {})) {
      // Words for a field of another step stand in the summary; here nothing could be corrected.
      if (!labels.has(name)) continue;
      form.setFieldMeta(name, (meta) => ({
        ...meta,
        isTouched: true,
        errorMap: { ...meta.errorMap, onServer: text },
      }));
    }
  };

  const values = useStore(form.store, (state) => state.values);
  const refused = useStore(form.store, (state) =>
    Object.values(state.fieldMeta).some((meta) => meta?.errorMap.onServer !== undefined),
  );
  const problems = problemsIn(schema, values);
  const complete = !refused && pending.size === 0 && problems === undefined;

  const keep = useEffectEvent((next: Record<string, unknown>) => onAnswers?.(next as Answers));
  const first = useRef(values);
  useEffect(() => {
    if (values !== first.current) keep(values);
  }, [values]);
  useEffect(() => title.current?.focus({ preventScroll: true }), []);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!complete || busy) return;
    setRefusal(null);
    const parsed = v.safeParse(schema, values);
    if (parsed.success) void goOn(parsed.output);
  };
  // Not through the library's submit: every field was just checked, and its rounds of checks and state would be drawn one
  // by one before the next step is. What is answered at once goes on in the same turn.
  const goOn = async (given: v.InferOutput<Schema>) => {
    try {
      const answered = onContinue(given);
      if (!(answered instanceof Promise)) return refuse(answered ?? null);
      setBusy(true);
      refuse((await answered) ?? null);
    } catch (error) {
      // A defect of ours, or a device that fails: silence would leave the customer with a button that does nothing.
      console.error('forms: a step ended in an exception', error);
      refuse({ text: formWords.failed });
    } finally {
      setBusy(false);
    }
  };
  // Fields stay enabled while it sends: a disabled one would lose the focus and could not take it when it is refused.
  const late = (name: string, answer: Answer) => {
    form.setFieldValue(name, answer);
    props.onLateAnswers?.({ [name]: answer });
  };
  const scope: StepScope = { form, typing, late, pending, sending: busy && accent === true, introduce };
  const errors = named(refusal?.fields, labels, props.elsewhere);
  const goTo = (name: string) => {
    if (labels.has(name)) focusField(box.current, name);
    else props.elsewhere?.(name, refusal?.fields?.[name] ?? '')?.go();
  };

  return (
    <StepContext value={scope}>
      {heading?.(title)}
      <form ref={box} className={styles.form} onSubmit={submit} noValidate>
        <ErrorSummary text={refusal?.text} errors={errors} onGoTo={goTo} />
        {children}
        <UnkeptNote why={props.unkept ?? null} />
        <div className={styles.actions}>
          <Button type="submit" look={accent ? 'accent' : 'primary'} loading={busy} disabled={!complete && !busy}>
            {props.continueLabel ?? formWords.continue}
          </Button>
          <StepNote
            problems={complete || busy || pending.size > 0 ? null : (problems?.fields ?? {})}
            values={values}
            labels={labels}
            refused={refused}
            text={props.incompleteText}
          />
          {aside}
        </div>
      </form>
    </StepContext>
  );
}

/** The first problem of each field, by its name; undefined when there is none. */
function problemsIn(schema: StepSchema, value: unknown): { fields: Record<string, string> } | undefined {
  const parsed = v.safeParse(schema, value);
  if (parsed.success) return undefined;
  const fields: Record<string, string> = {};
  for (const issue of parsed.issues) {
    const name = v.getDotPath(issue) ?? '';
    fields[name] ??= issue.message;
  }
  return { fields };
}

/** Fields that are being typed in: nothing is known about them, so the step is not valid yet. */
function usePending(): Pick<StepScope, 'pending' | 'typing'> {
  const [pending, setPending] = useState<ReadonlySet<string>>(new Set());
  const typing = (name: string, now: boolean) =>
    setPending((before) => {
      if (before.has(name) === now) return before;
      const next = new Set(before);
      if (now) next.add(name);
      else next.delete(name);
      return next;
    });
  return { pending, typing };
}

function useLabels(): { labels: ReadonlyMap<string, string>; introduce: StepScope['introduce'] } {
  const [labels] = useState(() => new Map<string, string>());
  const introduce = (name: string, label: string) => {
    labels.set(name, label);
    return () => void labels.delete(name);
  };
  return { labels, introduce };
}

function named(
  fields: Refusal['fields'],
  labels: ReadonlyMap<string, string>,
  elsewhere: StepFormProps<StepSchema>['elsewhere'],
): NamedError[] {
  const told = Object.entries(fields ?? {}).map(([name, text]) => ({
    name,
    text,
    label: labels.get(name) ?? elsewhere?.(name, text)?.label ?? '',
    here: labels.has(name),
  }));
  // Of fields that are not in this step only the words can be told, and the same ones once.
  return told.filter(({ label, text }, at) => label || told.findIndex((one) => !one.label && one.text === text) === at);
}

function focusField(form: HTMLFormElement | null, name: string): void {
  const field = form?.querySelector(`[data-field="${CSS.escape(name)}"]`);
  field?.querySelector<HTMLElement>('input, button, textarea')?.focus();
}
