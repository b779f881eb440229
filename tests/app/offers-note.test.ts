// @vitest-environment happy-dom

import { afterEach, expect, test, vi } from 'vitest';
import {
  answerInstall,
  answerOffer,
  isInstallDue,
  isOfferDue,
  noteUnlock,
  noteUseful,
  noteVisit,
} from '#app/offers-note.ts';
import { HOUR_MS } from '#contract/age.ts';

const NOON = Date.UTC(2026, 10, 22, 12);

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

test('[D65] the hint is not due at the first visit, to which a reload and an unlock after a pause belong', () => {
  noteVisit(NOON);
  noteUseful();
  noteVisit(NOON + HOUR_MS);
  expect(isInstallDue()).toBe(false);
  noteVisit(NOON + 3 * HOUR_MS);
  expect(isInstallDue()).toBe(true);
});

test('[D65] the hint is not due before something useful was done', () => {
  noteVisit(NOON);
  noteVisit(NOON + 24 * HOUR_MS);
  noteVisit(NOON + 48 * HOUR_MS);
  expect(isInstallDue()).toBe(false);
  noteUseful();
  expect(isInstallDue()).toBe(true);
});

test('[D65] an answered hint is never due again', () => {
  noteVisit(NOON);
  noteUseful();
  noteVisit(NOON + 24 * HOUR_MS);
  answerInstall();
  noteUseful();
  noteVisit(NOON + 48 * HOUR_MS);
  expect(isInstallDue()).toBe(false);
});

test('[D65] a clock set back makes no visit of a reload, and loses no visit', () => {
  noteVisit(NOON);
  noteUseful();
  noteVisit(NOON - HOUR_MS);
  expect(isInstallDue()).toBe(false);
  noteVisit(NOON - 24 * HOUR_MS);
  expect(isInstallDue()).toBe(true);
});

test.each(['{"first":"x"}', 'no JSON', '[]'])('[D65] a stored note that reads %s is replaced', (stored) => {
  localStorage.setItem('amparo-nota', `{"instalar":${stored}}`);
  noteUseful();
  expect(isInstallDue()).toBe(false);
  noteVisit(NOON);
  noteUseful();
  noteVisit(NOON + 24 * HOUR_MS);
  expect(isInstallDue()).toBe(true);
});

test('[D65] the hint is never due in a browser that stores no note', () => {
  const refuse = () => {
    throw new DOMException('no storage');
  };
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse });
  noteVisit(NOON);
  noteUseful();
  noteVisit(NOON + 24 * HOUR_MS);
  expect(isInstallDue()).toBe(false);
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
