import { join } from 'node:path';
import { type CDPSession, chromium, type Page } from '@playwright/test';
import { chromiumFlags, chromiumPath } from '../journeys/harness/chromium.ts';
import { inTurn, median, type Row } from './harness/measure.ts';
import { servePage } from './harness/serve-page.ts';
import { frugality } from './reading/frugality.ts';
import { longUse } from './reading/long-use.ts';
import { looking } from './reading/looking.ts';
import { oneVisit } from './reading/one-visit.ts';
import type { Bench } from './reading/page.tsx';

const ROUNDS = 7;
/** The number of times the whole history is scrolled. */
const PASSES = 3;
/** The factor by which the page is slowed down, as a mid-range phone is slower than this machine. */
const SLOWDOWN = 4;

/** Measures the cost of reading on a phone, with a page made of the app's rooms in a slowed-down Chromium. */
export default async function reading(): Promise<Row[]> {
  const page = await servePage(join(import.meta.dirname, 'reading'));
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
    const scrolling = await scrolled(tab, devtools);
    const rows = [...ratios, ...scrolling, ...(await grown(tab, devtools))];
    if (crash[0]) throw crash[0];
    return [...rows, ...(await frugality()), ...(await oneVisit()), ...(await looking()), ...(await longUse())];
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

const FEW = 10_000;
const MANY = 100_000;

/** Measures the cost of ten times as many rows. The processor is not slowed down, because the figures are ratios. */
async function grown(tab: Page, devtools: CDPSession): Promise<Row[]> {
  const tenfold = (much: () => Promise<number>, little: () => Promise<number>) => inTurn(3, much, little);
  const pulled = await tenfold(
    () => call(tab, 'pullMany', 'pagos', MANY),
    () => call(tab, 'pullMany', 'pagos', FEW),
  );
  const papers = await tenfold(
    () => call(tab, 'pullMany', 'documentos', FEW),
    () => call(tab, 'pullMany', 'documentos', FEW / 10),
  );
  const opened = await tenfold(
    () => call(tab, 'open', `pagos${MANY}`),
    () => call(tab, 'open', `pagos${FEW}`),
  );
  const listed = await inTurn(
    ROUNDS,
    () => call(tab, 'openDocuments', FEW),
    () => call(tab, 'openDocuments', FEW / 10),
  );
  const searched = await tenfold(
    () => call(tab, 'search', MANY),
    () => call(tab, 'search', FEW),
  );
  const bare = await heap(devtools);
  const held = async (count: number) => {
    await call(tab, 'openWhole', `pagos${count}`, count);
    const bytes = (await heap(devtools)) - bare;
    await call(tab, 'closeWhole');
    return bytes;
  };
  const few = await held(FEW);
  const many = await held(MANY);
  return [
    { name: 'pulling 100,000 payments, from the answer into the mirror', figure: pulled.a, unit: 'ms' },
    { name: 'the same against 10,000', figure: pulled.ratio, goal: 10 },
    { name: 'pulling 10,000 documents against 1,000', figure: papers.ratio, goal: 10 },
    { name: 'opening a history of 100,000 after a start, against 10,000', figure: opened.ratio, goal: 1.5 },
    { name: 'opening 10,000 documents after a start, against 1,000', figure: listed.ratio, goal: 1.5 },
    { name: 'searching 100,000 payments twice', figure: searched.a, unit: 'ms' },
    { name: 'the same against 10,000', figure: searched.ratio, goal: 10 },
    { name: 'memory of a screen with 100,000 payments', figure: many / 1e6, unit: 'MB' },
    { name: 'the same against 10,000', figure: many / few, goal: 10 },
  ];
}

/** Bytes in use on the page's heap after garbage collection. */
async function heap(devtools: CDPSession): Promise<number> {
  await devtools.send('HeapProfiler.collectGarbage');
  await devtools.send('HeapProfiler.collectGarbage');
  return (await devtools.send('Runtime.getHeapUsage')).usedSize;
}

/**
 * Measures the tasks of opening the whole history and of scrolling it from end to end, several times. Even a page of twenty
 * bare boxes stalls for 4 to 18 ms in each pass, at changing frames, so those stalls come from the machine. The cost of the
 * list recurs at the same frame of each pass, so each frame counts with the median of its passes. Garbage collection is
 * caused by the app but happens at changing frames too, so its longest pause has a separate row.
 */
async function scrolled(tab: Page, devtools: CDPSession): Promise<Row[]> {
  const passes: Traced<{ frames: number; last: string }>[] = [];
  let opening = 0;
  for (let pass = 0; pass < PASSES; pass += 1) {
    opening = Math.max(opening, longest((await traced(devtools, () => call(tab, 'openWhole'))).frames));
    const one = await traced(devtools, () => call(tab, 'scrollThrough'));
    const { frames, last } = one.value;
    if (last !== '10000' || one.frames.length < frames) throw new Error(`The scroll ended at payment ${last}`);
    passes.push(one);
  }
  const count = Math.max(...passes.map(({ frames }) => frames.length));
  const frames = Array.from({ length: count }, (_, index) => median(passes.map((pass) => pass.frames[index] ?? 0)));
  return [
    { name: 'longest task of opening all years of it', figure: opening, unit: 'ms' },
    {
      name: `tasks over 50 ms while scrolling it end to end, of ${count} frames`,
      figure: frames.filter((one) => one > 50).length,
      goal: 0,
    },
    {
      name: `the longest of them, in the middle one of ${PASSES} passes`,
      figure: longest(frames),
      unit: 'ms',
      goal: 50,
    },
    {
      name: 'longest garbage collection of all passes',
      figure: longest(passes.flatMap(({ pauses }) => pauses)),
      unit: 'ms',
      goal: 50,
    },
    {
      name: 'longest task of all passes, stalls of the machine included',
      figure: longest(passes.flatMap((one) => one.frames)),
      unit: 'ms',
    },
  ];
}

const longest = (tasks: readonly number[]): number => tasks.reduce((most, one) => Math.max(most, one), 0);

interface Traced<T> {
  value: T;
  /** The longest task of each frame in milliseconds, by the page's `frame` marks. The first is before the first mark. */
  frames: number[];
  /** The lengths of garbage collections in milliseconds. */
  pauses: number[];
}

/**
 * Traces the page's thread. Times are milliseconds of its processor time, multiplied by the slowdown, so that other work of
 * the machine is not counted.
 */
async function traced<T>(devtools: CDPSession, run: () => Promise<T>): Promise<Traced<T>> {
  const events: TraceEvent[] = [];
  const collect = ({ value }: { value: unknown[] }) => void events.push(...(value as TraceEvent[]));
  devtools.on('Tracing.dataCollected', collect);
  await devtools.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel', 'v8', 'blink.user_timing'], excludedCategories: ['*'] },
  });
  const value = await run();
  const complete = new Promise((done) => devtools.once('Tracing.tracingComplete', done));
  await devtools.send('Tracing.end');
  await complete;
  devtools.off('Tracing.dataCollected', collect);
  const main = new Set(
    events.filter(({ args }) => args?.name === 'CrRendererMain').map(({ tid, pid }) => `${pid} ${tid}`),
  );
  const ofPage = events.filter(({ tid, pid }) => main.has(`${pid} ${tid}`)).sort((a, b) => endOf(a) - endOf(b));
  const frames = [0];
  const pauses: number[] = [];
  for (const event of ofPage) {
    const slowed = ((event.tdur ?? 0) / 1000) * SLOWDOWN;
    if (event.name === 'frame') frames.push(0);
    // A task ends after the marks that it made.
    else if (event.name.endsWith('RunTask')) frames[frames.length - 1] = Math.max(frames.at(-1) ?? 0, slowed);
    else if (/^M(aj|in)orGC$/.test(event.name)) pauses.push(slowed);
  }
  return { value, frames, pauses };
}

const endOf = ({ ts, dur = 0 }: TraceEvent): number => ts + dur;

interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  /** Microseconds: the start and the length by the clock, and in `tdur` the thread's processor time. */
  ts: number;
  dur?: number;
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
