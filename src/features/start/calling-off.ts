import { useCallback, useEffect, useRef } from 'react';

/**
 * One sign-in at a time, called off when the customer leaves: for another address or another page, or by `callOff`. An
 * answer that comes after that neither opens a session nor pulls them back.
 */
export function useCallingOff(): { begin: () => AbortSignal; callOff: () => void } {
  const running = useRef<AbortController | null>(null);
  const callOff = useCallback(() => running.current?.abort(), []);
  const begin = useCallback(() => {
    callOff();
    running.current = new AbortController();
    return running.current.signal;
  }, [callOff]);
  useEffect(() => {
    // The screen itself goes only when the next one has loaded; the customer has left at once.
    window.addEventListener('hashchange', callOff);
    window.addEventListener('pagehide', callOff);
    return () => {
      window.removeEventListener('hashchange', callOff);
      window.removeEventListener('pagehide', callOff);
      callOff();
    };
  }, [callOff]);
  return { begin, callOff };
}
