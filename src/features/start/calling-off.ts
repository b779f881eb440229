import { useCallback, useEffect, useRef } from 'react';
import { onSense } from '#senses/page.ts';

/**
 * Runs one sign-in at a time and aborts it when the customer leaves the page or calls `callOff`. An answer that comes later
 * opens no session.
 */
export function useAbortOnLeave(): { begin: () => AbortSignal; callOff: () => void } {
  const running = useRef<AbortController | null>(null);
  const callOff = useCallback(() => running.current?.abort(), []);
  const begin = useCallback(() => {
    callOff();
    running.current = new AbortController();
    return running.current.signal;
  }, [callOff]);
  useEffect(() => {
    // The screen unmounts only when the next one has loaded, but the customer has left at the change of address.
    window.addEventListener('hashchange', callOff);
    const stop = onSense(['left'], callOff);
    return () => {
      window.removeEventListener('hashchange', callOff);
      stop();
      callOff();
    };
  }, [callOff]);
  return { begin, callOff };
}
