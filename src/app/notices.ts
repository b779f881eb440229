import { createContext, useEffect } from 'react';

/** The element for notices above every screen; null until it is rendered. */
export const NoticesContext = createContext<HTMLElement | null>(null);

/** Tells the style sheets the height of the notices, so that a screen of the window's height still fits below them. */
export function useRoomFor(box: HTMLElement | null): void {
  useEffect(() => {
    if (!box || typeof ResizeObserver === 'undefined') return;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => style.setProperty('--notices', `${box.offsetHeight}px`));
    observer.observe(box);
    return () => {
      observer.disconnect();
      style.removeProperty('--notices');
    };
  }, [box]);
}
