import { useRouter } from '@tanstack/react-router';
import { createContext, useContext, useEffectEvent, useLayoutEffect, useState } from 'react';

/**
 * Choices made on screens of the signed-in area, by history entry. They are kept in memory, only while the area is open.
 * Browsers write addresses and history states to disk, where no name or search may be (D44).
 */
export const KeptHereContext = createContext<Map<string, unknown>>(new Map());

/** State that a screen has again when the customer comes back to it: a filter, an open entry. */
export function useEntryState<T>(name: string, initial: T): [T, (next: T) => void] {
  const kept = useContext(KeptHereContext);
  const router = useRouter();
  const look = () => {
    const { state, href } = router.state.location;
    const key = `${(state as { __TSR_key?: string }).__TSR_key ?? href} ${name}`;
    return { key, value: kept.has(key) ? (kept.get(key) as T) : initial };
  };
  const [{ key, value }, setNow] = useState(look);
  const show = useEffectEvent(() => {
    const now = look();
    if (now.key !== key) setNow(now);
  });
  // A screen that stays drawn behind others (app/signed-in/kept-home.tsx) may be shown again for another entry.
  useLayoutEffect(() => show(), []);
  const set = (next: T) => {
    kept.set(key, next);
    setNow({ key, value: next });
  };
  return [value, set];
}
