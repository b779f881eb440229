import { useLayoutEffect } from 'react';

/**
 * Marks the page's root by `data-<name>` while a piece stands, so that sheets of other pieces can make room for it. Older
 * browsers lack :has().
 */
export function usePageMark(name: string): void {
  useLayoutEffect(() => {
    const marks = document.documentElement.dataset;
    marks[name] = '';
    return () => {
      delete marks[name];
    };
  }, [name]);
}
