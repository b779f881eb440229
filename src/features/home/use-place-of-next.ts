import { useEffect, useState } from 'react';
import { useOnline } from '#ui/hooks/use-online.ts';
import type { WhatNextNow } from './use-what-next.ts';

/** 'awaited': nothing below the policies is shown yet. 'last': below all else, where it pushes nothing. */
export type PlaceOfNext = 'awaited' | 'first' | 'last';

/** The rest of home waits no longer than this: for the device, and on one that knows nothing yet for the server too. */
const MAX_WAIT_MS = 800;

/** Whether this page has waited for the server. What did not come then will hardly come at once later. */
let hasWaited = false;

/**
 * Where 'Lo que sigue' stands. It is decided once in each visit of home, and before anything below the policies is shown, so that
 * nothing moves when it becomes known (F50).
 *
 * @param isShown whether the policies are there
 */
export function usePlaceOfNext({ isRead, isWhole, nothing }: WhatNextNow, isShown: boolean): PlaceOfNext {
  const online = useOnline();
  const [place, setPlace] = useState<PlaceOfNext>('awaited');
  const awaited = isShown && place === 'awaited';
  const isDecided = isWhole || (isRead && (hasWaited || !online));
  if (awaited && isDecided) setPlace(nothing ? 'last' : 'first');
  useEffect(() => {
    if (!awaited) return;
    const timer = setTimeout(() => setPlace('last'), MAX_WAIT_MS);
    return () => clearTimeout(timer);
  }, [awaited]);
  useEffect(() => {
    if (place !== 'awaited') hasWaited = true;
  }, [place]);
  return place;
}
