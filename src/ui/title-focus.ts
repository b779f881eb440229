import { useEffect } from 'react';

/**
 * Ref of a title that appears without a change of address, where the router does not move the focus: the button that led here
 * is gone, and a keyboard or a reader would start again at the top of the page.
 */
export const focusTitle = (title: HTMLHeadingElement | null): void => title?.focus({ preventScroll: true });

/** The same for a screen whose title another piece draws. A focus that is somewhere stays there. */
export function useTitleFocus(): void {
  useEffect(() => {
    if (document.activeElement === document.body) focusTitle(document.querySelector('h1'));
  }, []);
}

/** Ref of what takes the place of a button just pressed. */
export const focusIfLost = (element: HTMLElement | null): void => {
  if (document.activeElement === document.body) element?.focus({ preventScroll: true });
};

/** Leads the focus back to where it came from; where that is gone, to the title of the screen. */
export function giveFocusBack(to: EventTarget | null): void {
  if (to instanceof HTMLElement && to.isConnected) to.focus({ preventScroll: true });
  else focusTitle(document.querySelector('h1'));
}
