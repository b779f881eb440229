import { lazy, Suspense, useState } from 'react';
import type { LayerProps } from './layer.tsx';

const Loaded = lazy(() => import('./dialog.tsx').then((piece) => ({ default: piece.Dialog })));

/** A Dialog whose code is read when it is first opened: for screens of the start, which mostly are used without it. */
export function LazyDialog(props: LayerProps) {
  const [opened, setOpened] = useState(props.open);
  if (props.open && !opened) setOpened(true);
  return (
    opened && (
      <Suspense fallback={null}>
        <Loaded {...props} />
      </Suspense>
    )
  );
}
