import { useSyncExternalStore } from 'react';

/** From this width on the layout is a desk's: two columns beside the rail. CSS modules repeat the number. */
const wide = '(min-width: 1100px)';

/** Whether the window has a desk's width, live. */
export function useWide(): boolean {
  return useSyncExternalStore(
    (changed) => {
      const query = window.matchMedia(wide);
      query.addEventListener('change', changed);
      return () => query.removeEventListener('change', changed);
    },
    () => window.matchMedia(wide).matches,
    () => false,
  );
}
