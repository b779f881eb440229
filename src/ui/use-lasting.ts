import { useState } from 'react';

/**
 * What a form stands on stays while it is open, though it was given up meanwhile: on a full device mirrored data gives way to the
 * form's own draft, and must not take the form along (F16, F36).
 */
export function useLasting<T>(now: T | null): T | null {
  const [last, setLast] = useState(now);
  if (now !== null && now !== last) setLast(now);
  return now ?? last;
}
