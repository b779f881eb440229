import { useRouter } from '@tanstack/react-router';
import { createContext, useContext, useState } from 'react';

/**
 * Choices made on screens of the signed-in area, by history entry. They are kept in memory, only while the area is open.
 * Browsers write addresses and history states to disk, where no name or search may be (D44).
 */
export const KeptHereContext = createContext<Map<string, unknown>>(new Map());

/** State that a screen has again when the customer comes back to it: a filter, an open entry. */
export function useEntryState<T>(name: string, initial: T): [T, (next: T) => void] {
  const kept = useContext(KeptHereContext);
  const router = useRouter();
  const [key] = useState(() => {
    const { state, href } = router.state.location;
    return `${(state as { __TSR_key?: string }).__TSR_key ?? href} ${name}`;
  });
  const [value, setValue] = useState<T>(() => (kept.has(key) ? (kept.get(key) as T) : initial));
  const set = (next: T) => {
    kept.set(key, next);
    setValue(next);
  };
  return [value, set];
}
