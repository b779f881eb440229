import '#tests/page.ts';

import { afterEach, expect, test } from 'vitest';
import { readHint, writeHint } from '#app/hint.ts';

const nothing = { open: false, waiting: 0, passkey: false, ended: false };
afterEach(() => localStorage.clear());

test.each([
  'no JSON',
  'null',
  '7',
  '[]',
  '{}',
  '{"open":true}',
  '{"open":1,"waiting":0}',
  '{"open":true,"waiting":-1}',
  '{"open":true,"waiting":1.5}',
  '{"open":true,"waiting":"2"}',
  '{"open":true,"waiting":0,"passkey":"yes"}',
  '{"open":true,"waiting":0,"ended":null}',
])('[F58] an odd hint counts as none: %s', (stored) => {
  localStorage.setItem('amparo', stored);
  expect(readHint()).toEqual(nothing);
});

test('a hint of an earlier version lacks what came later', () => {
  localStorage.setItem('amparo', '{"open":true,"waiting":3}');
  expect(readHint()).toEqual({ ...nothing, open: true, waiting: 3 });
  writeHint({ waiting: 4, ended: true });
  expect(readHint()).toEqual({ ...nothing, open: true, waiting: 4, ended: true });
});
