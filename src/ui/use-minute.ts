import { useEffect, useState } from 'react';

/** The time, anew each minute and when the page is looked at again, so that 'hace 5 min' does not grow old. */
export function useMinute(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    let timer: ReturnType<typeof setInterval> | undefined;
    const look = () => {
      clearInterval(timer);
      // Nobody sees a hidden page grow old, and its clock would wake the phone.
      if (document.visibilityState === 'hidden') return;
      timer = setInterval(tick, 60_000);
      tick();
    };
    const tick = () => setNow(new Date());
    if (document.visibilityState !== 'hidden') timer = setInterval(tick, 60_000);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, []);
  return now;
}
