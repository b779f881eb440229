import { useState } from 'react';
import { useIsMounted } from '#ui/hooks/is-mounted.ts';
import { useToast } from '#ui/layers/toasts.tsx';
import { refuseField, type StepFormApi } from './form-context.ts';
import type { Refusal } from './refusal.ts';

/**
 * What was refused of a step, at its fields and above them. Who has closed the form meanwhile is told by a toast: a success is,
 * and silence would be taken for one.
 *
 * @param labels the fields that are on this step
 * @param act the button's text, which says of what the toast speaks
 */
export function useRefusal(form: StepFormApi, labels: ReadonlyMap<string, string>, act: string) {
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const isMounted = useIsMounted();
  const say = useToast();
  const refuse = (next: Refusal | null) => {
    setRefusal(next);
    if (!next) return;
    if (!isMounted()) return say({ text: `${act}: ${inOneLine(next)}`, tone: 'error' });
    for (const [name, text] of Object.entries(next.fields ?? {})) {
      // The summary shows the text of a field on another step. Here nothing could be corrected.
      if (labels.has(name)) refuseField(form, name, text);
    }
  };
  return { refusal, refuse };
}

/** Some texts end with a full stop, and some do not. */
function inOneLine({ text, fields = {} }: Refusal): string {
  const texts = [...new Set([...(text ? [text] : []), ...Object.values(fields)])];
  return texts.map((one, index) => (index < texts.length - 1 ? one.replace(/\.$/, '') : one)).join('. ');
}
