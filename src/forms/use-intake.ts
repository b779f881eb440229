import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useStillHere } from '#ui/hooks/still-here.ts';
import type { Answer, FileAnswer } from './answers.ts';
import { useStep } from './form-context.ts';
import { type Taking, takeIn } from './take-in.ts';

interface Intake {
  /** The photo that is being compressed. */
  compressing: { name: string; size: number } | null;
  /** Why the last picked file was not accepted. The previous one stays. */
  problem: string | null;
  /** Takes a file, or one that is still being read. Returns what the field was given; null when it did not get it. */
  take: (file: File | Promise<File | null>) => Promise<FileAnswer | null>;
  clear: () => void;
}

/** Brings a picked file into the step. Meanwhile the step is not valid. Only the last pick counts. */
export function useIntake(name: string, choose: (answer: Answer) => void, taking: Omit<Taking, 'onCompress'>): Intake {
  const { typing, late } = useStep();
  const stillHere = useStillHere();
  const [compressing, setCompressing] = useState<Intake['compressing']>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const turn = useRef(0);
  const busy = compressing !== null;
  const wait = useEffectEvent(() => typing(name, true));
  // A step that is shown again waits for a photo that is still being prepared.
  useEffect(() => {
    if (busy) wait();
  }, [busy]);

  const take: Intake['take'] = async (coming) => {
    turn.current += 1;
    const mine = turn.current;
    setProblem(null);
    typing(name, true);
    const file = await coming;
    const taken = await takeIn(file, {
      ...taking,
      onCompress: () => mine === turn.current && file && setCompressing({ name: file.name, size: file.size }),
    });
    if (mine !== turn.current) return null;
    setCompressing(null);
    if (!taken.ok) {
      setProblem(taken.problem.text);
      typing(name, false);
      return null;
    }
    // If the customer left the step meanwhile, the photo is kept all the same.
    if (stillHere()) choose(taken.value);
    else late(name, taken.value);
    return taken.value;
  };
  return {
    compressing,
    problem,
    take,
    clear() {
      turn.current += 1;
      setProblem(null);
      setCompressing(null);
      choose(null);
    },
  };
}
