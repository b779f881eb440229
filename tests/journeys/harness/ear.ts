import { expect, type Page } from '@playwright/test';

export interface Ear {
  /** The texts announced since the last call, in order. Fails when an unchanged text was announced again. */
  heard(where: string): Promise<string[]>;
}

interface Said {
  text: string;
  /** The region's text before. */
  before: string;
  /** Whether the region is announced as a whole. */
  whole: boolean;
}

/**
 * Records what a screen reader would announce. A region read as a whole announces its text at each change.
 * Any other region announces only what was added. Call this before the page is opened.
 */
export async function listen(page: Page): Promise<Ear> {
  await page.addInitScript(hear);
  return {
    async heard(where) {
      const said = await page.evaluate(() => (globalThis as unknown as { said: Said[] }).said.splice(0));
      const again = said
        .filter(({ text, before, whole }) => (whole ? repeats(text, before) : before.includes(text)))
        .map(({ text }) => text);
      expect(again, `${where}: said again`).toEqual([]);
      return said.map(({ text }) => text);
    },
  };
}

/** Whether more than half of the words were there before. */
function repeats(text: string, before: string): boolean {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu) ?? [];
  const old = new Set(before.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu) ?? []);
  return words.length > 0 && words.filter((word) => old.has(word)).length / words.length > 0.5;
}

function hear(): void {
  const said: Said[] = [];
  Object.assign(window, { said });
  const last = new WeakMap<Element, string>();
  const LIVE = '[aria-live], [role="status"], [role="alert"], [role="log"]';
  const regionOf = (node: Node) => (node instanceof Element ? node : node.parentElement)?.closest(LIVE) ?? null;
  const textOf = (node: Node) => (node.textContent ?? '').replace(/\s+/g, ' ').trim();
  const isWhole = (region: Element) =>
    ['status', 'alert'].includes(region.getAttribute('role') ?? '') || region.getAttribute('aria-atomic') === 'true';

  new MutationObserver((changes) => {
    const changed = new Map<Element, Set<string>>();
    const touched = new Set<Element>();
    const note = (region: Element, text: string) =>
      changed.set(region, (changed.get(region) ?? new Set<string>()).add(text));
    for (const { type, target, addedNodes } of changes) {
      const region = regionOf(target);
      if (region) touched.add(region);
      if (region && type === 'characterData') note(region, textOf(target));
      for (const added of addedNodes) {
        if (region) note(region, textOf(added));
        // An alert is announced when it appears. Any other region that appears with its text is not.
        else if (added instanceof Element)
          for (const alert of [added, ...added.querySelectorAll('[role="alert"]')])
            if (alert.matches('[role="alert"]')) note(alert, textOf(alert));
      }
    }
    // A region that was emptied in between announces its text again.
    for (const region of touched) if (!changed.has(region)) last.set(region, textOf(region));
    for (const [region, added] of changed) {
      if (!region.isConnected || region.closest('[inert], [hidden]') || region.getAttribute('aria-live') === 'off') {
        last.set(region, textOf(region));
        continue;
      }
      const text = isWhole(region) ? textOf(region) : [...added].join(' ');
      const before = last.get(region) ?? '';
      last.set(region, textOf(region));
      if (text !== '') said.push({ text, before, whole: isWhole(region) });
    }
  }).observe(document, { subtree: true, childList: true, characterData: true });
}
