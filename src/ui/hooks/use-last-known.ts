import { useState } from 'react';

/**
 * Keeps the last value while a form is open. On a full device the form's own draft may evict the mirrored data that the form
 * needs (F16, F36).
 */
export function useLastKnown<T>(now: T | null): T | null {
  const [last, setLast] = useState(now);
  if (now !== null && now !== last) setLast(now);
  return now ?? last;
}
