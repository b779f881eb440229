import { useCallback, useEffect, useRef, useState } from 'react';
import { type Answers, fileOf } from '#forms/answers.ts';
import { type DraftInHand, useDraft } from '#outbox/hooks.ts';
import { useStillHere } from '#ui/still-here.ts';
import { emptyForm, formIn, isBegun, isSameRequest, type RefundForm, storedPart, withAnswers } from './refund-draft.ts';

export interface RefundFormInHand {
  /** Undefined until the draft is read. */
  form: RefundForm | undefined;
  /** Whether the draft holds answers besides the type. */
  resumed: boolean;
  change: (next: RefundForm) => void;
  answer: (answers: Answers) => void;
  /** Replaces the form, files included; for a queued request that is being corrected. */
  fill: (form: RefundForm) => Promise<void>;
  startAgain: () => Promise<void>;
  /** Resolves when everything typed is on the device. */
  flush: DraftInHand['flush'];
  /** Counts up each time the form is read or started again. */
  round: number;
  /** Takes a file that was ready after its step was left. It is dropped when the form was started again since. */
  answerLate: (round: number, answers: Answers) => void;
  /** Continues the form in a new draft after another tab sent or dropped the draft. */
  goOn: () => void;
  readAgain: () => void;
  unkept: DraftInHand['unkept'];
  elsewhere: DraftInHand['elsewhere'];
}

/**
 * A refund's form, stored as a draft at each change.
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
  // The files passed to the draft so far: a changed text must not write ten megabytes of files again. The draft itself
  // retries files that did not fit.
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
      // The customer has left the steps. The draft takes the file unless it was sent or dropped meanwhile.
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
    // The other tab removed the files with the draft, so everything is written again.
    kept.current = {};
    void keep(latest.current);
  }, [goOn, keep]);

  return {
    ...{ form, resumed, change, answer, answerLate, fill, startAgain, flush, round, readAgain, unkept, elsewhere },
    goOn: goOnHere,
  };
}
