import type { AnyRouter } from '@tanstack/react-router';

/** How long the next screen may take to be drawn before the window moves on without it, in milliseconds. */
const PATIENCE_MS = 60;

/**
 * Lets one signed-in screen fade into the next, from a card to its screens and from a list to one of it (layout.module.css has
 * the motion). Nothing of it where the browser has no view transitions, with reduced motion, in a hidden window, and when the
 * address changes within a screen.
 *
 * @returns a function that ends it
 */
export function fadeBetweenScreens(router: AnyRouter): () => void {
  const plainly = router.startViewTransition;
  let leads = false;
  const stop = router.subscribe('onBeforeLoad', ({ fromLocation, pathChanged }) => {
    leads = pathChanged && fromLocation !== undefined;
  });
  router.startViewTransition = async (draw) => {
    if (!leads || !mayMove()) return plainly(draw);
    const motion = document.startViewTransition(async () => {
      const drawn = untilDrawn(router);
      await draw();
      await drawn;
    });
    // Skipped by the next one, or by a window that was hidden or resized: the screen is drawn all the same.
    motion.ready.catch(() => undefined);
    motion.finished.catch(() => undefined);
    await motion.updateCallbackDone;
  };
  return () => {
    stop();
    router.startViewTransition = plainly;
  };
}

const mayMove = (): boolean =>
  typeof document.startViewTransition === 'function' &&
  document.visibilityState === 'visible' &&
  !window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/** The router gives its screen to React, which draws it later. The window stands still meanwhile, so not for long. */
function untilDrawn(router: AnyRouter): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      stop();
      resolve();
    };
    const stop = router.subscribe('onRendered', done);
    const timer = setTimeout(done, PATIENCE_MS);
  });
}
