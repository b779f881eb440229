import { useState } from 'react';

/**
 * The class of what unfolds: it grows once it is opened. A list draws only what is in sight, so what was open already would grow again
 * at each scroll.
 */
export function useGrowth(open: boolean): string | undefined {
  const [wasOpen] = useState(open);
  return wasOpen ? undefined : 'grow-down';
}
