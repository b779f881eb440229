import { describe, expect, test } from 'vitest';
import { MINUTE_MS, SECOND_MS } from '#contract/age.ts';
import type { PullRow } from '#database/rows.ts';
import { type Collection, collections, documents, payments, policies, refunds, tickets } from '#mirror/collections.ts';
import { dueOf, homeParts, nameOf, type Part, partsOf, progressOf, type Standing, type Why } from '#mirror/plan.ts';
import { aPolicy } from '#tests/rules/policy-fixture.ts';

const NOW = Date.UTC(2026, 10, 20, 12);

const health = (Policy: string, more = {}) =>
  aPolicy({ Policy, LineOfBusinessType: 'Health', VisualTimeInstance: 'VTUSA', IssuingCompany: '1', ...more });
const life = (Policy: string) => aPolicy({ Policy, LineOfBusinessType: 'Life', VisualTimeInstance: 'VTUSA' });
const names = (parts: readonly Part[]) => parts.map((part) => nameOf(part).trim());

const row = (more: Partial<PullRow>): PullRow => ({
  ...{ scope: '', owner: '', etag: null, problem: null, revision: '', at: NOW },
  ...more,
});
const part = (collection: unknown, pull: PullRow | null, damaged = false): Part & Standing => ({
  ...{ collection: collection as Collection<unknown>, policyId: '', pull, damaged },
});
/** How long the page that looks has been there, in milliseconds. */
let pageAge = MINUTE_MS;
const due = (parts: readonly (Part & Standing)[], why: Why, ...watched: string[]) =>
  names(dueOf(parts, new Set(watched), why, NOW, pageAge));

describe('[D69] what belongs on the device', () => {
  test('comes in the order of what home shows, the policy in front, what forms need, and the others with long histories last', () => {
    expect(names(partsOf([health('1'), life('2')], '2'))).toEqual([
      'policies',
      'bills 2',
      'bills 1',
      'refunds 1',
      'tickets',
      'payments 2',
      'documents 2',
      'roles 2',
      'cards 1',
      'ticketTypes',
      'personalInformation',
      'documents 1',
      'dependents 1',
      'payments 1',
    ]);
  });

  test('is what home shows first, for "Actualizar"', () => {
    const shown = (front: string | null) => names(homeParts([health('1'), life('2')], front));
    expect(shown(null)).toEqual(['policies', 'bills 1', 'bills 2', 'refunds 1', 'tickets']);
    expect(shown('1')).toEqual(['policies', 'bills 1', 'refunds 1', 'bills 2', 'tickets', 'dependents 1']);
    expect(shown('2').at(-1)).toBe('roles 2');
  });

  test('is known in part before the policies are', () => {
    expect(names(partsOf(null, null))).toEqual(['policies', 'personalInformation']);
  });

  test('is every collection, for a customer who has each', () => {
    const tables = new Set(partsOf([health('1'), life('2')], null).map(({ collection }) => collection.table));
    expect([...tables].sort()).toEqual(Object.keys(collections).sort());
  });

  test('is nothing that no screen of the customer shows', () => {
    const ecuadorian = health('1', { VisualTimeInstance: 'VTECU', IssuingCompany: '2' });
    const found = names(partsOf([ecuadorian], '1'));
    expect(found).not.toContain('payments 1');
    expect(found).not.toContain('roles 1');
  });
});

