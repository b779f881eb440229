import { expect, type Page } from '@playwright/test';

/** How long the focus may be lost after a press, in milliseconds, while a layer closes or a screen loads. */
const MAX_LOST_MS = 1500;

export interface WatchedFocus {
  /** Fails when a press has lost the focus since the last call. */
  kept(where: string): Promise<void>;
}

/**
 * Watches that no press leaves the focus on the page's body, where a keyboard or screen reader would start again at the
 * top.
 * It counts keys and clicks on controls. Call this before the page is opened.
 */
export async function watchFocus(page: Page): Promise<WatchedFocus> {
  await page.addInitScript(watch, MAX_LOST_MS);
  return {
    async kept(where) {
      await page.waitForFunction(() => (globalThis as unknown as Watched).focusWatch.pending === 0);
      const lost = await page.evaluate(() => (globalThis as unknown as Watched).focusWatch.lost.splice(0));
      expect(lost, `${where}: presses that left the focus on the body`).toEqual([]);
    },
  };
}

interface Watched {
  focusWatch: { lost: string[]; pending: number };
}

function watch(patience: number): void {
  const state = { lost: [] as string[], pending: 0 };
  (globalThis as unknown as Watched).focusWatch = state;
  const look = async (what: string) => {
    state.pending += 1;
    const until = performance.now() + patience;
    const isNowhere = () => document.activeElement === document.body || document.activeElement === null;
    // Something that takes the focus away may follow the press, so this waits first.
    await new Promise((over) => setTimeout(over, 300));
    while (isNowhere() && performance.now() < until) await new Promise((over) => setTimeout(over, 50));
    if (isNowhere()) state.lost.push(what);
    state.pending -= 1;
  };
  const named = (target: EventTarget | null) =>
    target instanceof Element
      ? (target.getAttribute('aria-label') ?? target.textContent ?? '').trim().slice(0, 60)
      : '';
  document.addEventListener(
    'keydown',
    (event) => {
      // A page just opened has no focus yet, and a modifier alone does nothing.
      if (document.activeElement === document.body || event.key.length > 1 === false) return;
      if (['Shift', 'Control', 'Alt', 'Meta'].includes(event.key)) return;
      void look(`${event.key} on ${named(event.target)}`);
    },
    { capture: true },
  );
  document.addEventListener(
    'click',
    (event) => {
      const control = event.target instanceof Element ? event.target.closest('a[href], button, input, label') : null;
      if (control && event.detail > 0) void look(`press on ${named(control)}`);
    },
    { capture: true },
  );
}
