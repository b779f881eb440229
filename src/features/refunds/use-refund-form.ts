import { useCallback, useEffect, useRef, useState } from 'react';
import { type Answers, fileOf } from '#forms/answers.ts';
import { type DraftInHand, useDraft } from '#outbox/hooks.ts';
import { useStillHere } from '#ui/still-here.ts';
import { emptyForm, formIn, isBegun, isSameRequest, type RefundForm, storedPart, withAnswers } from './refund-draft.ts';

export interface RefundFormInHand {
  /** Undefined until the device was asked whether there is a draft. */
  form: RefundForm | undefined;
  /** Whether something was answered earlier, beyond the choice of the type. */
  resumed: boolean;
  change: (next: RefundForm) => void;
  answer: (answers: Answers) => void;
  /** Puts a form from elsewhere in, files included: a queued request that is being corrected. */
  fill: (form: RefundForm) => Promise<void>;
  startAgain: () => Promise<void>;
  /** Resolves when everything typed is on the device. */
  flush: DraftInHand['flush'];
  /** Which form this is on the screen; another number after it was read or begun anew. */
  round: number;
  /** A file that was ready only after its step was left; dropped when the form was begun anew since. */
  answerLate: (round: number, answers: Answers) => void;
  /** The form goes on as one of its own after the other tab sent or dropped its draft. */
  goOn: () => void;
  readAgain: () => void;
  unkept: DraftInHand['unkept'];
  elsewhere: DraftInHand['elsewhere'];
}

/**
 * A request in the making, kept on the device at each change.
 *
 * @param origin the queued request that is being corrected, as a form
 */
export function useRefundForm(draftId: string, origin: RefundForm | null = null): RefundFormInHand {
  const { draft, save, saveFile, removeFile, discard, flush, unkept, elsewhere, goOn, readAgain, isInHand } =
    useDraft(draftId);
  const [form, setForm] = useState<RefundForm>();
  const [before] = useState(origin);
  const stillHere = useStillHere();
  const [resumed, setResumed] = useState(false);
  const [round, setRound] = useState(0);
  // What was handed on to be kept: a change of a text must not write ten megabytes of files again. Drafts try again by
  // themselves what did not fit.
  const kept = useRef<RefundForm['files']>({});
  const latest = useRef<RefundForm>(emptyForm);
  const roundNow = useRef(round);

  const begin = useCallback((found: RefundForm | null) => {
    kept.current = found?.files ?? {};
    latest.current = found ?? emptyForm;
    roundNow.current += 1;
    setRound(roundNow.current);
    setResumed(found !== null && isBegun(found));
    setForm(latest.current);
  }, []);
  useEffect(() => {
    if (draft !== undefined) begin(formIn(draft));
  }, [draft, begin]);

  const keepFiles = useCallback(
    async ({ files }: RefundForm) => {
      const before = kept.current;
      kept.current = files;
      const names = new Set([...Object.keys(before), ...Object.keys(files)]) as Set<keyof RefundForm['files']>;
      for (const name of names) {
        const file = files[name];
        if (file?.bytes === before[name]?.bytes) continue;
        if (file) await saveFile(name, { bytes: file.bytes, name: file.name, type: file.type });
        else await removeFile(name);
      }
    },
    [saveFile, removeFile],
  );
  const keep = useCallback(
    (next: RefundForm) => {
      save({ ...storedPart(next), ...(before && { corrected: !isSameRequest(next, before) }) });
      return keepFiles(next);
    },
    [save, keepFiles, before],
  );
  const change = useCallback(
    (next: RefundForm) => {
      latest.current = next;
      setForm(next);
      void keep(next);
    },
    [keep],
  );
  const answer = useCallback((answers: Answers) => change(withAnswers(latest.current, answers)), [change]);
  const answerLate = useCallback(
    (of: number, answers: Answers) => {
      if (of !== roundNow.current) return;
      if (stillHere()) return answer(answers);
      // The journey was left: its draft takes the file, unless it was sent or dropped meanwhile.
      for (const [name, given] of Object.entries(answers)) {
        const file = fileOf(given);
        if (file && isInHand()) void saveFile(name, { bytes: file.bytes, name: file.name, type: file.type });
      }
    },
    [answer, saveFile, isInHand, stillHere],
  );
  const fill = useCallback(
    async (next: RefundForm) => {
      latest.current = next;
      setForm(next);
      await keep(next);
      await flush();
    },
    [keep, flush],
  );
  const startAgain = useCallback(async () => {
    await discard();
    begin(null);
  }, [discard, begin]);
  const goOnHere = useCallback(() => {
    goOn();
    // All of it is written anew: the other tab took the files along with the form.
    kept.current = {};
    void keep(latest.current);
  }, [goOn, keep]);

  return {
    ...{ form, resumed, change, answer, answerLate, fill, startAgain, flush, round, readAgain, unkept, elsewhere },
    goOn: goOnHere,
  };
}
