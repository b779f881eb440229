import { useCallback, useEffect, useRef } from 'react';

/** Whether the component is still mounted. Check it after a wait, before leading the customer elsewhere. */
export function useIsMounted(): () => boolean {
  const here = useRef(false);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);
  return useCallback(() => here.current, []);
}
