import AxeBuilder from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';
import { AXE, inFirefox, leaveOut } from './engine.ts';
import { expect, test } from './test.ts';

/** The folder for screenshots. Without it none are taken. */
export const SHOTS = process.env.AMPARO_SHOTS;
export const phone = { width: 390, height: 844 };

/**
 * Checks the page in both themes and at both widths: it is accessible, fits down to 320 px, and hides no focused
 * control.
 */
export async function looks(page: Page, name: string): Promise<void> {
  // Colours are checked after their transition. Parts not painted yet would keep the old ones.
  await page.evaluate(() => document.styleSheets[0]?.insertRule('* { transition: none !important }'));
  // A resting pointer keeps a toast open, and a phone has none.
  await page.mouse.move(0, 0);
  for (const [width, height, colorScheme] of [
    [390, 844, 'light'],
    [390, 844, 'dark'],
    [1280, 800, 'light'],
  ] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height });
    // A piece at the window's edge must not cover a button at any scroll position.
    await page.evaluate((wide) => scrollTo(0, wide ? document.body.scrollHeight : 0), width === 1280);
    const where = `${name} ${width} ${colorScheme}`;
    await settled(page);
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/${name}-${width}-${colorScheme}.png` });
    await accessible(page, where);
    await fits(page, where);
    if (width === 390 && colorScheme === 'light') await unobscured(page, where);
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 320, height: 640 });
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/${name}-320.png`, fullPage: true });
  await fits(page, `${name} at 320`);
  await page.setViewportSize(phone);
}

/**
 * Waits until colours and positions are final, for at most five seconds.
 * A change of a millisecond lasts until the next frame, which a busy machine draws late. Endless animations are not
 * waited for.
 */
export function settled(page: Page): Promise<void> {
  return page.evaluate(async () => {
    const until = performance.now() + 5000;
    const frame = () => new Promise(requestAnimationFrame);
    const passing = () =>
      document
        .getAnimations()
        .some((one) => one.playState === 'running' && one.effect?.getComputedTiming().endTime !== Infinity);
    do {
      await frame();
      await frame();
    } while (passing() && performance.now() < until);
  });
}

/** Expects no violation of WCAG 2.2 A and AA on the page. */
export async function accessible(page: Page, what: string): Promise<void> {
  if (inFirefox(page)) return leaveOut(test.info(), AXE);
  expect(await found(page), what).toEqual([]);
}

/** The violations axe finds on the page, one a line: the rule, and where. */
export async function found(page: Page): Promise<string[]> {
  await settled(page);
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze();
  const targets = violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ target }) => target.join(' ')) }));
  return page.evaluate((all) => {
    // Nothing behind a modal layer can be pressed, and the page's sticky bars may cover half of a button there.
    const modal = document.querySelector('[role="dialog"], [role="alertdialog"], dialog[open]');
    // What a bar at the window's edge covers now is free once it is scrolled to.
    const isFree = (selector: string) => {
      const control = document.querySelector(selector);
      const at = [scrollX, scrollY] as const;
      control?.scrollIntoView({ block: 'center', behavior: 'instant' });
      const { left = 0, top = 0, width = 0, height = 0 } = control?.getBoundingClientRect() ?? {};
      const reach = [-11, 0, 11];
      const points = reach.flatMap((x) => reach.map((y) => [left + width / 2 + x, top + height / 2 + y] as const));
      const isHit = points.every(([x, y]) => control?.contains(document.elementFromPoint(x, y)));
      scrollTo(...at);
      return isHit && Math.min(width, height) >= 24;
    };
    const counts = (selector: string) =>
      (modal === null || modal.contains(document.querySelector(selector))) && !isFree(selector);
    return all
      .map(({ id, nodes }) => ({ id, nodes: id === 'target-size' ? nodes.filter(counts) : nodes }))
      .filter(({ nodes }) => nodes.length > 0)
      .map(({ id, nodes }) => `${id}: ${nodes.join(', ')}`);
  }, targets);
}

/** Expects that nothing reaches beyond the right edge of the page. */
export async function fits(page: Page, what: string): Promise<void> {
  // A long list is laid out again after the window has changed.
  await expect.poll(() => tooWide(page), { message: `${what} fits`, timeout: 3000 }).toEqual([]);
}

export const tooWide = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    if (document.documentElement.scrollWidth <= innerWidth) return [];
    const wide = [...document.querySelectorAll('body *')].filter(
      (one) => one.getBoundingClientRect().right > innerWidth,
    );
    return ['the page', ...wide.slice(0, 5).map((one) => `${one.className} ${one.textContent?.slice(0, 40)}`)];
  });

/** Expects that a finger on the control's centre hits it, not something above it. */
export async function uncovered(control: Locator): Promise<void> {
  const hit = () =>
    control.evaluate((element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      const seen = document.elementFromPoint(left + width / 2, top + height / 2);
      return seen !== null && element.contains(seen) ? '' : (seen?.closest('button')?.textContent ?? 'nothing');
    });
  // While one screen gives way to the next, the browser finds neither.
  await expect.poll(hit, { message: 'covered by', timeout: 3000 }).toBe('');
}

