import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { type Answers, type FileAnswer, fileOf } from '#forms/answers.ts';
import { createKeptFiles } from '#forms/kept-files.ts';
import { mayReplaceAll } from '#forms/late-files.ts';
import type { Draft } from '#outbox/drafts.ts';
import { useDraft } from '#outbox/hooks.ts';
import { useIsMounted } from '#ui/hooks/is-mounted.ts';

/** How the form of one kind of request lies in its draft. */
export interface FormShape<Form> {
  /** Null when this version finds no form in it. */
  read(draft: Pick<Draft, 'form' | 'files'>): Form | null;
  /** What the draft stores as its form. Files are parts of their own. */
  stored(form: Form): object;
  files(form: Form): Readonly<Partial<Record<string, FileAnswer>>>;
  withAnswers(form: Form, answers: Answers): Form;
  isSame(one: Form, other: Form): boolean;
}

export type FormDraft<Form> = ReturnType<typeof useFormDraft<Form>>;

/**
 * The form of a request, stored as a draft at each change (F12, F27).
 *
 * @param start the form without a draft
 * @param before the form that a correction began with; the draft notes whether it differs, so that the lists ask before they
 * send the queued request without its corrections
 */
export function useFormDraft<Form>(draftId: string, shape: FormShape<Form>, start: Form, before: Form | null = null) {
  const hand = useDraft(draftId);
  const { draft, save, flush } = hand;
  const { files, form, setForm, began, round, latest, roundNow, begin } = useReadForm(shape, start, draft);
  const [origin] = useState(before);
  const isMounted = useIsMounted();
  /** The photo that came last after its step was left, for the step that is shown. */
  const [arrived, setArrived] = useState<Answers>();
  /** How many files are being prepared, also of steps that were left. */
  const [preparing, setPreparing] = useState(0);

  const keep = (next: Form) => {
    save({ ...shape.stored(next), ...(origin !== null && { corrected: !shape.isSame(next, origin) }) });
    return files.keep(shape.files(next), hand);
  };
  const put = (next: Form) => {
    latest.current = next;
    setForm(next);
    return keep(next);
  };
  const answer = (answers: Answers) => void put(shape.withAnswers(latest.current, answers));
  /**
   * Takes a file that was ready after its step was left. It is dropped when the form was begun anew since, or when something
   * else was attached.
   */
  const answerLate = (answers: Answers, before: FileAnswer | null) => {
    const held = shape.files(latest.current);
    if (round !== roundNow.current || !mayReplaceAll(held, answers, before)) return;
    if (isMounted()) {
      answer(answers);
      return setArrived(answers);
    }
    // The customer has left the form. The draft takes the file unless it was sent, dropped or changed meanwhile.
    for (const [name, given] of Object.entries(answers)) {
      const file = fileOf(given);
      if (!file) continue;
      latest.current = shape.withAnswers(latest.current, { [name]: file });
      hand.saveLate(name, file, held[name], shape.stored(latest.current));
    }
  };

  return {
    ...{ form, began, round, answer, flush },
    ...{ readAgain: hand.readAgain, unkept: hand.unkept, elsewhere: hand.elsewhere },
    /** What each step of the form tells its draft and hears from it. */
    ofStep: {
      ...{ onAnswers: answer, onFileAfterLeave: answerLate, arrived, unkept: hand.unkept },
      onPreparing: (now: boolean) => setPreparing((before) => before + (now ? 1 : -1)),
    },
    /** What is sent now would lack a file, or have the one that it is to replace. */
    isPreparing: preparing > 0,
    change: (next: Form) => void put(next),
    /** Replaces the form, files included; for a queued request that is being corrected. */
    async fill(next: Form) {
      await put(next);
      await flush();
    },
    /** Begins the form anew once its draft was handed in. */
    beginAgain: () => begin(null),
    /** 'Empezar de nuevo'. */
    async discard() {
      const discarded = hand.discard();
      begin(null);
      await discarded;
    },
    /** Continues the form in a new draft after another tab sent or dropped the draft. */
    goOn() {
      hand.goOn();
      // The other tab removed the files with the draft, so everything is written again.
      files.begin({});
      void keep(latest.current);
    },
  };
}

/** The form as its draft has it, at once where that was read ahead. */
function useReadForm<Form>(shape: FormShape<Form>, start: Form, draft: Draft | null | undefined) {
  const [files] = useState(createKeptFiles);
  const formIn = (read: Draft | null): Form => {
    const found = read && shape.read(read);
    files.begin(found ? shape.files(found) : {});
    return found ?? start;
  };
  /** The form as this round began: the draft's, or the start. Fields take their first answers from it. Undefined until it is read. */
  const [began, setBegan] = useState(() => (draft === undefined ? undefined : formIn(draft)));
  const [form, setForm] = useState(began);
  /** Counts up each time the form is read or begun anew. */
  const [round, setRound] = useState(began === undefined ? 0 : 1);
  const latest = useRef(form ?? start);
  const roundNow = useRef(round);
  const shown = useRef(draft);

  const begin = (read: Draft | null) => {
    latest.current = formIn(read);
    roundNow.current += 1;
    setRound(roundNow.current);
    setBegan(latest.current);
    setForm(latest.current);
  };
  const read = useEffectEvent((from: Draft | null) => {
    if (from !== shown.current) begin(from);
    shown.current = undefined;
  });
  useEffect(() => {
    if (draft !== undefined) read(draft);
  }, [draft]);

  return { files, form, setForm, began, round, latest, roundNow, begin };
}
