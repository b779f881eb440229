import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { type Answers, fileOf } from '#forms/answers.ts';
import { type DraftInHand, useDraft } from '#outbox/hooks.ts';
import { useStillHere } from '#ui/hooks/still-here.ts';
import { emptyForm, formIn, isBegun, isSameRequest, type RefundForm, storedPart, withAnswers } from './refund-draft.ts';

export type RefundFormInHand = ReturnType<typeof useRefundForm>;

/**
 * A refund's form, stored as a draft at each change.
 *
 * @param origin the queued request that is being corrected, as a form
 */
export function useRefundForm(draftId: string, origin: RefundForm | null = null) {
  const hand = useDraft(draftId);
  const { draft, save, saveFile, flush } = hand;
  /** Undefined until the draft is read. */
  const [form, setForm] = useState<RefundForm>();
  const [before] = useState(origin);
  const stillHere = useStillHere();
  /** Whether the draft holds answers besides the type. */
  const [resumed, setResumed] = useState(false);
  /** Counts up each time the form is read or started again. */
  const [round, setRound] = useState(0);
  const files = useKeptFiles(hand);
  const latest = useRef<RefundForm>(emptyForm);
  const roundNow = useRef(round);

  const begin = (found: RefundForm | null) => {
    files.begin(found?.files ?? {});
    latest.current = found ?? emptyForm;
    roundNow.current += 1;
    setRound(roundNow.current);
    setResumed(found !== null && isBegun(found));
    setForm(latest.current);
  };
  const read = useEffectEvent(begin);
  useEffect(() => {
    if (draft !== undefined) read(formIn(draft));
  }, [draft]);

  const keep = (next: RefundForm) => {
    save({ ...storedPart(next), ...(before && { corrected: !isSameRequest(next, before) }) });
    return files.keep(next.files);
  };
  const put = (next: RefundForm) => {
    latest.current = next;
    setForm(next);
    return keep(next);
  };
  const answer = (answers: Answers) => void put(withAnswers(latest.current, answers));

  return {
    ...{ form, resumed, answer, flush, round },
    ...{ readAgain: hand.readAgain, unkept: hand.unkept, elsewhere: hand.elsewhere },
    change: (next: RefundForm) => void put(next),
    /** Takes a file that was ready after its step was left. It is dropped when the form was started again since. */
    answerLate(of: number, answers: Answers) {
      if (of !== roundNow.current) return;
      if (stillHere()) return answer(answers);
      // The customer has left the steps. The draft takes the file unless it was sent or dropped meanwhile.
      for (const [name, given] of Object.entries(answers)) {
        const file = fileOf(given);
        if (file && hand.isInHand()) void saveFile(name, { bytes: file.bytes, name: file.name, type: file.type });
      }
    },
    /** Replaces the form, files included; for a queued request that is being corrected. */
    async fill(next: RefundForm) {
      await put(next);
      await flush();
    },
    async startAgain() {
      await hand.discard();
      begin(null);
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

/**
 * Passes files to the draft as they change: a changed text must not write ten megabytes of files again. The draft itself retries
 * files that did not fit.
 */
function useKeptFiles({ saveFile, removeFile }: Pick<DraftInHand, 'saveFile' | 'removeFile'>) {
  const kept = useRef<RefundForm['files']>({});
  return {
    /** Notes the files that the draft has already. */
    begin(files: RefundForm['files']) {
      kept.current = files;
    },
    async keep(files: RefundForm['files']) {
      const before = kept.current;
      kept.current = files;
      const names = [...new Set([...Object.keys(before), ...Object.keys(files)])] as (keyof RefundForm['files'])[];
      const changed = names.filter((name) => files[name]?.bytes !== before[name]?.bytes);
      // All begin now, and take turns: one that begins later would overtake the next change (F56).
      const writes = changed.map((name): Promise<unknown> => {
        const file = files[name];
        return file ? saveFile(name, { bytes: file.bytes, name: file.name, type: file.type }) : removeFile(name);
      });
      await Promise.all(writes);
    },
  };
}
