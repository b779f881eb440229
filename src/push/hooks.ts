import { createContext, useContext, useEffect, useState } from 'react';
import { onSense } from '#senses/page.ts';
import { useLive } from '#session/hooks.ts';
import type { Push, PushStanding } from './create-push.ts';

/** Brings push into the page; nothing of it is loaded before a screen asks for it. */
export const PushContext = createContext<(() => Promise<Push>) | null>(null);

/** Push on this device; undefined until it was loaded, null where it did not arrive or nothing provides it. */
export function usePush(): Push | null | undefined {
  const load = useContext(PushContext);
  const [push, setPush] = useState<Push | null | undefined>(load ? undefined : null);
  useEffect(() => {
    let left = false;
    // A part that does not arrive is an offer that is not made.
    load?.().then(
      (found) => left || setPush(found),
      () => left || setPush(null),
    );
    return () => {
      left = true;
    };
  }, [load]);
  return push;
}

/** How it stands, as it changes in any tab or in the browser's own settings; undefined until that was read. */
export function usePushStanding(push: Push | null | undefined): PushStanding | undefined {
  const [looks, setLooks] = useState(0);
  useEffect(() => {
    return onSense(['shown'], () => setLooks((count) => count + 1));
  }, []);
  return useLive(() => push?.standing(), [push, looks]);
}
