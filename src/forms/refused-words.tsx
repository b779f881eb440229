import { useEffect, useEffectEvent } from 'react';
import { useStep } from './form-context.ts';

/**
 * Puts the server's words at the fields they are about when the step opens; typing in a field takes its words away. Stands
 * after the fields, since a field must be there before it can be told.
 */
export function RefusedWords({
  words,
  fields,
}: {
  words: Readonly<Record<string, string>>;
  fields: readonly string[];
}) {
  const { form } = useStep();
  const tell = useEffectEvent(() => {
    for (const name of fields) {
      const text = words[name];
      if (text === undefined) continue;
      form.setFieldMeta(name, (meta) => ({
        ...meta,
        isTouched: true,
        errorMap: { ...meta.errorMap, onServer: text },
      }));
    }
  });
  // Told once a set of words: the same words again would undo a correction.
  useEffect(() => {
    if (words) tell();
  }, [words]);
  return null;
}
