import '#tests/page.ts';

import { afterEach, expect, test } from 'vitest';
import { readHint, writeHint } from '#app/hint.ts';
import { answerOffer, isOfferDue, noteUnlock } from '#app/offers-note.ts';

const nothing = { open: false, waiting: 0, passkey: false, ended: false, greeted: false };
afterEach(() => localStorage.clear());

test.each([
  'no JSON',
  'null',
  '7',
  '[]',
  '{}',
  '{"open":true}',
  '{"open":true,"waiting":3}',
  '{"open":1,"waiting":0}',
  '{"open":true,"waiting":-1}',
  '{"open":true,"waiting":1.5}',
  '{"open":true,"waiting":"2"}',
  '{"open":true,"waiting":0,"passkey":"yes"}',
  '{"open":true,"waiting":0,"ended":null}',
  '{"open":true,"waiting":0,"greeted":1}',
])('[F58] an odd hint counts as none: %s', (stored) => {
  localStorage.setItem('amparo', stored);
  expect(readHint()).toEqual(nothing);
});

test('[F58][D65] an answer of the customer stays, though the version before writes the hint whole', () => {
  noteUnlock();
  writeHint({ open: true, waiting: 2 });
  answerOffer();
  localStorage.setItem('amparo', '{"open":true,"waiting":3,"passkey":false,"ended":false,"greeted":false}');
  expect(readHint().waiting).toBe(3);
  noteUnlock();
  expect(isOfferDue()).toBe(false);
});
