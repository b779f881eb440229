import type { BaseIssue } from 'valibot';

/**
 * What a schema refuses of each field, in its first own text. A schema without a text speaks English, and what it refuses is
 * said as V5.16 does. '' is what is refused of all fields together.
 */
export function textByField(issues: readonly BaseIssue<unknown>[]): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const { path, message } of issues) {
    const name = String(path?.[0]?.key ?? '');
    const text = message.startsWith('Invalid ') ? INVALID : message;
    if ((texts[name] ?? INVALID) === INVALID) texts[name] = text;
  }
  return texts;
}

const INVALID = 'Por favor, introduce un valor válido';
