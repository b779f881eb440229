import { useSyncExternalStore } from 'react';

/** Up to this width the layout is a phone's: drawers and one column. CSS modules repeat the number. */
const narrow = watched('(max-width: 542px)');
/** From this width on the layout is a desk's: two columns beside the rail. CSS modules repeat the number. */
const wide = watched('(min-width: 1100px)');

/** Whether the window has a phone's width, live. */
export const useNarrow = (): boolean => useMedia(narrow, true);

/** Whether the window has a desk's width, live. */
export const useWide = (): boolean => useMedia(wide, false);

/** Made once: what is another function at each render is subscribed anew at each. */
function watched(condition: string) {
  return {
    now: () => window.matchMedia(condition).matches,
    subscribe(changed: () => void) {
      const query = window.matchMedia(condition);
      query.addEventListener('change', changed);
      return () => query.removeEventListener('change', changed);
    },
  };
}

const useMedia = ({ now, subscribe }: ReturnType<typeof watched>, prerendered: boolean): boolean =>
  useSyncExternalStore(subscribe, now, () => prerendered);