describe('what is due', () => {
  const hour = row({ at: NOW - 60 * MINUTE_MS });
  const rightNow = row({ at: NOW - SECOND_MS });

  test('at a start and a return is what never came, is old, failed or is damaged', () => {
    for (const why of ['start', 'return'] as const) {
      expect(due([part(tickets, null)], why)).toEqual(['tickets']);
      expect(due([part(tickets, row({ at: NOW - tickets.freshMs }))], why)).toEqual(['tickets']);
      expect(due([part(payments, row({ at: NOW - payments.freshMs + 1 }))], why)).toEqual([]);
      expect(due([part(tickets, row({ problem: 'timeout' }))], why)).toEqual(['tickets']);
      expect(due([part(tickets, rightNow, true)], why)).toEqual(['tickets']);
    }
  });

  test('[D71] each minute is only what is on screen, and what never came', () => {
    expect(due([part(tickets, hour), part(refunds, hour), part(payments, null)], 'minute', 'refunds ')).toEqual([
      'refunds',
      'payments',
    ]);
    expect(due([part(refunds, row({ at: NOW - 40 * SECOND_MS }))], 'minute', 'refunds ')).toEqual([]);
  });

  test('each minute leaves out what failed and is not on screen', () => {
    expect(due([part(tickets, row({ at: null, problem: 'forbidden' }))], 'minute')).toEqual([]);
  });

  test('[D90] at a start and a return what is on screen is asked for however fresh it is, unless it came just now', () => {
    const fresh = row({ at: NOW - 3 * SECOND_MS });
    for (const why of ['start', 'return'] as const) {
      expect(due([part(payments, fresh)], why, 'payments ')).toEqual(['payments']);
      expect(due([part(payments, fresh)], why)).toEqual([]);
      expect(due([part(payments, rightNow)], why, 'payments ')).toEqual([]);
    }
  });

  test('[D71] when a push came what is on screen is asked for, however shortly ago it came', () => {
    expect(due([part(payments, rightNow)], 'pushed', 'payments ')).toEqual(['payments']);
    expect(due([part(payments, rightNow)], 'pushed')).toEqual([]);
  });

  test('[D71] when a push came the lists that it may tell of are asked for, though they are fresh and not on screen', () => {
    const fresh = row({ at: NOW - 3 * SECOND_MS });
    expect(due([part(documents, fresh), part(payments, fresh), part(tickets, rightNow)], 'pushed')).toEqual([
      'documents',
    ]);
    expect(due([part(documents, fresh)], 'return')).toEqual([]);
  });

  test('[F64][D90] at a start is all that home shows, before home is drawn', () => {
    const fresh = row({ at: NOW - 3 * SECOND_MS });
    expect(due([part(policies, fresh), part(refunds, fresh), part(payments, fresh)], 'start')).toEqual([
      'policies',
      'refunds',
    ]);
    expect(due([part(refunds, fresh)], 'return')).toEqual([]);
  });

  test('[F64][D90] a reload asks for what came to the page before it, also a moment ago, and not for what came since', () => {
    pageAge = 100;
    expect(due([part(refunds, row({ at: NOW - 101 }))], 'start')).toEqual(['refunds']);
    expect(due([part(refunds, row({ at: NOW - 99 }))], 'start')).toEqual([]);
    expect(due([part(refunds, row({ at: NOW - 101 }))], 'return', 'refunds ')).toEqual([]);
    pageAge = MINUTE_MS;
  });

  test('while a payment is awaited is what is on screen, every ten seconds', () => {
    const changing = row({ at: NOW - 10 * SECOND_MS, changingUntil: NOW + 10 * MINUTE_MS });
    expect(due([part(payments, changing)], 'minute', 'payments ')).toEqual(['payments']);
    expect(due([part(payments, { ...changing, changingUntil: NOW - 1 })], 'minute', 'payments ')).toEqual([]);
    // The customer comes back from the payment page.
    expect(due([part(payments, { ...changing, at: NOW })], 'return', 'payments ')).toEqual(['payments']);
  });

  test('[F60] is what a clock that was ahead has stamped', () => {
    expect(due([part(tickets, row({ at: NOW + 2 * 24 * 60 * MINUTE_MS }))], 'start')).toEqual(['tickets']);
  });

  test('begins with what is on screen', () => {
    expect(due([part(policies, hour), part(payments, hour)], 'return', 'payments ')).toEqual(['payments', 'policies']);
  });
});

describe('[D70] how much is here', () => {
  const of = (policyId: string, collection: unknown, pull: PullRow | null) => ({
    ...part(collection, pull),
    policyId,
  });

  test('counts a part only when it is here for every policy', () => {
    const parts = [of('1', refunds, null), of('2', refunds, row({ at: NOW - 5 })), of('', policies, row({}))];
    expect(progressOf(parts)).toEqual({ parts: 2, here: 1, oldestAt: NOW - 5, complete: false, recent: false });
    expect(progressOf(parts.slice(1))).toEqual({ parts: 2, here: 2, oldestAt: NOW - 5, complete: true, recent: false });
  });

  test('keeps a part that failed later, since its rows are still here', () => {
    expect(progressOf([of('', policies, row({ problem: 'offline' }))])).toMatchObject({ complete: true });
  });

  test('[D69] what came without its older years is not here, and is told as recent once the rest is', () => {
    const parts = [of('1', payments, row({ since: '2025' })), of('', policies, row({}))];
    expect(progressOf(parts)).toMatchObject({ parts: 2, here: 1, complete: false, recent: true });
    expect(progressOf([...parts, of('2', payments, null)])).toMatchObject({ complete: false, recent: false });
  });

  test('[F65] counts no part whose rows do not open', () => {
    const parts = [part(policies, row({})), part(payments, row({ at: NOW - 5 }), true)];
    expect(progressOf(parts)).toEqual({ parts: 2, here: 1, oldestAt: NOW, complete: false, recent: false });
  });

  test('is never complete without any part', () => {
    expect(progressOf([])).toEqual({ parts: 0, here: 0, oldestAt: null, complete: false, recent: false });
  });
});
