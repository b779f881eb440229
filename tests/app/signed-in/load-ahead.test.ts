// @module-tag depth
// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { createAppRouter } from '#app/router.tsx';
import { loadAhead } from '#app/signed-in/load-ahead.ts';
import { storedParts } from '#screens/ask-stored.ts';
// It is there at once, so that each idle moment has its load.
import '#features/home/policy-list-dialog.tsx';

const { routesByPath } = createAppRouter();
let stop = () => {};

afterEach(() => {
  stop();
  storedParts.set(null);
  vi.unstubAllGlobals();
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
