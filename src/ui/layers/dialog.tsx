import { useLayoutEffect } from 'react';
import { ignoreSecondPress } from '../hooks/second-press.ts';
import { Layer, type LayerProps } from './layer.tsx';
import { useFromBelow } from './use-from-below.ts';

/** A question that needs an answer: centred on a wide screen, from the lower edge on a phone. */
export function Dialog(props: LayerProps) {
  const { open } = props;
  // The second press of the double press that opened it must neither answer nor close it.
  useLayoutEffect(() => (open ? ignoreSecondPress() : undefined), [open]);
  return <Layer shape={useFromBelow(open) ? 'drawer' : 'dialog'} {...props} />;
}
