import { useSyncExternalStore } from 'react';

/** Up to this width the layout is a phone's: drawers and one column. CSS modules repeat the number. */
const narrow = '(max-width: 542px)';
/** From this width on the layout is a desk's: two columns beside the rail. CSS modules repeat the number. */
const wide = '(min-width: 1100px)';

/** Whether the window has a phone's width, live. */
export const useNarrow = (): boolean => useMedia(narrow, true);

/** Whether the window has a desk's width, live. */
export const useWide = (): boolean => useMedia(wide, false);

function useMedia(condition: string, prerendered: boolean): boolean {
  return useSyncExternalStore(
    (changed) => {
      const query = window.matchMedia(condition);
      query.addEventListener('change', changed);
      return () => query.removeEventListener('change', changed);
    },
    () => window.matchMedia(condition).matches,
    () => prerendered,
  );
}
