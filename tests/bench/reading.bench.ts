import { chromium, type Page } from '@playwright/test';
import { chromiumFlags, chromiumPath } from '../journeys/harness/chromium.ts';
import { inTurn, type Row } from './harness/measure.ts';
import type { Bench } from './reading/page.tsx';
import { serveReadingPage } from './reading/serve.ts';

const ROUNDS = 7;

/** What reading costs a phone: a page of the app's own rooms in Chromium, slowed down four times. */
export default async function reading(): Promise<Row[]> {
  const page = await serveReadingPage();
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumFlags });
  try {
    const tab = await browser.newPage({ viewport: { width: 390, height: 844 }, locale: 'es-CR' });
    const crash: Error[] = [];
    tab.on('pageerror', (error) => crash.push(error));
    await tab.goto(page.url);
    await call(tab, 'prepare');
    const devtools = await tab.context().newCDPSession(tab);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    const rows = await measured(tab);
    if (crash[0]) throw crash[0];
    return rows;
  } finally {
    await browser.close();
    await page.close();
  }
}

async function measured(tab: Page): Promise<Row[]> {
  const pulled = await inTurn(
    ROUNDS,
    () => call(tab, 'pullWhole'),
    () => call(tab, 'putSingly'),
  );
  const opened = await inTurn(
    ROUNDS,
    () => call(tab, 'open', 'grande'),
    () => call(tab, 'open', 'chica'),
  );
  const changed = await inTurn(
    ROUNDS,
    () => call(tab, 'change', 'mirrored'),
    () => call(tab, 'change', 'bare'),
  );
  const writes = await call(tab, 'writesWhenUnchanged');
  const scrolled = await call(tab, 'scrollThrough');
  if (scrolled.last !== '10000') throw new Error(`The scroll ended at payment ${scrolled.last}`);
  return [
    { name: 'pulling 10,000 payments into the mirror', figure: pulled.a, unit: 'ms' },
    { name: 'the same against raw IndexedDB with a record each', figure: pulled.ratio, goal: 0.15 },
    { name: 'opening a history of 10,000 after a start, to first paint', figure: opened.a, unit: 'ms' },
    { name: 'the same against a history of 100', figure: opened.ratio, goal: 1.5 },
    {
      name: `longest task while scrolling it end to end (${scrolled.frames} frames)`,
      figure: scrolled.longest,
      unit: 'ms',
      goal: 50,
    },
    { name: 'switching to a screen with mirrored data, to first paint', figure: changed.a, unit: 'ms' },
    { name: 'the same against a bare change of route', figure: changed.ratio, goal: 3 },
    { name: 'writes to mirrored records when nothing changed', figure: writes, goal: 0 },
  ];
}

/** Calls a function of the page's bench. */
function call<N extends keyof Bench>(
  tab: Page,
  name: N,
  ...input: Parameters<Bench[N]>
): Promise<Awaited<ReturnType<Bench[N]>>> {
  return tab.evaluate(
    ([which, args]) => {
      const { bench } = window as unknown as { bench: Record<string, (...given: unknown[]) => unknown> };
      return bench[which]?.(...args);
    },
    [name, input] as [string, unknown[]],
  ) as Promise<Awaited<ReturnType<Bench[N]>>>;
}
