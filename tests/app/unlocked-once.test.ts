// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { answerOffer, isOfferDue, noteUnlock } from '../../src/app/unlocked-once.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

test('[D56] the offer of a passkey is due after an unlock, until it is answered', () => {
  expect(isOfferDue()).toBe(false);
  noteUnlock();
  expect(isOfferDue()).toBe(true);
  answerOffer();
  noteUnlock();
  expect(isOfferDue()).toBe(false);
});

test('[D56] a browser that stores no note is offered nothing', () => {
  const refuse = () => {
    throw new DOMException('no storage');
  };
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse });
  noteUnlock();
  expect(isOfferDue()).toBe(false);
});
