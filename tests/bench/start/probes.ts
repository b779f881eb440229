import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { chromiumFlags, chromiumPath } from '../../journeys/harness/chromium.ts';

/**
 * Runs in each page before the page's scripts. It records when the content was drawn, when the app itself had drawn it and
 * could answer, and how long the page was blocked.
 */
function watch(): void {
  const seen = window as unknown as { content: number; answering: number; blocked: number };
  seen.content = 0;
  seen.answering = 0;
  seen.blocked = 0;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) seen.blocked += Math.max(0, duration - 50);
  }).observe({ type: 'longtask', buffered: true });
  const look = () => {
    const main = document.querySelector('main');
    const complete = main?.querySelector('h1')?.textContent?.includes('María Fernanda') && main.querySelector('a');
    if (complete && seen.content === 0) seen.content = performance.now();
    if (complete && main?.closest('#root')) seen.answering = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

export async function phone(browser: Browser, options: { throttled?: boolean; workers?: 'block' } = {}): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    serviceWorkers: options.workers ?? 'allow',
  });
  return prepared(context, options.throttled ?? true);
}

export async function prepared(context: BrowserContext, throttled: boolean): Promise<Page> {
  const page = await context.newPage();
  await page.addInitScript(watch);
  if (throttled) {
    const devtools = await context.newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  }
  return page;
}

/**
 * No emulated preferences. Chromium withdraws them from the page that is left, whose styles it then computes once more before
 * the next page begins: a cost of the measurement that grows with the page.
 */
const asTheSystem = { colorScheme: null, reducedMotion: null, forcedColors: null, contrast: null };

/** Launches a browser on a profile on disk, which stays when it is closed. Launched again, the browser starts cold. */
export const launchProfile = (folder: string): Promise<BrowserContext> =>
  chromium.launchPersistentContext(folder, {
    executablePath: chromiumPath(),
    args: chromiumFlags,
    viewport: { width: 390, height: 844 },
    ...asTheSystem,
  });

/** First contentful paint in milliseconds. */
export function firstPaint(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((painted) => {
        new PerformanceObserver((list) => {
          const entry = list.getEntriesByName('first-contentful-paint')[0];
          if (entry) painted(entry.startTime);
        }).observe({ type: 'paint', buffered: true });
      }),
  );
}

/** Milliseconds from the navigation until the content was drawn, from the last visit or by the app. */
export const contentAt = (page: Page): Promise<number> => timeOf(page, 'content');

/** Milliseconds from the navigation until the app itself had drawn the content and could answer. */
export const answeringAt = (page: Page): Promise<number> => timeOf(page, 'answering');

/** A question from outside runs in the page and would delay the start that is measured. The page notes its times itself. */
const UNASKED_MS = 1500;

async function timeOf(page: Page, what: 'content' | 'answering'): Promise<number> {
  type Seen = Record<'content' | 'answering', number>;
  await page.waitForTimeout(UNASKED_MS);
  await page.waitForFunction((name) => (window as unknown as Seen)[name] > 0, what, { timeout: 30_000 });
  return page.evaluate((name) => (window as unknown as Seen)[name], what);
}

export const blockedFor = (page: Page): Promise<number> =>
  page.evaluate(() => (window as unknown as { blocked: number }).blocked);

/** Milliseconds from the navigation until all named files are in the caches; NaN after 90 s. */
export function cachedAt(page: Page, names: readonly string[]): Promise<number> {
  return page.evaluate(async (wanted) => {
    for (;;) {
      const kept = new Set<string>();
      for (const name of await caches.keys()) {
        for (const { url } of await (await caches.open(name)).keys()) kept.add(new URL(url).pathname);
      }
      const controlled = navigator.serviceWorker.controller !== null;
      if (controlled && wanted.every((one) => kept.has(one))) return performance.now();
      if (performance.now() > 90_000) return Number.NaN;
      await new Promise((again) => setTimeout(again, 50));
    }
  }, names);
}
