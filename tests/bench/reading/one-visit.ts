import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ended, freePort, launch } from '../../journeys/harness/server.ts';
import { partsMissing } from '../../journeys/harness/test.ts';
import type { Row } from '../harness/measure.ts';
import { openSlowLine } from '../harness/slow-line.ts';
import { enter, visit } from './visit.ts';

const KILOBYTE_BYTES = 1000;
const LONGEST_MS = 180_000;

interface Brought {
  /** Bytes of the answers' bodies from the sign-in until everything was here, as they travelled. */
  bytes: number;
  /** From home until home said so, in milliseconds. */
  ms: number;
  /** The longest task of the page meanwhile, in milliseconds. */
  longest: number;
}

/** Measures what it takes until everything of a customer is on the device (D69), with the app's files there before. */
export async function oneVisit(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'amparo-bench-'));
  const port = await freePort();
  const server = await launch(port, folder);
  try {
    const usual = await bring(port, 'costarica@demo.test', true);
    const large = await bring(port, 'grande@demo.test', false);
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
    ];
  } finally {
    await ended(server, 'SIGTERM');
    await rm(folder, { recursive: true, force: true });
  }
}

async function bring(port: number, email: string, slow: boolean): Promise<Brought> {
  const profile = await mkdtemp(join(tmpdir(), 'amparo-bench-profile-'));
  const line = await openSlowLine(`http://127.0.0.1:${port}`, slow);
  try {
    return await visit(profile, 0, async (page) => {
      await page.goto(`${line.url}/`);
      while ((await partsMissing(page)) > 0) await page.waitForTimeout(500);
      line.reset();
      await enter(page, line.url, email);
      const home = performance.now();
      await page.evaluate(() => {
        const seen = window as unknown as { longest: number };
        seen.longest = 0;
        new PerformanceObserver((list) => {
          for (const { duration } of list.getEntries()) seen.longest = Math.max(seen.longest, duration);
        }).observe({ type: 'longtask' });
      });
      await page.getByText(/Todo en tu teléfono/).waitFor({ timeout: LONGEST_MS });
      const ms = performance.now() - home;
      const longest = await page.evaluate(() => (window as unknown as { longest: number }).longest);
      return { bytes: line.bytes() / KILOBYTE_BYTES, ms, longest };
    });
  } finally {
    await line.close();
    await rm(profile, { recursive: true, force: true });
  }
}
