import { type ComponentType, lazy, Suspense, useState } from 'react';
import type { LayerProps } from './layer.tsx';

/** A layer whose code is read when it is first opened: for screens of the start, which mostly are used without it. */
export function lazyLayer<Props extends { open: boolean }>(load: () => Promise<ComponentType<Props>>) {
  const Loaded = lazy(() => load().then((piece) => ({ default: piece })));
  return function LazyLayer(props: Props) {
    const [opened, setOpened] = useState(props.open);
    if (props.open && !opened) setOpened(true);
    return (
      opened && (
        <Suspense fallback={null}>
          <Loaded {...props} />
        </Suspense>
      )
    );
  };
}

export const LazyDialog = lazyLayer<LayerProps>(() => import('./dialog.tsx').then(({ Dialog }) => Dialog));
