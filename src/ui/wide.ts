import { useSyncExternalStore } from 'react';

/** From this width on a screen is a desk: two columns beside the rail. CSS modules repeat the number. */
const wide = '(min-width: 1100px)';

/** True on a desk's width; follows resizing. */
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
