import type { Locator, Page } from '@playwright/test';

/** So many stops of Tab of one screen are pressed. */
const MAX_STOPS = 40;
/** Of a list with more items than this only the first two are pressed: the others repeat them. */
const MAX_UNLIKE = 8;

/** So long a stop is waited for, in milliseconds. */
const MAX_LATE_MS = 3000;

/** A stop of Tab, found again by its name and its place among those of that name. */
export interface Stop {
  name: string;
  nth: number;
  key: 'Enter' | 'Space';
}

export interface Landed {
  /** What has the focus: its tag and its name. */
  on: string;
  /** Whether that is the pressed control, the title of what the press opened, or an element of a layer that it opened. */
  as: 'same' | 'title' | 'layer' | 'other';
}

interface Helped {
  presses: {
    pressed: Element | null;
    before: string;
    layers: Element[];
    nameOf: (one: Element) => string;
    stops: () => HTMLElement[];
  };
}

/** Gives the page the functions that name its controls. Call this before the page is opened. */
export async function watchPresses(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const textOf = (ids: string | null) =>
      (ids ?? '')
        .split(' ')
        .map((id) => document.getElementById(id)?.textContent ?? '')
        .join(' ')
        .trim();
    const nameOf = (one: Element) => {
      const named =
        textOf(one.getAttribute('aria-labelledby')) ||
        one.getAttribute('aria-label') ||
        [...((one as HTMLInputElement).labels ?? [])].map(({ textContent }) => textContent).join(' ') ||
        one.textContent ||
        one.getAttribute('title') ||
        '';
      return `${one.tagName} ${named.replace(/\s+/gu, ' ').trim().slice(0, 80)}`;
    };
    const stops = () => {
      const layer = [...document.querySelectorAll('[role="dialog"], dialog[open]')].pop() ?? document;
      return [...layer.querySelectorAll<HTMLElement>('a[href], button, input, textarea, [tabindex="0"]')].filter(
        (one) => one.getClientRects().length > 0 && !one.closest('[inert]'),
      );
    };
    Object.assign(window, { presses: { pressed: null, before: '', layers: [], nameOf, stops } });
    // What leaves the page is not followed: another page would have to be opened for each of these presses.
    window.print = () => undefined;
  });
}

/** Presses Tab through all stops of the page or of its open layer, from the first on. The rail of a desk is the same on every screen. */
export async function stopsOf(page: Page, withRail: boolean): Promise<Stop[]> {
  const stops: Stop[] = [];
  await page.evaluate(() => {
    const [first] = (window as unknown as Helped).presses.stops();
    first?.focus();
  });
  const met = new Set<string>();
  for (let pressed = 0; pressed < 3 * MAX_STOPS && stops.length < MAX_STOPS; pressed += 1) {
    const stop = await page.evaluate((unlike) => {
      const { nameOf, stops: all } = (window as unknown as Helped).presses;
      const one = document.activeElement as HTMLElement | null;
      if (!one || one === document.body) return null;
      const name = nameOf(one);
      const nth = all()
        .filter((other) => nameOf(other) === name)
        .indexOf(one);
      const item = one.closest('li, tr');
      const place = item ? [...(item.parentElement?.children ?? [])].indexOf(item) : 0;
      const repeats = place >= 2 && (item?.parentElement?.children.length ?? 0) > unlike;
      const inRail = one.closest('nav[aria-label="Secciones"]') !== null;
      // A toast goes by itself.
      const passes = one.closest('[aria-relevant="additions"]') !== null;
      const type = one.getAttribute('type') ?? '';
      const isToggle = ['checkbox', 'radio'].includes(type) || one.getAttribute('role') === 'switch';
      return { name, nth, key: isToggle ? ('Space' as const) : ('Enter' as const), inRail, skipped: repeats || passes };
    }, MAX_UNLIKE);
    if (stop === null) break;
    const { inRail, skipped, ...found } = stop;
    const id = `${found.nth} ${found.name}`;
    if (met.has(id)) break;
    met.add(id);
    // The ends of a layer pass the focus on.
    const isControl = found.nth >= 0;
    if (isControl && !skipped && (withRail || !inRail)) stops.push(found);
    await page.keyboard.press('Tab');
  }
  return stops;
}

/** A control's tag and name. */
export const nameOf = (control: Locator): Promise<string> =>
  control.first().evaluate((one) => (window as unknown as Helped).presses.nameOf(one));

/** Focuses the stop and presses its key. @returns where the focus is then, or null when the stop is no longer there */
export async function pressOn(page: Page, { name, nth, key }: Stop): Promise<Landed | null> {
  // A part of the screen may come a moment after its title.
  const isThere = ([wanted, at]: readonly [string, number]) => {
    const { presses } = window as unknown as Helped;
    return presses.stops().filter((other) => presses.nameOf(other) === wanted)[at] !== undefined;
  };
  await page.waitForFunction(isThere, [name, nth] as const, { timeout: MAX_LATE_MS }).catch(() => undefined);
  const there = await page.evaluate(
    ([wanted, at]) => {
      const { presses } = window as unknown as Helped;
      const one = presses.stops().filter((other) => presses.nameOf(other) === wanted)[at];
      one?.focus();
      presses.pressed = one ?? null;
      presses.before = `${location.hash} ${document.querySelector('h1')?.textContent}`;
      presses.layers = [...document.querySelectorAll('[role="dialog"], dialog[open]')];
      return one !== undefined && document.activeElement === one;
    },
    [name, nth] as const,
  );
  if (!there) return null;
  await page.keyboard.press(key);
  return page.evaluate(whereTheFocusSettles);
}

/** Waits until nothing moves the focus any more, for three seconds at most. */
async function whereTheFocusSettles(): Promise<Landed> {
  const { pressed, before, layers, nameOf } = (window as unknown as Helped).presses;
  const until = performance.now() + 3000;
  const state = () => [document.activeElement, location.hash, document.querySelector('main')?.textContent?.length];
  let last = state();
  for (let quiet = 0; quiet < 10 && performance.now() < until; quiet += 1) {
    await new Promise((over) => setTimeout(over, 50));
    const now = state();
    const isLost = document.activeElement === document.body;
    if (isLost || now.some((one, at) => one !== last[at])) quiet = 0;
    last = now;
  }
  const focused = document.activeElement ?? document.body;
  const on = nameOf(focused);
  const layer = focused.closest('[role="dialog"], dialog[open]');
  const opened = before !== `${location.hash} ${document.querySelector('h1')?.textContent}`;
  const isHeading = /^H[12]$/.test(focused.tagName) && (opened || focused.closest('[data-beside]') !== null);
  if (focused === pressed) return { on, as: 'same' };
  if (layer && !layers.includes(layer)) return { on, as: 'layer' };
  return { on, as: isHeading ? 'title' : 'other' };
}
