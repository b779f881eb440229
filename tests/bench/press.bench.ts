import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, type CDPSession, chromium, type Page } from '@playwright/test';
import { chromiumFlags, chromiumPath } from '../journeys/harness/chromium.ts';
import { ended, freePort, launch } from '../journeys/harness/server.ts';
import { readyOffline } from '../journeys/harness/test.ts';
import { browserProcesses } from './harness/browser-memory.ts';
import { median, type Row } from './harness/measure.ts';
import { openSlowLine, type SlowLine } from './harness/slow-line.ts';
import { firstRun } from './press/first-run.ts';
import { type Counts, expectScreen, note, tap, traced, whenPainted } from './press/probes.ts';
import { quarterOf } from './press/slow-browser.ts';
import { type Press, walk } from './press/walk.ts';
import { enter } from './reading/visit.ts';

const CUSTOMER = 'grande@demo.test';
const BROUGHT_MS = 180_000;
const ROUNDS = 8;
const SLOWDOWN = 4;
/** The customer looks at each screen for a moment, in which it finishes its own work. */
const LOOKING_MS = 600;
const SETTLED_MS = 3000;

interface Pressed {
  press: Press;
  ms: number;
  transactions: number;
  renders: number;
  requests: number;
}

/** Measures the time from a press until the new screen has been painted, on a phone with a quarter of this processor. */
export default async function press(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'amparo-bench-'));
  const profile = await mkdtemp(join(tmpdir(), 'amparo-bench-profile-'));
  const port = await freePort();
  const server = await launch(port, folder);
  const line = await openSlowLine(`http://127.0.0.1:${port}`, false);
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: chromiumPath(),
    args: chromiumFlags,
    viewport: { width: 390, height: 844 },
    locale: 'es-CR',
    isMobile: true,
    hasTouch: true,
  });
  try {
    const page = context.pages()[0] ?? (await context.newPage());
    await enter(page, line.url, CUSTOMER);
    await page.getByText(/Todo en tu teléfono/).waitFor({ timeout: BROUGHT_MS });
    await readyOffline(page);
    await page.close();
    const rounds: Pressed[][] = [];
    for (let round = 0; round < ROUNDS; round += 1) rounds.push(await walked(context, line, SLOWDOWN));
    let counts: Counts | undefined;
    await walked(context, line, 1, async (devtools, run) => {
      counts = await traced(devtools, run);
    });
    let functions = 0;
    await walked(context, line, 1, async (devtools, run, page) => {
      functions = await firstRun(devtools, () => page.reload().then(() => homeStands(page)), run);
    });
    const whole = await walked(context, line, 1, async (_, run) => {
      // The page's own process is there by now.
      const free = quarterOf(await browserProcesses(profile));
      await run().finally(free);
    });
    if (!counts) throw new Error('nothing was traced');
    return [...rowsOf(rounds, counts), ...besides(functions, whole)];
  } finally {
    await context.close();
    await line.close();
    await ended(server, 'SIGTERM');
    for (const one of [folder, profile]) await rm(one, { recursive: true, force: true });
  }
}

/** Opens the app anew and goes through the walk once, so that each screen is opened for the first time in its page. */
async function walked(
  context: BrowserContext,
  line: SlowLine,
  slowdown: number,
  around: (devtools: CDPSession, run: () => Promise<void>, page: Page) => Promise<void> = (_, run) => run(),
): Promise<Pressed[]> {
  const page = await context.newPage();
  try {
    await page.addInitScript(note);
    await page.goto(`${line.url}/#/app`);
    await homeStands(page);
    const devtools = await context.newCDPSession(page);
    const pressed: Pressed[] = [];
    const walkOnce = async () => {
      for (const press of walk) pressed.push(await pressOnce(page, devtools, line, press, slowdown));
    };
    await around(devtools, walkOnce, page);
    return pressed;
  } finally {
    await page.close();
  }
}

/** Waits until the app itself has drawn home, and done what it does after that. */
async function homeStands(page: Page): Promise<void> {
  await page.locator('#root main[data-next]').waitFor();
  await page.waitForTimeout(SETTLED_MS);
}

async function pressOnce(
  page: Page,
  devtools: CDPSession,
  line: SlowLine,
  press: Press,
  slowdown: number,
): Promise<Pressed> {
  const target = page.locator(press.on).filter({ visible: true }).first();
  await target.waitFor();
  await page.waitForTimeout(LOOKING_MS);
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (!box) throw new Error(`${press.name}: nothing to press`);
  await expectScreen(page, press.to, press.shows);
  const before = await page.evaluate(() => {
    const { transactions, renders } = (window as unknown as { noted: Pressed }).noted;
    return { transactions, renders };
  });
  const asked = line.requests.length;
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await tap(devtools, box.x + box.width / 2, box.y + box.height / 2);
  const seen = await whenPainted(page).catch((reason) => {
    throw new Error(`${press.name}: its screen did not come`, { cause: reason });
  });
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  return {
    press,
    ms: seen.painted - seen.pressed,
    transactions: seen.transactions - before.transactions,
    renders: seen.renders - before.renders,
    requests: line.requests.length - asked,
  };
}

function beside(figures: readonly Pressed[]): string {
  const of = (what: 'transactions' | 'renders' | 'requests') => `${median(figures.map((one) => one[what]))} ${what}`;
  return `${of('transactions')}, ${of('renders')}, ${of('requests')}`;
}

function rowsOf(rounds: readonly Pressed[][], counts: Counts): Row[] {
  const all = rounds.flat();
  const each = walk.map((press, index) => {
    const figures = rounds.flatMap((round) => round[index] ?? []);
    return {
      name: press.home ? press.name : `a press for ${press.name}`,
      figure: median(figures.map(({ ms }) => ms)),
      unit: 'ms',
      goal: press.home ? 300 : 200,
      beside: beside(figures),
    };
  });
  const worst = Math.max(...all.map(({ ms }) => ms));
  const slowest = all.find(({ ms }) => ms === worst);
  return [
    ...each,
    {
      name: `the worst of ${all.length} presses`,
      figure: worst,
      unit: 'ms',
      goal: 400,
      beside: slowest?.press.name ?? '',
    },
    {
      name: 'layouts that scripts force while a fade waits for its screen',
      figure: counts.forced.length,
      goal: 0,
      exact: true,
      beside: [`${counts.forcedMs.toFixed(0)} ms with the whole processor`, ...new Set(counts.forced)].join(', '),
    },
    { name: 'transactions on the database of a press that leads home', ...countOf(all, 'transactions') },
    { name: 'renders of it', ...countOf(all, 'renders') },
    { name: 'requests of all presses until they are painted', figure: all.reduce((sum, one) => sum + one.requests, 0) },
  ];
}

/** Counted until the screen is painted, and until the bench has seen that it is. */
const countOf = (all: readonly Pressed[], what: 'transactions' | 'renders') => ({
  figure: median(all.filter(({ press }) => press.home).map((one) => one[what])),
});

function besides(functions: number, whole: readonly Pressed[]): Row[] {
  const times = (home: boolean) => whole.filter(({ press }) => (press.home ?? false) === home).map(({ ms }) => ms);
  return [
    { name: `functions that run for the first time in ${walk.length} presses`, figure: functions },
    { name: 'a press, with the whole browser slowed', figure: median(times(false)), unit: 'ms', goal: 200 },
    {
      name: 'a press that leads home, with the whole browser slowed',
      figure: median(times(true)),
      unit: 'ms',
      goal: 300,
    },
  ];
}
