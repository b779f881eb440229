import { type ComponentType, useEffect, useState } from 'react';
import type { LayerProps } from './layer.tsx';

/**
 * A piece whose code is read when it is first drawn, or before by `preload`. React's `lazy` would draw nothing at first even where the
 * code is there, and `Suspense` then shows the piece 300 ms later.
 */
export function lazyPiece<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let Loaded: ComponentType<Props> | undefined;
  const preload = async () => {
    Loaded ??= await load();
  };
  function LazyPiece(props: Props) {
    const [outcome, setOutcome] = useState<{ failure?: unknown }>({});
    // Another may read it between this drawing and its effect.
    const isDrawn = Loaded !== undefined;
    useEffect(() => {
      if (isDrawn) return;
      preload().then(
        () => setOutcome({}),
        (failure: unknown) => setOutcome({ failure }),
      );
    }, [isDrawn]);
    // The screen tells of a file that does not come.
    if ('failure' in outcome) throw outcome.failure;
    return Loaded && <Loaded {...props} />;
  }
  return Object.assign(LazyPiece, { preload });
}

/** A layer whose code is read when it is first opened: for screens of the start, which mostly are used without it. */
export function lazyLayer<Props extends { open: boolean }>(load: () => Promise<ComponentType<Props>>) {
  const Piece = lazyPiece(load);
  function LazyLayer(props: Props) {
    const [opened, setOpened] = useState(props.open);
    if (props.open && !opened) setOpened(true);
    return opened && <Piece {...props} />;
  }
  return Object.assign(LazyLayer, { preload: Piece.preload });
}

export const LazyDialog = lazyLayer<LayerProps>(() => import('./dialog.tsx').then(({ Dialog }) => Dialog));
