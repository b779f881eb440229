import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useIsMounted } from '#ui/hooks/is-mounted.ts';
import { useToast } from '#ui/layers/toasts.tsx';
import { type AcceptOptions, acceptFile } from './accept-file.ts';
import { type Answer, type FileAnswer, fileOf } from './answers.ts';
import { useStep } from './form-context.ts';

interface FilePicking {
  /** The photo that is being compressed. */
  compressing: { name: string; size: number } | null;
  /** Why the last picked file was not accepted. The previous one stays. */
  problem: string | null;
  /** Takes a file, or one that is still being read. Returns what the field was given; null when it did not get it. */
  take: (file: File | Promise<File | null>) => Promise<FileAnswer | null>;
  clear: () => void;
  /** Ends what is said of the last picked file. */
  forget: () => void;
}

/** Brings a picked file into the step. Meanwhile the step is not valid. Only the last pick counts. */
export function useFilePick(
  name: string,
  choose: (answer: Answer) => void,
  options: Omit<AcceptOptions, 'onCompress'>,
): FilePicking {
  const { form, typing, late, onPreparing, preparing, sending } = useStep();
  const say = useToast();
  const isMounted = useIsMounted();
  const [compressing, setCompressing] = useState<FilePicking['compressing']>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const turn = useRef(0);
  const busy = compressing !== null;
  const wait = useEffectEvent(() => typing(name, true));
  // A step that is shown again waits for a photo that is still being prepared.
  useEffect(() => {
    if (busy) wait();
  }, [busy]);

  /** What is being prepared becomes nobody's, whether its field is drawn or not. */
  const end = () => {
    turn.current += 1;
    setProblem(null);
    setCompressing(null);
    typing(name, false);
  };
  const take: FilePicking['take'] = async (coming) => {
    if (sending) return null;
    onPreparing?.(true);
    try {
      return await prepare(coming);
    } finally {
      onPreparing?.(false);
    }
  };
  const prepare: FilePicking['take'] = async (coming) => {
    turn.current += 1;
    const mine = turn.current;
    const before = fileOf(form.getFieldValue(name));
    setProblem(null);
    typing(name, true);
    preparing.set(name, end);
    const file = await coming;
    const taken = await acceptFile(file, {
      ...options,
      onCompress: () => mine === turn.current && file && setCompressing({ name: file.name, size: file.size }),
    });
    if (mine !== turn.current) return null;
    setCompressing(null);
    if (!taken.ok) {
      setProblem(taken.problem.text);
      typing(name, false);
      // The file of before stays, and its field may not be seen again.
      if (!isMounted()) say({ text: taken.problem.text, tone: 'error' });
      return null;
    }
    // If the customer left the step meanwhile, the photo is kept all the same.
    if (isMounted()) choose(taken.value);
    else late(name, taken.value, before);
    return taken.value;
  };
  return {
    compressing,
    problem,
    take,
    clear() {
      end();
      choose(null);
    },
    forget: () => setProblem(null),
  };
}
