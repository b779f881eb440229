import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { onSense } from '#senses/page.ts';
import { whetherOutdated } from '../version.ts';

/** How often a page asks again while the backend refuses its version. */
const ASK_EVERY_MS = 20_000;

/**
 * D51: asks again while the backend refuses this version, so that 'Actualiza la app' disappears as soon as the version is
 * accepted. It asks at an interval, when the page becomes visible, and when the connection returns.
 *
 * @param ask any call; its answer ends or keeps the refusal
 * @param onServed called once the refusal has ended, for screens that show why they failed
 */
export function useServedAgain(ask: () => void, onServed: () => void): void {
  const outdated = useSyncExternalStore(whetherOutdated.subscribe, whetherOutdated.now, () => false);
  const askNow = useEffectEvent(ask);
  const served = useEffectEvent(onServed);
  useEffect(() => {
    if (!outdated) return;
    const again = () => {
      if (document.visibilityState === 'visible' && navigator.onLine) askNow();
    };
    const timer = setInterval(again, ASK_EVERY_MS);
    const stop = onSense(['shown', 'online'], again);
    return () => {
      clearInterval(timer);
      stop();
      if (!whetherOutdated.now()) served();
    };
  }, [outdated]);
}
