import { useRouter } from '@tanstack/react-router';
import { createContext, useContext, useState } from 'react';

/**
 * What was chosen on the screens of the signed-in area, by entry of the history. It lives in memory and goes with the area: a
 * browser writes addresses and its own states to disk, and a name or a search has no place there (D44).
 */
export const KeptHereContext = createContext<Map<string, unknown>>(new Map());

/** State of a screen that is found again when the customer comes back to it: a filter, what is open. */
export function useKeptHere<T>(name: string, initial: T): [T, (next: T) => void] {
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
