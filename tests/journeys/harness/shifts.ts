import { expect, type Page } from '@playwright/test';

interface Shift {
  value: number;
  /** Milliseconds since the page began. */
  at: number;
  /** What moved, from where to where. */
  moved: string[];
}

/** Notes every layout shift of the page from its beginning. Call this before the page is opened. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const kept: Shift[] = [];
    Object.assign(window, { shifts: kept });
    const named = (node: Node | null) => {
      const element = node instanceof Element ? node : node?.parentElement;
      return `${element?.localName}.${element?.className} '${element?.textContent?.slice(0, 40)}'`;
    };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const shift = entry as PerformanceEntry & {
          value: number;
          hadRecentInput: boolean;
          sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
        };
        if (shift.hadRecentInput) continue;
        const moved = shift.sources.map(
          ({ node, previousRect: from, currentRect: to }) =>
            `${named(node)} ${from.x},${from.y} ${from.width}x${from.height} -> ${to.x},${to.y} ${to.width}x${to.height}`,
        );
        kept.push({ value: shift.value, at: Math.round(entry.startTime), moved });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** The shifts since the last look. */
export const shifts = (page: Page) => page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts.splice(0));

const sum = (list: readonly Shift[]) => list.reduce((all, { value }) => all + value, 0);
/** Expects that nothing moved without a press. */
export function none(list: readonly Shift[], when: string): void {
  expect(sum(list), `${when}: ${JSON.stringify(list, null, 1)}`).toBe(0);
}
