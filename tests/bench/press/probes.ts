import type { CDPSession, Page } from '@playwright/test';

/** What the page notes by itself, so that no question from outside runs while it is measured. */
export interface Noted {
  /** When the finger was lifted, and when the new screen had been painted; 0 before. */
  pressed: number;
  painted: number;
  /** Transactions on IndexedDB, and renders of React, since the page began. */
  transactions: number;
  renders: number;
}

/** Runs in each page before its scripts. */
export function note(): void {
  const noted = { pressed: 0, painted: 0, transactions: 0, renders: 0 };
  Object.assign(window, { noted });
  const begin = IDBDatabase.prototype.transaction;
  IDBDatabase.prototype.transaction = function (this: IDBDatabase, ...given: Parameters<typeof begin>) {
    noted.transactions += 1;
    return begin.apply(this, given);
  };
  // React tells this hook of each commit, in a build too.
  Object.assign(window, {
    __REACT_DEVTOOLS_GLOBAL_HOOK__: {
      supportsFiber: true,
      inject: () => 1,
      onCommitFiberRoot: () => {
        noted.renders += 1;
      },
      onCommitFiberUnmount: () => {},
      onPostCommitFiberRoot: () => {},
      checkDCE: () => {},
    },
  });
  const plainly = document.startViewTransition?.bind(document);
  if (plainly)
    document.startViewTransition = ((draw: () => Promise<void>) =>
      plainly(async () => {
        performance.mark('drawing');
        await draw();
        performance.mark('drawn');
      })) as typeof document.startViewTransition;
}

/**
 * Waits in the page for the next press, and then for the screen that it leads to. The address changes at the press, so what both screens
 * have is looked for in another `main` than the pressed one.
 */
export function expectScreen(page: Page, to: string, shows: string): Promise<void> {
  return page.evaluate(
    ([address, content]) => {
      const { noted } = window as unknown as { noted: Noted };
      noted.pressed = 0;
      noted.painted = 0;
      const after = new MessageChannel();
      const painted = () => {
        noted.painted ||= performance.now();
      };
      after.port1.onmessage = painted;
      const pathOf = (hash: string) => hash.replace(/^#/, '').replace(/\?.*/, '');
      const leaves = pathOf(location.hash) !== pathOf(address);
      const pressedOn = document.querySelector('main');
      const look = () => {
        const stands =
          (!leaves || document.querySelector('main') !== pressedOn) &&
          decodeURI(location.hash).startsWith(`#${address}`) &&
          (address !== '/app' || !/^#\/app\/./.test(location.hash)) &&
          document.querySelector(content);
        // Message and next frame both come after this frame's paint, whichever is first: a message also waits behind the answers of the
        // database. The window stands still while a fade waits for its screen.
        if (stands) after.port2.postMessage(null);
        requestAnimationFrame(stands ? painted : look);
      };
      addEventListener(
        'click',
        ({ timeStamp }) => {
          noted.pressed = timeStamp;
          performance.mark('pressed');
          requestAnimationFrame(look);
        },
        { capture: true, once: true },
      );
    },
    [to, shows] as const,
  );
}

export async function noted(page: Page): Promise<Noted> {
  return page.evaluate(() => ({ ...(window as unknown as { noted: Noted }).noted }));
}

export async function whenPainted(page: Page): Promise<Noted> {
  await page.waitForFunction(() => (window as unknown as { noted: Noted }).noted.painted > 0, null, {
    timeout: 20_000,
    polling: 100,
  });
  return noted(page);
}

/** How long a finger rests on what it presses. */
const TOUCH_MS = 80;

/** Presses as a finger does. Playwright's own tap lifts it at once. */
export async function tap(devtools: CDPSession, x: number, y: number): Promise<void> {
  const touch = (type: 'touchStart' | 'touchEnd') =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] });
  await touch('touchStart');
  await new Promise((rested) => setTimeout(rested, TOUCH_MS));
  await touch('touchEnd');
}

export interface Counts {
  /** Layouts that scripts forced while a fade waited for its screen, by the function that did. */
  forced: string[];
  /** Milliseconds that they took. */
  forcedMs: number;
}

/** Counts in a trace of the page's thread what `run` made it do. */
export async function traced(devtools: CDPSession, run: () => Promise<void>): Promise<Counts> {
  const events: TraceEvent[] = [];
  const collect = ({ value }: { value: unknown[] }) => void events.push(...(value as TraceEvent[]));
  devtools.on('Tracing.dataCollected', collect);
  await devtools.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: CATEGORIES, excludedCategories: ['*'] },
  });
  await run();
  const complete = new Promise((done) => devtools.once('Tracing.tracingComplete', done));
  await devtools.send('Tracing.end');
  await complete;
  devtools.off('Tracing.dataCollected', collect);
  return countsOf(events);
}

const CATEGORIES = ['blink.user_timing', 'devtools.timeline', 'disabled-by-default-devtools.timeline.stack'];

function countsOf(events: readonly TraceEvent[]): Counts {
  const main = new Set(
    events.filter(({ args }) => args?.name === 'CrRendererMain').map(({ tid, pid }) => `${pid} ${tid}`),
  );
  const own = events.filter(({ tid, pid }) => main.has(`${pid} ${tid}`)).sort((a, b) => a.ts - b.ts);
  const counts: Counts = { forced: [], forcedMs: 0 };
  let drawing = false;
  for (const { name, args, dur = 0 } of own) {
    if (name === 'drawing' || name === 'drawn') drawing = name === 'drawing';
    // A layout has a stack when a script asked for it.
    const [caller] = args?.beginData?.stackTrace ?? [];
    if (name === 'Layout' && drawing && caller) {
      const { functionName, url = '', lineNumber, columnNumber } = caller;
      counts.forced.push(`${functionName} ${url.replace(/.*\//, '')}:${lineNumber}:${columnNumber}`);
      counts.forcedMs += dur / 1000;
    }
  }
  return counts;
}

interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  /** Microseconds. */
  ts: number;
  dur?: number;
  args?: {
    name?: string;
    beginData?: { stackTrace?: { functionName: string; url?: string; lineNumber?: number; columnNumber?: number }[] };
  };
}
