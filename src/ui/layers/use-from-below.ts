import { useState } from 'react';
import { useNarrow } from '../hooks/media.ts';

/**
 * Whether a layer comes from the lower edge, as on a phone. It stays so while it is open: after a change of width, another layer
 * would lose typed text.
 */
export function useFromBelow(open: boolean): boolean {
  const narrow = useNarrow();
  const [fromBelow, setFromBelow] = useState(narrow);
  if (!open && fromBelow !== narrow) setFromBelow(narrow);
  return fromBelow;
}
