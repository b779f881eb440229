import { type RefObject, useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react';
import { onSense } from '#senses/page.ts';

/** A toast does not go at the instant its reader comes back to it, in milliseconds. */
const LEAST_MS = 1000;

/** Calls `end` after this many milliseconds. Its time stands while `held`, and while the page is behind another window (D81). */
export function usePausable(end: () => void, duration: number, held: boolean): void {
  const over = useEffectEvent(end);
  const isBehind = useSyncExternalStore(listen, whetherBehind);
  const left = useRef(duration);
  useEffect(() => {
    if (held || isBehind) return;
    const since = performance.now();
    const timer = setTimeout(() => over(), left.current);
    return () => {
      clearTimeout(timer);
      left.current = Math.max(LEAST_MS, left.current - (performance.now() - since));
    };
  }, [held, isBehind]);
}

/** Not every browser calls a covered window hidden, so one that another window took the focus from counts as behind. */
let isBlurred = false;
const whetherBehind = (): boolean => isBlurred || document.visibilityState === 'hidden';

function listen(tell: () => void): () => void {
  const blur = () => {
    // A frame of this page also takes the focus from the window.
    isBlurred = !(document.activeElement instanceof HTMLIFrameElement);
    tell();
  };
  const focus = () => {
    isBlurred = false;
    tell();
  };
  window.addEventListener('blur', blur);
  window.addEventListener('focus', focus);
  const end = onSense(['shown', 'hidden'], tell);
  return () => {
    isBlurred = false;
    window.removeEventListener('blur', blur);
    window.removeEventListener('focus', focus);
    end();
  };
}

/** What lies above the page and closes by Escape itself. */
const LAYERS = '[role="dialog"], [role="alertdialog"], [role="listbox"], [role="menu"]';

/** Escape presses the toast that has the focus, or else the newest. An open layer takes the key before it. */
export function useEscape(region: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const shown = region.current;
      const toast = shown?.contains(event.target as Node) ? event.target : shown?.lastElementChild;
      if (event.key !== 'Escape' || event.isComposing || !(toast instanceof HTMLElement)) return;
      if (toast !== event.target && document.querySelector(LAYERS)) return;
      // The same key would also leave the pane beside a list.
      event.preventDefault();
      event.stopPropagation();
      toast.click();
    };
    window.addEventListener('keydown', press, true);
    return () => window.removeEventListener('keydown', press, true);
  }, [region]);
}
