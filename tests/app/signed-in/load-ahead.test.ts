// @module-tag depth
// @vitest-environment happy-dom
import { Dexie, RangeSet } from 'dexie';
import { afterEach, expect, test, vi } from 'vitest';
import * as here from '#app/device.ts';
import { createAppRouter } from '#app/router.tsx';
import { loadAhead, openRowsAhead } from '#app/signed-in/load-ahead.ts';
import { storedParts } from '#screens/ask-stored.ts';
// It is there at once, so that each idle moment has its load.
import '#features/home/policy-list-dialog.tsx';

const { routesByPath } = createAppRouter();
let stop = () => {};

afterEach(() => {
  stop();
  storedParts.set(null);
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** A page whose idle moments the test gives, and the addresses that it loads. */
function begin() {
  const idle: (() => void)[] = [];
  vi.stubGlobal('requestIdleCallback', (run: () => void) => idle.push(run));
  const loaded: string[] = [];
  const load = vi.fn(async (route: { fullPath: string }) => void loaded.push(route.fullPath));
  stop = loadAhead({ routesByPath, loadRouteChunk: load as never });
  const rest = async () => {
    idle.shift()?.();
    await new Promise((soon) => setTimeout(soon, 20));
  };
  return { idle, loaded, load, rest };
}

test('the screens that home leads to are loaded while the page is idle, once every file is on the device', async () => {
  const page = begin();
  storedParts.set({ stored: 3, all: 4 });
  await page.rest();
  expect(page.idle).toEqual([]);
  storedParts.set({ stored: 4, all: 4 });
  for (let moment = 0; moment < 8; moment += 1) {
    // One at a time, so that a press between two waits for none of the rest.
    expect(page.idle.length).toBeLessThanOrEqual(1);
    await page.rest();
  }
  expect(page.loaded).toEqual([
    '/app/pagos/$policyId',
    '/app/reembolsos/$policyId',
    '/app/configuraciones',
    '/app/reembolsos/añadir/$policyId',
  ]);
});

test('a file that does not come keeps the others from nothing', async () => {
  const page = begin();
  page.load.mockRejectedValueOnce(new Error('lost'));
  storedParts.set({ stored: 4, all: 4 });
  for (let moment = 0; moment < 8; moment += 1) await page.rest();
  expect(page.loaded).toHaveLength(3);
});

test('nothing more is loaded after the customer has left', async () => {
  storedParts.set({ stored: 4, all: 4 });
  const page = begin();
  await page.rest();
  stop();
  for (let moment = 0; moment < 8; moment += 1) await page.rest();
  expect(page.loaded).toEqual([]);
});

test('the rows that the next press needs are opened once a policy is left in front, a list at a time', async () => {
  vi.useFakeTimers();
  const open = vi.spyOn(here, 'openAhead').mockResolvedValue();
  const idle: (() => void)[] = [];
  vi.stubGlobal('requestIdleCallback', (run: () => void) => idle.push(run));
  const rest = async () => {
    await vi.advanceTimersByTimeAsync(2000);
    idle.shift()?.();
    await vi.advanceTimersByTimeAsync(0);
  };
  openRowsAhead('1')();
  await rest();
  expect(idle).toEqual([]);
  stop = openRowsAhead('2');
  open.mockRejectedValueOnce(new Error('lost'));
  for (let moment = 0; moment < 8; moment += 1) await rest();
  const lists = [
    ['payments', '2', true],
    ['refunds', '2', true],
    ['documents', '2', true],
    ['cards', '2', true],
    ['bills', '2', true],
    ['tickets', undefined, true],
    ['ticketTypes', undefined, true],
    ['personalInformation', undefined, true],
  ];
  expect(open.mock.calls).toEqual(lists);

  // What was opened would be shown as it was. Of several changes the last one counts.
  open.mockClear();
  for (let change = 0; change < 3; change += 1) {
    Dexie.on.storagemutated.fire({ 'idb://amparo/tickets/': new RangeSet() });
    await vi.advanceTimersByTimeAsync(1000);
  }
  expect(idle).toEqual([]);
  for (let moment = 0; moment < 9; moment += 1) await rest();
  expect(open.mock.calls).toEqual(lists);

  // Rows that change all the while are read again after ten seconds at the latest.
  open.mockClear();
  for (let second = 0; second < 13; second += 1) {
    Dexie.on.storagemutated.fire({ 'idb://amparo/tickets/': new RangeSet() });
    await vi.advanceTimersByTimeAsync(1000);
    idle.shift()?.();
  }
  await vi.advanceTimersByTimeAsync(0);
  expect(open.mock.calls.length).toBeGreaterThan(0);
});
