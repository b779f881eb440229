import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { chromiumFlags, chromiumPath } from '../journeys/harness/chromium.ts';
import { ended, freePort, launch } from '../journeys/harness/server.ts';
import { readyOffline, signIn } from '../journeys/harness/test.ts';
import { median, type Row } from './harness/measure.ts';
import { openSlowLine, overLine } from './harness/slow-line.ts';
import { firstPaint, phone, prepared } from './start/probes.ts';

const ROUNDS = 5;
const REGISTRATION = '/#/registro/residencia';
const PAYMENTS = '/#/app/pagos/520022';

/**
 * Measures a link that leads inside, as a mail or a search engine has it: at a quarter of the processor, 1.6 Mbit/s and 150 ms.
 * A visitor comes to the registration on a device that knows nothing; a customer comes to their payments.
 */
export default async function link(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'amparo-bench-'));
  const port = await freePort();
  const server = await launch(port, folder);
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumFlags });
  const url = `http://127.0.0.1:${port}`;
  try {
    return [...(await visitor(browser, url)), ...(await customer(browser, url))];
  } finally {
    await browser.close();
    await ended(server, 'SIGTERM');
    await rm(folder, { recursive: true, force: true });
  }
}

/** Notes in the page when the selector first finds something that is drawn by the app. */
function noteWhen(selector: string): void {
  const seen = window as unknown as { foundAt: number };
  seen.foundAt = 0;
  const look = () => {
    if (document.querySelector(`#root ${selector}`) && !document.documentElement.dataset.screen)
      seen.foundAt = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

async function foundAt(page: Page): Promise<number> {
  const found = await page.waitForFunction(() => (window as unknown as { foundAt: number }).foundAt, null, {
    timeout: 60_000,
  });
  return found.jsonValue();
}

async function visitor(browser: Browser, url: string): Promise<Row[]> {
  const painted: number[] = [];
  const pressable: number[] = [];
  const bytes: number[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    await overLine(url, async (line) => {
      const page = await phone(browser);
      await page.addInitScript(noteWhen, 'input[type="radio"]');
      await page.goto(`${line.url}${REGISTRATION}`, { waitUntil: 'commit' });
      const at = await foundAt(page);
      if (round > 0) {
        pressable.push(at);
        bytes.push(line.bytes());
        painted.push(await firstPaint(page));
      }
      await page.context().close();
    });
  }
  return [
    { name: 'a link to the registration: first paint', figure: median(painted), unit: 'ms', goal: 900 },
    { name: 'until a country can be pressed', figure: median(pressable), unit: 'ms', goal: 2000 },
    { name: 'bytes on the line until then', figure: median(bytes) / 1024, unit: 'KiB' },
  ];
}

async function customer(browser: Browser, url: string): Promise<Row[]> {
  const line = await openSlowLine(url, false);
  try {
    const times: Record<'with' | 'without', number[]> = { with: [], without: [] };
    for (const worker of ['with', 'without'] as const) {
      const first = await phone(browser, {
        throttled: false,
        ...(worker === 'without' && { workers: 'block' as const }),
      });
      await signIn(first, 'costarica@demo.test', undefined, line.url);
      await first.goto(`${line.url}${PAYMENTS}`);
      await first.getByText('Actualizado').first().waitFor();
      if (worker === 'with') await readyOffline(first);
      const context = first.context();
      await first.close();
      line.slow(true);
      for (let round = 0; round <= ROUNDS; round += 1) {
        const page = await prepared(context, true);
        await page.addInitScript(noteWhen, 'main h1');
        await page.goto(`${line.url}${PAYMENTS}`, { waitUntil: 'commit' });
        const at = await foundAt(page);
        if (round > 0) times[worker].push(at);
        await page.close();
      }
      line.slow(false);
      await context.close();
    }
    return [
      { name: 'a link to the payments: content with the worker', figure: median(times.with), unit: 'ms', goal: 1000 },
      { name: 'the same without it', figure: median(times.without), unit: 'ms', goal: 2000 },
    ];
  } finally {
    await line.close();
  }
}
