import { type FocusEvent, type MouseEvent, useEffect, useRef } from 'react';

/**
 * Ref of a title that appears without a change of address. The router does not move the focus then, and the pressed button is
 * gone. Without this, keyboards and screen readers would start again at the top of the page.
 */
export const focusTitle = (title: HTMLElement | null): void => title?.focus({ preventScroll: true });

/** The same for a screen whose title another component renders. It does not take the focus from another element. */
export function useTitleFocus(): void {
  useEffect(() => {
    if (document.activeElement === document.body) focusTitle(document.querySelector('h1'));
  }, []);
}

/** Ref of the element that replaces a button just pressed. */
export const focusIfLost = (element: HTMLElement | null): void => {
  if (document.activeElement === document.body) element?.focus({ preventScroll: true });
};

/**
 * For a message that its press takes away. A finger or a mouse leaves the focus where it is, or the keyboard of the field that
 * one types in would close. A focus that came by a key goes back to where it came from, or to the screen's title.
 *
 * @returns what the button listens to, and `leave`, to be called before it goes
 */
export function useFocusBack() {
  const cameFrom = useRef<EventTarget | null>(null);
  return {
    onMouseDown: (event: MouseEvent) => event.preventDefault(),
    onFocus: ({ relatedTarget }: FocusEvent) => {
      cameFrom.current = relatedTarget;
    },
    leave: (button: Element) => {
      if (document.activeElement === button) giveFocusBack(cameFrom.current);
    },
  };
}

function giveFocusBack(to: EventTarget | null): void {
  if (to instanceof HTMLElement && to.isConnected) to.focus({ preventScroll: true });
  else focusTitle(document.querySelector('h1'));
}
