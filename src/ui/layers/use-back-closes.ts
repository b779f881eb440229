import { useEffect, useEffectEvent } from 'react';
import { openLayer } from '#history/entries.ts';

/**
 * While open, the browser's Back closes the layer instead of leaving the page.
 *
 * @param inHistory the layer's address had an entry of its own when it opened, so that none is added
 */
export function useBackCloses(open: boolean, onClose: () => void, inHistory = false): void {
  const close = useEffectEvent(onClose);
  // As it was when the layer opened. On the way back, the address changes before the layer closes.
  const enter = useEffectEvent(() => (inHistory ? undefined : openLayer(() => close())));
  useEffect(() => (open ? enter() : undefined), [open]);
}
