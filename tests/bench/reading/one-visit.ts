import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { ended, freePort, launch } from '../../journeys/harness/server.ts';
import { partsMissing } from '../../journeys/harness/test.ts';
import type { Row } from '../harness/measure.ts';
import { openSlowLine } from '../harness/slow-line.ts';
import { enter, visit } from './visit.ts';

const KILOBYTE_BYTES = 1000;
const LONGEST_MS = 180_000;

interface Brought extends Seen {
  /** Bytes of the answers' bodies from the sign-in until everything was here, as they travelled. */
  bytes: number;
  /** From home until home said so, in milliseconds. */
  ms: number;
}

interface Seen {
  /** The longest task of the page meanwhile, in milliseconds. */
  longest: number;
  /** The slowest press meanwhile, in milliseconds. The browser tells none below 16, which is 0 here. */
  slowest: number;
  presses: number;
}

/** Time between two presses. */
const PRESS_EVERY_MS = 400;

/** Moves to the next policy, and at the last one back. */
async function press(page: Page): Promise<void> {
  const next = page.getByRole('button', { name: 'Póliza siguiente' });
  await ((await next.isEnabled()) ? next : page.getByRole('button', { name: 'Póliza anterior' })).click();
}

/** Measures what it takes until everything of a customer is on the device (D69), with the app's files there before. */
export async function oneVisit(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'amparo-bench-'));
  const port = await freePort();
  const server = await launch(port, folder);
  try {
    const usual = await bring(port, 'costarica@demo.test', true);
    const large = await bring(port, 'grande@demo.test', false);
    const pressed = await bring(port, 'grande@demo.test', false, press);
    if (pressed.presses === 0) throw new Error('nothing was pressed while everything came');
    return [
      {
        name: 'everything of a customer with three policies, after the sign-in',
        figure: usual.bytes,
        unit: 'kB',
        goal: 120,
      },
      { name: 'the same on the weak line, after home stands', figure: usual.ms / 1000, unit: 's', goal: 10 },
      {
        name: 'everything of 40 policies with 10,000 payments',
        figure: large.bytes,
        unit: 'kB',
        goal: 1500,
        exact: true,
      },
      { name: 'the same on a fast line, after home stands', figure: large.ms / 1000, unit: 's' },
      { name: "the page's longest task meanwhile", figure: large.longest, unit: 'ms', goal: 50 },
      {
        name: 'the slowest press meanwhile, to the next paint',
        figure: pressed.slowest,
        unit: 'ms',
        goal: 100,
        beside: `of ${pressed.presses} presses`,
      },
    ];
  } finally {
    await ended(server, 'SIGTERM');
    await rm(folder, { recursive: true, force: true });
  }
}

/** @param each done again and again while everything comes */
async function bring(
  port: number,
  email: string,
  slow: boolean,
  each?: (page: Page) => Promise<void>,
): Promise<Brought> {
  const profile = await mkdtemp(join(tmpdir(), 'amparo-bench-profile-'));
  const line = await openSlowLine(`http://127.0.0.1:${port}`, slow);
  try {
    return await visit(profile, 0, async (page) => {
      await page.goto(`${line.url}/`);
      while ((await partsMissing(page)) > 0) await page.waitForTimeout(500);
      line.reset();
      await enter(page, line.url, email);
      // Home's own first drawing is `bench -- start`'s: what comes after it is counted here.
      await page
        .getByText(/Actualizado|Trayendo/)
        .first()
        .waitFor();
      await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))));
      const home = performance.now();
      await page.evaluate(() => {
        const seen = { longest: 0, slowest: 0, presses: 0 };
        Object.assign(window, { seen });
        new PerformanceObserver((list) => {
          for (const { duration } of list.getEntries()) seen.longest = Math.max(seen.longest, duration);
        }).observe({ type: 'longtask' });
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) {
            // Other events, as those of a pointer that moves, belong to no press.
            const { interactionId } = entry as PerformanceEntry & { interactionId: number };
            if (interactionId > 0) seen.slowest = Math.max(seen.slowest, entry.duration);
          }
        }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
        addEventListener('click', () => {
          seen.presses += 1;
        });
      });
      const told = page.getByText(/Todo en tu teléfono/);
      while (each && !(await told.isVisible()) && performance.now() - home < LONGEST_MS) {
        await each(page);
        await page.waitForTimeout(PRESS_EVERY_MS);
      }
      await told.waitFor({ timeout: LONGEST_MS });
      const ms = performance.now() - home;
      const seen = await page.evaluate(() => (window as unknown as { seen: Seen }).seen);
      return { bytes: line.bytes() / KILOBYTE_BYTES, ms, ...seen };
    });
  } finally {
    await line.close();
    await rm(profile, { recursive: true, force: true });
  }
}
