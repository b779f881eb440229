import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { Browser, Locator, Page, TestInfo } from '@playwright/test';

/** Why a journey with this tag runs in Chromium only. `npm run test:engines` prints each reason with its count. */
export const CHROMIUM_ALONE: Record<string, string> = {
  '@devtools': 'it needs the DevTools protocol of Chromium, or pages and folders that only Chromium has',
  '@background-sync': 'no page is open, and nothing wakes a worker without background sync; F23 has its own journeys',
  '@download': 'Playwright gets no download events from this Firefox',
  '@scripting-off': 'Playwright cannot turn JavaScript off in this Firefox',
  '@enter':
    'Playwright gives the window of this Firefox no focus, so Enter presses no button, not even on a plain page',
  '@preference': 'Playwright cannot set reduced motion or forced colours in this Firefox',
  '@restless':
    'it reloads pages while they load and counts every error, and this Firefox reports what a reload broke off',
};

/** Why an engine skips part of a journey. This is printed in the same way. */
export const AXE = 'axe, which crashes the page in Firefox';
export const PAPER = 'paper: Playwright cannot emulate print in this Firefox, whose PDF compresses its page objects';
export const WAKING = 'an event of the browser to the worker, which the DevTools protocol of Chromium alone can give';
export const SLOWED = 'a slowed processor, which the DevTools protocol of Chromium alone can give';

/** Why a journey was not started. `npm run test:engines` names each journey that had no time on a slow machine. */
export const NO_TIME = 'no time was left';

/**
 * Starts the clock of a journey. `late` says that one as long as the longest so far would end after AMPARO_STOP_AT.
 * AMPARO_STOP_AT is in milliseconds since 1970, and the run ends then.
 * The workers of a run share the longest duration in the file AMPARO_LONGEST.
 */
export function beginTime(now = Date.now): { late: boolean; end(): void } {
  const { AMPARO_STOP_AT: stopAt, AMPARO_LONGEST: file } = process.env;
  if (!stopAt || !file) return { late: false, end: () => {} };
  const begun = now();
  const longest = () => (existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0);
  return {
    late: begun + longest() * 1.3 > Number(stopAt),
    end: () => writeFileSync(file, String(Math.max(longest(), now() - begun))),
  };
}

/** Whether Playwright drives Firefox, in which some parts of a journey are skipped. */
export const inFirefox = (page: Page): boolean => page.context().browser()?.browserType().name() === 'firefox';

/** Notes that a part of the running journey is skipped here. */
export function leaveOut(info: TestInfo, reason: string): void {
  if (!info.annotations.some(({ description }) => description === reason)) {
    info.annotations.push({ type: 'left out', description: reason });
  }
}

const adapted = new WeakSet<object>();

/**
 * Replaces what Playwright cannot do when it drives Firefox over WebDriver BiDi.
 * A tap becomes a click. A field is filled by its native setter and an event, which React hears.
 */
export async function adaptToFirefox(browser: Browser): Promise<void> {
  const page = await browser.newPage();
  const locators: Locator = Object.getPrototypeOf(page.locator('body'));
  await page.close();
  if (adapted.has(locators)) return;
  adapted.add(locators);
  locators.tap = function (options) {
    return this.click(options);
  };
  locators.fill = async function (value, options) {
    await this.waitFor({ ...options, state: 'visible' });
    await this.evaluate(enter, value);
  };
}

/**
 * Runs in the page before its scripts. The app offers the camera on touch screens, which Playwright cannot simulate in
 * Firefox.
 */
export function pointCoarsely(): void {
  const original = window.matchMedia.bind(window);
  window.matchMedia = (query) => original(query === '(pointer: coarse)' ? 'all' : query);
}

/** Runs in the page. Waits up to 15 s for the field to open, then types the text. */
async function enter(field: HTMLElement | SVGElement, text: string): Promise<void> {
  const input = field as HTMLInputElement;
  const until = Date.now() + 15_000;
  while ((input.disabled || input.readOnly) && Date.now() < until) await new Promise((done) => setTimeout(done, 50));
  if (input.disabled || input.readOnly) throw new Error('the field stays closed');
  input.focus();
  const owner = Object.getPrototypeOf(input);
  Object.getOwnPropertyDescriptor(owner, 'value')?.set?.call(input, text);
  input.dispatchEvent(new Event('input', { bubbles: true }));
}
