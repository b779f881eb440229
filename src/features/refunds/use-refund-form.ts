import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Answers } from '#forms/answers.ts';
import { type DraftInHand, useDraft } from '#outbox/hooks.ts';
import { emptyForm, formIn, isBegun, type RefundForm, storedPart, withAnswers } from './refund-draft.ts';

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
  /** The device could not keep the last change. */
  unkept: 'storage-full' | 'locked' | null;
}

/** A request in the making, kept on the device at each change. */
export function useRefundForm(draftId: string): RefundFormInHand {
  const { draft, save, saveFile, removeFile, discard, flush } = useDraft(draftId);
  const [form, setForm] = useState<RefundForm>();
  const [resumed, setResumed] = useState(false);
  const [unkept, setUnkept] = useState<RefundFormInHand['unkept']>(null);
  // What is on the device already: a change of a text must not write ten megabytes of files again.
  const kept = useRef<RefundForm['files']>({});
  const latest = useRef<RefundForm>(emptyForm);

  const open = useEffectEvent((found: RefundForm | null) => {
    kept.current = found?.files ?? {};
    latest.current = found ?? emptyForm;
    setResumed(found !== null && isBegun(found));
    setForm(latest.current);
  });
  useEffect(() => {
    if (draft !== undefined) open(formIn(draft));
  }, [draft]);

  const keepFiles = useCallback(
    async ({ files }: RefundForm) => {
      const before = kept.current;
      kept.current = files;
      const names = new Set([...Object.keys(before), ...Object.keys(files)]) as Set<keyof RefundForm['files']>;
      for (const name of names) {
        const file = files[name];
        if (file?.bytes === before[name]?.bytes) continue;
        if (!file) await removeFile(name);
        else {
          const written = await saveFile(name, { bytes: file.bytes, name: file.name, type: file.type });
          setUnkept(written.ok ? null : written.code);
        }
      }
    },
    [saveFile, removeFile],
  );

  const change = useCallback(
    (next: RefundForm) => {
      latest.current = next;
      setForm(next);
      save(storedPart(next));
      void keepFiles(next);
    },
    [save, keepFiles],
  );
  const answer = useCallback((answers: Answers) => change(withAnswers(latest.current, answers)), [change]);
  const fill = useCallback(
    async (next: RefundForm) => {
      latest.current = next;
      setForm(next);
      save(storedPart(next));
      await keepFiles(next);
      await flush();
    },
    [save, keepFiles, flush],
  );
  const startAgain = useCallback(async () => {
    await discard();
    kept.current = {};
    latest.current = emptyForm;
    setResumed(false);
    setForm(emptyForm);
  }, [discard]);

  return { form, resumed, change, answer, fill, startAgain, flush, unkept };
}