/** Expects that nothing at the window's edges covers the control with the focus (WCAG 2.4.11). */
export async function unobscured(page: Page, what: string): Promise<void> {
  const hidden = await page.evaluate(async () => {
    const modal = document.querySelector('[role="dialog"], [role="alertdialog"], dialog[open]');
    const controls = (modal ?? document).querySelectorAll<HTMLElement>(
      // What names the account for password managers takes no focus.
      'a[href], button:enabled, input:not([aria-hidden="true"]), textarea',
    );
    const isCovered = (control: HTMLElement) => {
      const { left, top, width, height } = control.getBoundingClientRect();
      const seen = document.elementFromPoint(left + width / 2, top + height / 2);
      // A radio button or checkbox lies below the card that is its label.
      const parts = [control, ...((control as HTMLInputElement).labels ?? [])];
      return seen !== null && !seen.contains(control) && !parts.some((one) => one.contains(seen));
    };
    const covered: HTMLElement[] = [];
    for (const control of controls) {
      if (!control.checkVisibility()) continue;
      control.focus();
      // A toast moves away once the page has been still.
      if (isCovered(control)) await new Promise((rested) => setTimeout(rested, 400));
      if (isCovered(control)) covered.push(control);
    }
    (document.activeElement as HTMLElement | null)?.blur();
    scrollTo(0, 0);
    return covered.map(
      (control) => control.textContent || control.title || control.getAttribute('aria-label') || control.outerHTML,
    );
  });
  expect(hidden, `covered: ${what}`).toEqual([]);
}

/** Expects that no toast covers a control. Rows of a list may be below one. */
export async function toastsCoverNothing(page: Page, what: string): Promise<void> {
  const covered = await page.evaluate(() => {
    const toasts = [...document.querySelectorAll('[aria-live][aria-relevant="additions"] > *')];
    // Nothing below an open layer can be pressed.
    const layers = document.querySelectorAll('[role="dialog"], [role="alertdialog"]');
    const pressable = layers[layers.length - 1] ?? document;
    const controls = [...pressable.querySelectorAll('a[href], button, input, select, textarea, label')];
    const free = controls.filter((one) => !toasts.includes(one) && one.checkVisibility() && !one.closest('li a'));
    const meets = (one: Element) => {
      const box = one.getBoundingClientRect();
      if (box.width <= 1) return false;
      return toasts.some((toast) => {
        const { left, right, top, bottom } = toast.getBoundingClientRect();
        return box.left < right && box.right > left && box.top < bottom && box.bottom > top;
      });
    };
    const names = free.filter(meets).map((one) => one.textContent || one.outerHTML);
    return toasts.length > 0 ? names : ['no toast is shown'];
  });
  expect(covered, `covered by a toast: ${what}`).toEqual([]);
}

/** Expects no word of a button, day, title or label on two lines, unless it is longer than a line of the window. */
export async function wordsWhole(page: Page, what: string): Promise<void> {
  expect(await wordsBroken(page), `words broken on ${what}`).toEqual([]);
}

export const wordsBroken = (page: Page): Promise<string[]> => page.evaluate(brokenWords);

function brokenWords(): string[] {
  const broken: string[] = [];
  for (const one of document.querySelectorAll<HTMLElement>(
    'button, a[class*="_button_"], main [class*="_date_"] *, h1, h2, h3, label, dt, .amount, [class*="_figure_"]',
  )) {
    if (!one.checkVisibility() || one.closest('[inert], .visually-hidden')) continue;
    const walker = document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      // What somebody typed may be longer than any line.
      if (node.parentElement?.closest('.visually-hidden, [class*="_value_"]')) continue;
      for (const word of node.textContent?.matchAll(/[\p{L}\p{N}]+/gu) ?? []) {
        const range = document.createRange();
        range.setStart(node, word.index);
        range.setEnd(node, word.index + word[0].length);
        const parts = [...range.getClientRects()];
        const lines = new Set(parts.map(({ top }) => Math.round(top)));
        const width = parts.reduce((sum, part) => sum + part.width, 0);
        if (lines.size > 1 && width < innerWidth - 96) broken.push(word[0]);
      }
    }
  }
  return broken;
}

/** Sets the spacing of text that readers may ask for (WCAG 1.4.12), for as long as the page stands. */
export const textSpaced = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const sheet = document.styleSheets[0];
    sheet?.insertRule('p { margin-bottom: 2em !important }');
    sheet?.insertRule(
      '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }',
    );
  });

/** Texts of which a part lies outside of a box that hides what does not fit, and that cannot be scrolled. */
export const cutOff = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const hides = (style: CSSStyleDeclaration) =>
      ['hidden', 'clip'].includes(style.overflowX) || ['hidden', 'clip'].includes(style.overflowY);
    // Long names are cut after some lines on purpose, and say so by their dots.
    const isMeant = (style: CSSStyleDeclaration) =>
      style.webkitLineClamp !== 'none' || style.textOverflow === 'ellipsis';
    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const around = node.parentElement;
      if (!around?.checkVisibility() || !node.textContent?.trim()) continue;
      if (around.closest('[inert], [aria-hidden="true"], .visually-hidden')) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const text = range.getBoundingClientRect();
      for (let box: HTMLElement | null = around; box && box !== document.body; box = box.parentElement) {
        const style = getComputedStyle(box);
        if (isMeant(style)) break;
        const { right, bottom, width } = box.getBoundingClientRect();
        // Kept for screen readers alone.
        if (width <= 1) break;
        // Half of the leading may stand out.
        if (!hides(style) || (text.right <= right + 1 && text.bottom <= bottom + 6)) continue;
        found.push(node.textContent.trim().slice(0, 60));
        break;
      }
    }
    return found;
  });
