import { useLayoutEffect, useState } from 'react';
import { useNarrow } from '../hooks/media.ts';
import { ignoreSecondPress } from '../hooks/second-press.ts';
import { Layer, type LayerProps } from './layer.tsx';

/** A question that needs an answer: centred on a wide screen, from the lower edge on a phone. */
export function Dialog(props: LayerProps) {
  const { open } = props;
  // The second press of the double press that opened it must neither answer nor close it.
  useLayoutEffect(() => (open ? ignoreSecondPress() : undefined), [open]);
  const narrow = useNarrow();
  // The layout stays the same while it is open: after a change of width, another layer would lose typed text.
  const [fromBelow, setFromBelow] = useState(narrow);
  if (!open && fromBelow !== narrow) setFromBelow(narrow);
  return <Layer shape={fromBelow ? 'drawer' : 'dialog'} {...props} />;
}
