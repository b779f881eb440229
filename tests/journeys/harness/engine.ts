import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { Browser, Locator, Page, TestInfo } from '@playwright/test';

/** Why a journey that carries this tag runs in Chromium alone. `npm run test:engines` prints each with its number. */
export const CHROMIUM_ALONE: Record<string, string> = {
  '@devtools': 'it needs the DevTools protocol of Chromium, or pages and folders that only Chromium has',
  '@background-sync': 'no page is open, and nothing wakes a worker without background sync; F23 has its own journeys',
  '@download': 'Playwright hears of no download of this Firefox',
  '@scripting-off': 'Playwright cannot turn JavaScript off in this Firefox',
  '@enter':
    'Playwright gives the window of this Firefox no focus, and there Enter presses no button, not even one of a plain page',
  '@preference': 'Playwright cannot tell this Firefox that motion is to be reduced or colours are forced',
  '@restless':
    'it reloads what still loads and counts every complaint, and this Firefox complains of what a reload broke off',
};

/** Why a part of a journey is left out in an engine, which is printed likewise. */
export const AXE = 'axe, which ends the process of the page in Firefox';
export const PAPER = 'paper, for which Playwright cannot ask this Firefox, and whose pages it packs in its PDF';

/** Why a journey was not begun: `npm run test:engines` names each that a slow machine had no time for. */
export const NO_TIME = 'no time was left';

/**
 * Begins the time of a journey. `late`: another one as long as the longest so far would not end before the moment in AMPARO_STOP_AT,
 * in milliseconds since 1970, at which everything is stopped. The workers of a run share the longest in the file AMPARO_LONGEST.
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

/** Whether Playwright drives Firefox here, where some parts of a journey are left out. */
export const inFirefox = (page: Page): boolean => page.context().browser()?.browserType().name() === 'firefox';

/** Notes that a part of the running journey is left out here. */
export function leaveOut(info: TestInfo, reason: string): void {
  if (!info.annotations.some(({ description }) => description === reason)) {
    info.annotations.push({ type: 'left out', description: reason });
  }
}

const adapted = new WeakSet<object>();

/**
 * What Playwright does not do, or not wholly, when it drives Firefox over WebDriver BiDi: a tap is done as a click, and a field
 * is filled by its native setter and an event, because React does not hear of what Playwright's own way has filled.
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

/** Runs in the page, before its scripts: Playwright cannot make this Firefox a touch screen, by which the app offers the camera. */
export function pointCoarsely(): void {
  const own = window.matchMedia.bind(window);
  window.matchMedia = (query) => own(query === '(pointer: coarse)' ? 'all' : query);
}

/** Runs in the page. */
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
