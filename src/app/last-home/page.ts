import type { Drawing } from './drawing.ts';

/** What is kept of home, with all that must be the same for it to be shown. */
export interface LastHome {
  /** The address of the entry script, which differs in each build. */
  build: string | null;
  /** Home counts days, so it is shown on the day it was kept only: year, month and day here. */
  day: string;
  /** Width of the window, in CSS pixels. */
  width: number;
  /** Addresses of the style sheets that the page had loaded. */
  styles: string[];
  drawing: Drawing;
}

/** The same facts of the page as it is now. */
export function pageNow(): Omit<LastHome, 'drawing'> {
  const links = document.querySelectorAll('link[rel="stylesheet"]');
  return {
    build: document.querySelector('script[type="module"]')?.getAttribute('src') ?? null,
    day: new Date().toDateString(),
    width: window.innerWidth,
    styles: Array.from(links, (link) => link.getAttribute('href') ?? ''),
  };
}

/** Where the last home stands until the app is there. */
export const LAST_HOME = 'last-home';

/** Takes the drawing away: home itself is there, or another screen is. */
export function removeLastHome(): void {
  const place = document.getElementById(LAST_HOME);
  if (!place) return;
  place.remove();
  // The rail's room, which the drawing took, is the rail's own by now or nobody's.
  if (!document.querySelector('[data-shell]')) delete document.documentElement.dataset.rail;
}
