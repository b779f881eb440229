import type { Drawing } from './drawing.ts';

/** The stored home, with the facts that must still hold when it is shown. */
export interface LastHome {
  /** The addresses of home's parts, which differ in each build; empty in development. */
  build: string;
  /** Year, month and day. Home counts days, so it is shown only on the day it was stored. */
  day: string;
  /** Width of the window, in CSS pixels. */
  width: number;
  /** Addresses of the style sheets that the page had loaded. */
  styles: string[];
  drawing: Drawing;
}

/** The facts about the page that is open. */
export const pageNow = (): Omit<LastHome, 'drawing'> => ({
  build: partsOfHome(),
  day: today(),
  width: window.innerWidth,
  styles: stylesNow(),
});

export const today = (): string => new Date().toDateString();

export const stylesNow = (): string[] =>
  Array.from(document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]'), ({ href }) => href);

declare global {
  interface Window {
    /** Whether home's style sheets are there; missing where no last home is awaited. */
    homeStyles?: Promise<unknown>;
    /** Requests the parts of the screen, where the boot script did not because the last home was awaited. */
    preloadParts?: () => void;
    /** Resolves once the last home is painted; missing where it is not drawn. */
    lastHomeShown?: Promise<void> | undefined;
  }
}

/** The addresses that the build writes into the page, separated by spaces. */
export const partsOfHome = (): string =>
  document.querySelector<HTMLElement>('script[data-inside]')?.dataset.inside ?? '';

/** Requests a style sheet. Where the browser can, nothing is painted before it is there. */
export function loadStyle(href: string): Promise<unknown> {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.crossOrigin = '';
  link.setAttribute('blocking', 'render');
  link.href = href;
  return new Promise((resolve, reject) => {
    link.onload = resolve;
    link.onerror = reject;
    document.head.append(link);
  });
}

/** Takes the mark away that hides the page while the last home is awaited. */
export function revealPage(): void {
  delete document.documentElement.dataset.home;
}

/** Id of the element that holds the last home until the app has loaded. */
export const LAST_HOME = 'last-home';

/** Removes the drawing when a screen is shown. Returns it, null where there was none. */
export function removeLastHome(): HTMLElement | null {
  const drawn = document.getElementById(LAST_HOME);
  if (!drawn) return null;
  drawn.remove();
  // The drawing reserved the rail's room. The rail itself does so now, if it is shown.
  if (!document.querySelector('[data-shell]')) delete document.documentElement.dataset.rail;
  return drawn;
}
