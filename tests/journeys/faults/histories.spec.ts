import type { Browser, BrowserContext, Page } from '@playwright/test';
import { randomFrom } from '#tests/seeded.ts';
import { rowsOnDevice } from '../harness/device.ts';
import { insurer } from '../harness/insurer.ts';
import type { Fault, Line } from '../harness/line.ts';
import type { RunningServer } from '../harness/server.ts';
import { expect, readyOffline, test } from '../harness/test.ts';
import { askTicket, openTicketForm, TICKETS } from '../harness/ticket.ts';
import { EMAIL, pressSignOut, signInHome } from '../harness/trip.ts';

/**
 * Random histories of faults in a real browser against the built server, each made from its seed alone. The line fails, pages
 * crash, workers stop, and the server is killed. A failing history prints its seed. `AMPARO_SEED` replays it, and
 * `AMPARO_HISTORIES` plays that many from the seed on.
 */
const first = Number(process.env.AMPARO_SEED ?? 1);
const HISTORIES = Number(process.env.AMPARO_HISTORIES ?? (process.env.AMPARO_SEED === undefined ? 20 : 1));
const A_TEST = Math.min(5, HISTORIES);
const batches = Array.from({ length: Math.ceil(HISTORIES / A_TEST) }, (_, index) => first + index * A_TEST);

for (const from of batches) {
  test(`[F1] a saved ticket is on the server exactly once or visible on the device, seeds from ${from}`, {
    tag: '@devtools',
  }, async ({ browser, server, line }) => {
    test.setTimeout(60_000 + A_TEST * 90_000);
    for (let seed = from; seed < from + A_TEST; seed += 1) {
      const { told, steps } = await playHistory({ browser, server, line, seed }).catch((error: unknown) => {
        throw new Error(`AMPARO_SEED=${seed}: ${(error as Error)?.message ?? error}`);
      });
      const office = await insurer(server.url, EMAIL);
      const there = (await office.tickets()).map(({ notas }) => notas).filter((text) => text.startsWith(nameOf(seed)));
      expect(there.sort(), `AMPARO_SEED=${seed}: ${steps.join(', ')}`).toEqual([...told].sort());
    }
  });
}

interface History {
  browser: Browser;
  server: RunningServer;
  line: Line;
  seed: number;
}

const nameOf = (seed: number) => `Historia ${String(seed).padStart(3, '0')}:`;

/** Plays one history on a new device, then ends all faults and waits until the queue is empty. */
async function playHistory({ browser, server, line, seed }: History): Promise<{ told: string[]; steps: string[] }> {
  const random = randomFrom(seed);
  const context = await browser.newContext({
    baseURL: line.url,
    locale: 'es-CR',
    viewport: { width: 390, height: 844 },
  });
  const told: string[] = [];
  const steps: string[] = [];
  let page = await context.newPage();
  await signInHome(page);
  await readyOffline(page);
  await openTicketForm(page);
  const bystander = await context.newPage();
  const workers = await context.newCDPSession(bystander);
  await workers.send('ServiceWorker.enable');
  line.fault = faultsFrom(random);

  const actions: Record<string, () => Promise<unknown>> = {
    async ask() {
      const text = `${nameOf(seed)} ${told.length + 1}`;
      // A page behind another one draws only one frame a second.
      await page.bringToFront();
      await askTicket(page, text);
      told.push(text);
    },
    offline: () => context.setOffline(true),
    online: () => context.setOffline(false),
    async stopWorkers() {
      await workers.send('ServiceWorker.stopAllWorkers');
      // Wakes the worker as the next request would. The driver waits for ever to take a stopped one offline.
      await page.evaluate(() => navigator.serviceWorker.controller?.postMessage('wake'));
    },
    async closePage() {
      const gone = page;
      page = await context.newPage();
      await gone.close();
      await openHome(page);
    },
    async crashPage() {
      const gone = page;
      page = await context.newPage();
      const crashed = gone.waitForEvent('crash');
      const devtools = await context.newCDPSession(gone);
      // The page that crashes answers no more.
      void devtools.send('Page.crash').catch(() => undefined);
      await crashed;
      await gone.close();
      await openHome(page);
    },
    async killServer() {
      await server.restart();
    },
    async lock() {
      await context.setOffline(false);
      await page.bringToFront();
      await page.goto('/#/app/configuraciones');
      await pressSignOut(page);
      await expect(page).toHaveURL(/#\/$/);
      if ((await page.content()).includes(nameOf(seed))) throw new Error('a locked page shows a ticket');
      await signInHome(page);
    },
    async secondPage() {
      await openHome(await context.newPage());
    },
    reload: () => page.reload(),
    pause: () => page.waitForTimeout(random() * 1500),
    async otherFaults() {
      line.fault = faultsFrom(random);
    },
  };
  const likely = Object.keys(actions).flatMap((name) => Array<string>(name === 'ask' ? 4 : 1).fill(name));
  const wanted = 2 + Math.floor(random() * 2);
  while (told.length < wanted || steps.length < 6) {
    const name = likely[Math.floor(random() * likely.length)] ?? 'pause';
    if (name === 'ask' && told.length === wanted) continue;
    steps.push(name);
    await actions[name]?.();
    // Receipts are counted last. An item settled in between is then counted twice, never missed.
    const kept = (await rowsOnDevice(page, 'outbox')) + (await rowsOnDevice(page, 'receipts'));
    if (kept < told.length) throw new Error(`${told.length - kept} are nowhere after ${steps.join(', ')}`);
  }
  await heal(context, line);
  await context.close();
  return { told, steps };
}

/** Opens home and waits for it, because an earlier press would be lost in the navigation. */
async function openHome(page: Page): Promise<void> {
  await page.goto('/#/app');
  await expect(page.getByRole('button', { name: 'Actualizar' }).first()).toBeVisible();
}

/** Ends all faults. A minute later the customer looks at the pending items. */
async function heal(context: BrowserContext, line: Line): Promise<void> {
  line.fault = () => null;
  line.cutHeld();
  await context.setOffline(false);
  const page = await context.newPage();
  // A claim counts as silent after 45 s.
  await page.clock.setSystemTime(Date.now() + 60_000);
  await page.goto('/#/app/configuraciones/pendientes');
  await expect
    .poll(
      async () => {
        const now = page.getByRole('button', { name: /^Enviar (ahora|como estaba)$/ }).first();
        // Items waiting for their next try are sent by hand, and may be gone before the press.
        if (await now.isVisible()) await now.click({ timeout: 1000 }).catch(() => undefined);
        return rowsOnDevice(page, 'outbox');
      },
      { timeout: 60_000 },
    )
    .toBe(0);
}

/** Fails by chance as a bad network does. The same seed gives the same faults. */
function faultsFrom(random: () => number): Line['fault'] {
  const badness = random() * 0.8;
  const draw = randomFrom(Math.floor(random() * 2 ** 31));
  return (method, path) => {
    if (method !== 'POST' || !path.startsWith(TICKETS) || draw() > badness) return null;
    return faults[Math.floor(draw() * faults.length)] ?? null;
  };
}

const faults: Fault[] = [
  'drop',
  'cut-body',
  'hold-body',
  'hold-answer',
  'lose-answer',
  'lose-answer',
  'swallow',
  'portal',
  { status: 503, headers: { 'retry-after': '1' } },
  { status: 500 },
  { delayMs: 700 },
];
