import { useCallback, useEffect, useRef } from 'react';

/** Whether the component still stands on the page: asked after a wait, before its end leads the customer elsewhere. */
export function useStillHere(): () => boolean {
  const here = useRef(false);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);
  return useCallback(() => here.current, []);
}
