import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CDPSession, Page } from '@playwright/test';
import { ended, freePort, launch } from '../../journeys/harness/server.ts';
import type { Row } from '../harness/measure.ts';
import { enter, visit } from './visit.ts';

/** Visits to every screen that home links to. They are about as many as in an hour with a change every ten seconds. */
const ROUNDS = 42;
/** The rounds after which each screen's code is loaded and each list has been open. */
const WARM = 12;
/** The engine makes faster code for hours and counts it as memory. These flags turn it off, so that only ours is counted. */
const WITHOUT_COMPILERS = ['--js-flags=--no-opt --no-maglev --no-sparkplug'];

/** The time on each screen. */
const LOOKING_MS = 150;

interface Use {
  /** Bytes on the heap after garbage collection. */
  heap: number;
  nodes: number;
  listeners: number;
}

/** Measures what an hour of use leaves in memory, as the page's and the worker's after it against before it. */
export async function longUse(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'amparo-bench-'));
  const profile = await mkdtemp(join(tmpdir(), 'amparo-bench-profile-'));
  const port = await freePort();
  const server = await launch(port, folder);
  try {
    return await visit(
      profile,
      0,
      async (page) => {
        await enter(page, `http://127.0.0.1:${port}`, 'costarica@demo.test');
        await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
        await page.locator('main a[href^="#/app/"]').first().waitFor();
        const screens = await page
          .locator('a[href^="#/app/"]')
          .evaluateAll((links) => [...new Set(links.map((link) => link.getAttribute('href') ?? ''))]);
        if (screens.length < 8) throw new Error(`home leads to few screens: ${screens.join(' ')}`);
        const devtools = await page.context().newCDPSession(page);
        for (let round = 0; round < WARM; round += 1) await walk(page, screens);
        const before = await useOf(devtools);
        const worker = await workerHeap(page);
        for (let round = WARM; round < ROUNDS; round += 1) await walk(page, screens);
        const after = await useOf(devtools);
        const workerAfter = await workerHeap(page);
        const changes = (ROUNDS - WARM) * (screens.length + 1);
        return [
          { name: 'memory of the page at the beginning', figure: before.heap / 1e6, unit: 'MB' },
          {
            name: `the same after ${changes} more changes of screen, against it`,
            figure: after.heap / before.heap,
            goal: 1.1,
          },
          { name: 'nodes in the document, against the beginning', figure: after.nodes / before.nodes },
          { name: 'listeners, against the beginning', figure: after.listeners / before.listeners },
          { name: 'memory of the worker, against the beginning', figure: workerAfter / worker, goal: 1.1 },
        ];
      },
      WITHOUT_COMPILERS,
    );
  } finally {
    await ended(server, 'SIGTERM');
    for (const one of [folder, profile]) await rm(one, { recursive: true, force: true });
  }
}

/** Goes through all screens and back to home, where it pulls the data again. */
async function walk(page: Page, screens: readonly string[]): Promise<void> {
  for (const screen of [...screens, '#/app']) {
    await page.evaluate((to) => {
      location.hash = to;
    }, screen);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await page.waitForTimeout(LOOKING_MS);
  }
  await page.getByRole('button', { name: 'Actualizar' }).first().click();
  await page.getByText('Actualizado hace un momento').first().waitFor();
}

async function useOf(devtools: CDPSession): Promise<Use> {
  for (let time = 0; time < 3; time += 1) await devtools.send('HeapProfiler.collectGarbage');
  const { usedSize } = await devtools.send('Runtime.getHeapUsage');
  const { nodes, jsEventListeners } = await devtools.send('Memory.getDOMCounters');
  return { heap: usedSize, nodes, listeners: jsEventListeners };
}

/**
 * Bytes on the worker's heap after garbage collection. Playwright opens no session to a worker, so the messages go through
 * another session.
 */
async function workerHeap(page: Page): Promise<number> {
  const browser = page.context().browser();
  // The worker may have stopped meanwhile, and this starts it again.
  await page.evaluate(() => fetch('/', { cache: 'no-store' }).then((answer) => answer.text()));
  const session = browser ? await browser.newBrowserCDPSession() : await page.context().newCDPSession(page);
  const { targetInfos } = await session.send('Target.getTargets');
  const worker = targetInfos.find(({ type }) => type === 'service_worker');
  if (!worker) throw new Error('no worker runs');
  const { sessionId } = await session.send('Target.attachToTarget', { targetId: worker.targetId, flatten: false });
  let last = 0;
  const ask = (method: string) =>
    new Promise<Record<string, number>>((resolve, reject) => {
      last += 1;
      const id = last;
      const listen = ({ message }: { message: string }) => {
        const told = JSON.parse(message);
        if (told.id !== id) return;
        session.off('Target.receivedMessageFromTarget', listen);
        told.error ? reject(new Error(told.error.message)) : resolve(told.result);
      };
      session.on('Target.receivedMessageFromTarget', listen);
      session.send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify({ id, method }) }).catch(reject);
    });
  try {
    for (let time = 0; time < 3; time += 1) await ask('HeapProfiler.collectGarbage');
    return (await ask('Runtime.getHeapUsage')).usedSize ?? Number.NaN;
  } finally {
    await session.detach();
  }
}
