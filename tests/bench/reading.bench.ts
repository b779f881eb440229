import { type CDPSession, chromium, type Page } from '@playwright/test';
import { chromiumFlags, chromiumPath } from '../journeys/harness/chromium.ts';
import { inTurn, type Row } from './harness/measure.ts';
import type { Bench } from './reading/page.tsx';
import { serveReadingPage } from './reading/serve.ts';

const ROUNDS = 7;
/** A phone of the middle is about four times slower than what this runs on. */
const SLOWDOWN = 4;

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
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    const ratios = await measured(tab);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    const rows = [...ratios, ...(await scrolled(tab, devtools))];
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
  return [
    { name: 'pulling 10,000 payments into the mirror', figure: pulled.a, unit: 'ms' },
    { name: 'the same against raw IndexedDB with a record each', figure: pulled.ratio, goal: 0.15 },
    { name: 'opening a history of 10,000 after a start, to first paint', figure: opened.a, unit: 'ms' },
    { name: 'the same against a history of 100', figure: opened.ratio, goal: 1.5 },
    { name: 'switching to a screen with mirrored data, to first paint', figure: changed.a, unit: 'ms' },
    { name: 'the same against a bare change of route', figure: changed.ratio, goal: 3 },
    { name: 'writes to mirrored records when nothing changed', figure: writes, goal: 0 },
  ];
}

/** The tasks of opening the whole history and of scrolling it from end to end. */
async function scrolled(tab: Page, devtools: CDPSession): Promise<Row[]> {
  const opening = await traced(devtools, () => call(tab, 'openWhole'));
  const scrolling = await traced(devtools, () => call(tab, 'scrollThrough'));
  const { frames, last } = scrolling.value;
  if (last !== '10000' || scrolling.tasks.length < frames) throw new Error(`The scroll ended at payment ${last}`);
  return [
    { name: 'longest task of opening all years of it', figure: longest(opening.tasks), unit: 'ms' },
    {
      name: `tasks over 50 ms while scrolling it end to end, of ${frames} frames`,
      figure: scrolling.tasks.filter((one) => one > 50).length,
      goal: 0,
    },
    { name: 'the longest of them', figure: longest(scrolling.tasks), unit: 'ms', goal: 50 },
  ];
}

const longest = (tasks: readonly number[]): number => tasks.reduce((most, one) => Math.max(most, one), 0);

/**
 * The tasks of the page's thread in milliseconds, by the time the thread itself worked on them, slowed down by calculation: so
 * that what else the machine does meanwhile is not counted.
 */
async function traced<T>(devtools: CDPSession, run: () => Promise<T>): Promise<{ value: T; tasks: number[] }> {
  const events: TraceEvent[] = [];
  const collect = ({ value }: { value: unknown[] }) => void events.push(...(value as TraceEvent[]));
  devtools.on('Tracing.dataCollected', collect);
  await devtools.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel'], excludedCategories: ['*'] },
  });
  const value = await run();
  const complete = new Promise((done) => devtools.once('Tracing.tracingComplete', done));
  await devtools.send('Tracing.end');
  await complete;
  devtools.off('Tracing.dataCollected', collect);
  const page = new Set(
    events.filter(({ args }) => args?.name === 'CrRendererMain').map(({ tid, pid }) => `${pid} ${tid}`),
  );
  const tasks = events
    .filter(({ name, tid, pid }) => name.endsWith('RunTask') && page.has(`${pid} ${tid}`))
    .map(({ tdur = 0 }) => (tdur / 1000) * SLOWDOWN);
  return { value, tasks };
}

interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  /** Microseconds the thread worked; waiting does not count. */
  tdur?: number;
  args?: { name?: string };
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
