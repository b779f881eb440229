import { expect, test } from 'vitest';
import { words } from '#features/registration/words.ts';

test.each([
  [1, 'Tu póliza ya está aquí', 'Que se vea entera', 'la reducimos antes de enviarla.'],
  [2, 'Tus pólizas ya están aquí', 'Que se vea entero', 'las reducimos antes de enviarlas.'],
])('[V2.29][V2.40] one policy and one photo are spoken of as one: %d', (count, policies, seen, reduced) => {
  expect(words.policiesHere(count)).toBe(policies);
  expect(words.photosHint(count)).toContain(seen);
  expect(words.photosHint(count)).toContain(`; ${reduced}`);
});
