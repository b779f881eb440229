import { useSyncExternalStore } from 'react';

/** Up to this width the layout is a phone's: drawers and one column. CSS modules repeat the number. */
const narrow = '(max-width: 542px)';

/** Whether the window has a phone's width, live. */
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
