import { useStore } from '@tanstack/react-form';
import { useEffect, useRef } from 'react';
import { judgedWith, type Together } from '#rules/judged-together.ts';
import type { StepFormApi } from './form-context.ts';

/**
 * A refusal holds for the answers it was given for. Once one of them changes, whoever changed it, its text goes and it may be
 * asked again.
 *
 * @returns the fields whose refusal holds
 */
export function useLifted(form: StepFormApi, values: Record<string, unknown>, together = NONE): readonly string[] {
  const last = useRef(values);
  useEffect(() => {
    const before = last.current;
    last.current = values;
    const changed = Object.keys(values).filter((name) => values[name] !== before[name]);
    for (const name of changed.flatMap((one) => judgedWith(one, together))) lift(form, name);
  }, [form, values, together]);
  // Compared as one text, so that only a change of it draws the step again.
  const held = useStore(form.store, ({ fieldMeta }) =>
    Object.keys(fieldMeta)
      .filter((name) => fieldMeta[name]?.errorMap.onServer !== undefined)
      .join(' '),
  );
  return held === '' ? [] : held.split(' ');
}

const NONE: Together = [];

function lift(form: StepFormApi, name: string): void {
  if (form.getFieldMeta(name)?.errorMap.onServer === undefined) return;
  form.setFieldMeta(name, (meta) => ({ ...meta, errorMap: { ...meta.errorMap, onServer: undefined } }));
}
