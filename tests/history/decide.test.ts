import { expect, test } from 'vitest';
import { decide, type Entry, type Order, type Situation } from '#history/decide.ts';

const still: Situation = { layers: [], travel: null, shown: 'home', keepsSteps: false };
const open = (...layers: string[]): Situation => ({ ...still, layers });
const travelling = (overtaken = false): Situation => ({ ...still, travel: { screen: '#/app', overtaken } });
const to = (entry: Partial<Entry> = {}): Entry => ({
  ...{ screen: '#/app', key: 'home', layer: undefined, step: false },
  ...entry,
});
const elsewhere = to({ screen: '#/app/pagos/1', key: 'payments' });

/** What the browser has done, where it has moved to, and what follows: the table of docs/decisions/links.md. */
const rows: readonly [string, Situation, Entry, readonly Order[]][] = [
  ['Back or Forward to a screen, a typed address, a plain link', still, elsewhere, ['tell-router']],
  ['Back over an open layer', open('A'), to(), ['close-top-layer']],
  ['Back over a layer above another one', open('A', 'B'), to({ layer: 'A' }), ['close-top-layer']],
  ['an address typed with a layer open', open('A'), elsewhere, ['tell-router', 'close-all-layers']],
  [
    'Back by two entries, over a layer and a step of its screen',
    open('A'),
    to({ key: 'one step before' }),
    ['tell-router', 'close-all-layers'],
  ],
  ['an event that moved nothing, with a layer open', open('A'), to({ layer: 'A' }), []],
  ['Back or Forward to the entry of a layer that is closed', still, to({ layer: 'gone' }), ['back']],
  ['the same with another layer open', open('A'), to({ layer: 'gone' }), ['back']],
  ['Back to an earlier step', { ...still, keepsSteps: true }, to({ step: true }), ['show-step']],
  ['Back from the first step to another screen', { ...still, keepsSteps: true }, elsewhere, ['tell-router']],
  [
    'Back by several entries to a step of an earlier visit',
    { ...still, keepsSteps: true },
    to({ step: true, key: 'earlier visit' }),
    ['tell-router', 'show-step'],
  ],
  ['Back to a step of a screen that is not on display', still, to({ step: true }), ['tell-router']],
  ['Back over a layer above a step', { ...open('A'), keepsSteps: true }, to({ step: true }), ['close-top-layer']],
  ['the move that drops the entry of a closed layer', travelling(), to(), ['end-travel']],
  ['the same, with a second closed layer below', travelling(), to({ layer: 'gone' }), ['back']],
  ['the move over the steps of a screen', travelling(), to({ key: 'first step' }), ['end-travel', 'tell-router']],
  [
    'an address opened before the move was done',
    travelling(),
    elsewhere,
    ['note-address', 'tell-router', 'close-all-layers'],
  ],
  ['the move, which then leads back from that address', travelling(true), to(), ['end-travel', 'open-noted']],
];

for (const [name, situation, entry, orders] of rows) {
  test(`[D44] ${name}: ${orders.join(', ') || 'nothing'}`, () => expect(decide(situation, entry)).toEqual(orders));
}
