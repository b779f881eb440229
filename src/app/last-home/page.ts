import type { LastHomeFound } from '#database/last-home.ts';
import type { Drawing } from './drawing.ts';

/** The stored home, with the facts that must still hold when it is shown. */
export interface LastHome {
  /** The address of the entry script, which differs in each build. */
  build: string | null;
  /** Year, month and day. Home counts days, so it is shown only on the day it was stored. */
  day: string;
  /** Width of the window, in CSS pixels. */
  width: number;
  /** Addresses of the style sheets that the page had loaded. */
  styles: string[];
  drawing: Drawing;
}

/** The same facts about the current page. */
export function pageNow(): Omit<LastHome, 'drawing'> {
  const links = document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]');
  return {
    build: document.querySelector('script[type="module"]')?.getAttribute('src') ?? null,
    day: new Date().toDateString(),
    width: window.innerWidth,
    styles: Array.from(links, ({ href }) => href),
  };
}

declare global {
  interface Window {
    /** What the database says of the last home; missing where none is expected. */
    lastHomeFound?: Promise<LastHomeFound | null>;
    /** Resolves once the last home stands, or cannot; missing in development, where the page has no such script. */
    lastHomeShown?: Promise<void>;
  }
}

/**
 * Lets the first frame be drawn. Until then a mark hides the page, and the entry script holds rendering back: an empty frame
 * would delay the one that has the last home.
 */
export function revealPage(): void {
  delete document.documentElement.dataset.home;
  document.querySelector('script[blocking]')?.removeAttribute('blocking');
}

/** Id of the element that holds the last home until the app has loaded. */
export const LAST_HOME = 'last-home';

/** Removes the drawing when a screen is shown. */
export function removeLastHome(): void {
  const drawn = document.getElementById(LAST_HOME);
  if (!drawn) return;
  drawn.remove();
  // The drawing reserved the rail's room. The rail itself does so now, if it is shown.
  if (!document.querySelector('[data-shell]')) delete document.documentElement.dataset.rail;
}
