import { describe, expect, test } from 'vitest';
import { updatedText } from '#rules/updated.ts';

describe('how old what is shown is', () => {
  const now = new Date('2026-11-21T10:00:00Z');
  test.each([
    [null, false, ''],
    [now.getTime() - 5 * 60_000, false, 'Actualizado hace 5 min'],
    [now.getTime() - 5 * 60_000, true, 'No pudimos actualizar. Actualizado hace 5 min'],
  ])('at %s, failed %s: %j', (at, failed, text) => {
    expect(updatedText(at, failed, now)).toBe(text);
  });
});
