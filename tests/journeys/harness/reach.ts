import type { Page } from '@playwright/test';

/** So many stops of one screen are looked at. A list of thousands of rows repeats itself. */
const MAX_STOPS = 60;

/** Presses the key through all stops of the page, or of its open layer, and names those of which nothing can be seen. */
export async function hiddenStops(page: Page, key: 'Tab' | 'Shift+Tab'): Promise<{ stops: number; hidden: string[] }> {
  const hidden: string[] = [];
  await page.evaluate(() => Object.assign(window, { visited: new Set() }));
  for (let stops = 0; ; stops += 1) {
    await page.keyboard.press(key);
    const at = await page.evaluate(lookAtFocus);
    if (at === null || stops === MAX_STOPS) return { stops, hidden };
    if (!at.seen) hidden.push(at.name);
  }
}

/** Null where the walk ends: outside of the page, or at a control that it has met. */
async function lookAtFocus(): Promise<{ name: string; seen: boolean } | null> {
  await new Promise(requestAnimationFrame);
  const { visited } = window as unknown as { visited: Set<Element> };
  const control = document.activeElement;
  if (control === null || control === document.body || visited.has(control)) return null;
  visited.add(control);
  // A radio button or a tick box lies below the card that is its label.
  const parts = [control, ...((control as HTMLInputElement).labels ?? [])];
  const steps = [0.05, 0.5, 0.95];
  const seen = parts.some((part) => {
    const { left, top, width, height } = part.getBoundingClientRect();
    const points = steps.flatMap((x) => steps.map((y) => [left + width * x, top + height * y] as const));
    return points.some(([x, y]) => {
      const hit = document.elementFromPoint(x, y);
      return hit !== null && parts.some((one) => one.contains(hit) || hit.contains(one));
    });
  });
  const name = control.getAttribute('aria-label') ?? control.getAttribute('name') ?? control.textContent ?? '';
  return { name: `${control.tagName} ${name.trim().slice(0, 50)}`, seen };
}

/** What of the layer in front cannot be brought into sight by scrolling: its texts and its controls. */
export const unreachable = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const layer = [...document.querySelectorAll('[role="dialog"], dialog[open]')].pop();
    if (!layer) return ['no layer is open'];
    const missed: string[] = [];
    const controls = layer.querySelectorAll<HTMLInputElement>('a[href], button, input, textarea, [role="option"]');
    for (const control of controls) {
      if (control.getClientRects().length === 0 || control.closest('[inert]')) continue;
      // A radio button or a tick box lies below the card that is its label.
      const parts = [control, ...(control.labels ?? [])];
      control.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
      await new Promise(requestAnimationFrame);
      // A link of two lines has nothing in the middle of its box.
      const boxes = parts.flatMap((part) => [...part.getClientRects()]);
      const inSight = boxes.some(({ left, top, width, height }) => {
        const hit = document.elementFromPoint(left + width / 2, top + height / 2);
        return hit !== null && parts.some((one) => one.contains(hit));
      });
      if (!inSight) missed.push(`${control.tagName} ${control.getAttribute('aria-label') ?? control.textContent}`);
    }
    const words = document.createTreeWalker(layer, NodeFilter.SHOW_TEXT);
    while (words.nextNode()) {
      const text = words.currentNode;
      const around = text.parentElement;
      if (!around || !text.textContent?.trim() || around.closest('.visually-hidden, [aria-hidden="true"]')) continue;
      around.scrollIntoView({ block: 'center', behavior: 'instant' });
      await new Promise(requestAnimationFrame);
      const range = document.createRange();
      range.selectNodeContents(text);
      const [line] = range.getClientRects();
      if (!line) continue;
      const [x, y] = [line.left + line.width / 2, line.top + line.height / 2];
      const hit = document.elementFromPoint(x, y);
      if (hit === null || !(around.contains(hit) || (hit.contains(around) && layer.contains(hit))))
        missed.push(text.textContent.trim().slice(0, 60));
    }
    return missed;
  });

/** Names that several controls of the page have. Links to the same address may share one, and so may answers of two questions. */
export const sharedNames = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const textOf = (ids: string | null) =>
      (ids ?? '')
        .split(' ')
        .map((id) => document.getElementById(id)?.textContent ?? '')
        .join(' ')
        .trim();
    const nameOf = (one: HTMLElement) =>
      textOf(one.getAttribute('aria-labelledby')) ||
      one.getAttribute('aria-label') ||
      [...((one as HTMLInputElement).labels ?? [])].map(({ textContent }) => textContent).join(' ') ||
      one.textContent ||
      one.title;
    const seen = new Map<string, Set<string>>();
    for (const one of document.querySelectorAll<HTMLElement>('a[href], button, input:not([type="radio"]), textarea')) {
      if (one.closest('[inert], [hidden], [aria-hidden="true"]') || one.getClientRects().length === 0) continue;
      const name = (nameOf(one) ?? '').replace(/\s+/gu, ' ').trim();
      const leadsTo = one instanceof HTMLAnchorElement ? one.href : `${seen.size} ${Math.random()}`;
      seen.set(name, new Set(seen.get(name)).add(leadsTo));
    }
    return [...seen].filter(([, places]) => places.size > 1).map(([name, { size }]) => `${size} × ${name}`);
  });
