import { expect, test } from 'vitest';
import { receivedText, sharedText } from '#requests/shared-text.ts';

test.each([
  [1, 'Se compartió 1 archivo', 'Recibiste 1 archivo. Úsalo en un reembolso.', '¿Para qué lo quieres usar?'],
  [2, 'Se compartieron 2 archivos', 'Recibiste 2 archivos. Úsalos en un reembolso.', '¿Para qué los quieres usar?'],
])('[H5.3] files of other apps are told with their number: %d', (count, shared, came, ask) => {
  const text = receivedText(count);
  expect(sharedText(count)).toBe(shared);
  expect(`${text.came} ${text.use}`).toBe(came);
  expect(text.ask).toBe(ask);
  const many = /[ae]stán|borran|\blos (?!7)|\w+los\b|archivos|compartieron/;
  for (const said of [text.kept, text.offered, text.over]) expect(many.test(said)).toBe(count > 1);
});
