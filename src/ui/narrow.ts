import { useSyncExternalStore } from 'react';

/** Up to this width a screen is a phone: drawers instead of dropdowns, one column. CSS modules repeat the number, since a media query reads no token. */
const narrow = '(max-width: 542px)';

/** True on a phone's width; follows turning and resizing. */
export function useNarrow(): boolean {
  return useSyncExternalStore(
    (changed) => {
      const query = window.matchMedia(narrow);
      query.addEventListener('change', changed);
      return () => query.removeEventListener('change', changed);
    },
    () => window.matchMedia(narrow).matches,
    () => true,
  );
}
