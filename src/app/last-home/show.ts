import { draw } from './drawing.ts';
import {
  LAST_HOME,
  type LastHome,
  loadStyle,
  partsOfHome,
  removeLastHome,
  revealPage,
  stylesNow,
  today,
} from './page.ts';
import { keepPresses } from './presses.ts';

/** The drawing waits for its styles no longer than this. */
const MAX_WAIT_MS = 600;
/** And for its letters: others are as high, but not as wide. */
const MAX_FONT_WAIT_MS = 100;

/**
 * Draws the last home while the app loads. The app removes the drawing with its first screen.
 *
 * @param data the last home as JSON, or 'null'
 * @returns resolves once the drawing is painted; undefined when there is nothing to draw
 */
export function showLastHome(data: string): Promise<void> | undefined {
  const kept = JSON.parse(data) as LastHome | null;
  if (!kept || kept.build !== partsOfHome() || kept.day !== today() || !isAsWideAs(kept.width)) return;
  const there = stylesNow();
  const missing = kept.styles.filter((href) => !there.includes(href));
  const late = new Promise((_, reject) => setTimeout(reject, MAX_WAIT_MS));
  const styled = Promise.race([Promise.all([window.homeStyles, ...missing.map(loadStyle)]), late]);
  const box = document.createElement('div');
  box.id = LAST_HOME;
  // Screen readers wait for the real home, which can be used.
  box.setAttribute('aria-hidden', 'true');
  box.append(draw(kept.drawing));
  keepPresses(box);
  document.body.prepend(box);
  // Reserves the rail's room, as the rail does.
  document.documentElement.dataset.rail = '';
  const lettered = fontIsThere();
  void styled
    .catch(giveUp)
    .then(() => lettered)
    .then(revealPage);
  // Such a browser paints nothing before the styles are there, so it needs no mark for them.
  if ('blocking' in HTMLLinkElement.prototype) void lettered.then(revealPage);
  // The app's scripts, read before the drawing is painted, would delay it. The frame's callbacks run before the painting.
  return lettered.then(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
}

/** The page asked for the font with its head, and a worker has it. Text that is drawn again in other letters moves (F50). */
function fontIsThere(): Promise<unknown> {
  const late = new Promise((resolve) => setTimeout(resolve, MAX_FONT_WAIT_MS));
  return Promise.race([document.fonts.load('1em "Instrument Sans Variable"').catch(() => undefined), late]);
}

/** Asking for the width itself would lay out the page. Widths are rounded, so a pixel more or less is the same. */
const isAsWideAs = (width: number) =>
  window.matchMedia(`(min-width: ${width - 1}px) and (max-width: ${width + 1}px)`).matches;

/** Home without its styles is worse than none. The app asks for the missing ones again. */
function giveUp(): void {
  removeLastHome();
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[blocking]')) if (!link.sheet) link.remove();
}
