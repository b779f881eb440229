import { useEffect, useEffectEvent } from 'react';
import { refuseField, useStep } from './form-context.ts';

/**
 * Shows the server's error texts at their fields when the step opens. Typing in a field removes its text. Render it after
 * the fields, which must exist first.
 */
export function RefusedWords({ texts, fields }: RefusedWordsProps) {
  const { form } = useStep();
  const tell = useEffectEvent(() => {
    for (const name of fields) {
      const text = texts[name];
      if (text !== undefined) refuseField(form, name, text);
    }
  });
  // Once per set of texts: the same texts again would undo a correction.
  useEffect(() => {
    if (texts) tell();
  }, [texts]);
  return null;
}

interface RefusedWordsProps {
  texts: Readonly<Record<string, string>>;
  fields: readonly string[];
}
