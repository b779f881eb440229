import type { AnyRouter } from '@tanstack/react-router';

/** How long the fade waits for the next screen to be drawn. */
const MAX_WAIT_MS = 60;

/**
 * Fades from one signed-in screen to the next (layout.module.css has the motion). There is no fade without view transitions, with
 * reduced motion, in a hidden window, or when the address changes within a screen. Where the last screen took long to draw, the next
 * appears at once: a fade begins with a picture of the old one, which takes time of its own.
 *
 * @returns a function that stops it
 */
export function fadeBetweenScreens(router: AnyRouter): () => void {
  const plainly = router.startViewTransition;
  let leads = false;
  let isBehind = false;
  const stop = router.subscribe('onBeforeLoad', ({ fromLocation, pathChanged }) => {
    leads = pathChanged && fromLocation !== undefined;
  });
  router.startViewTransition = async (draw) => {
    if (!leads || !mayMove()) return plainly(draw);
    const timed = () => {
      const began = performance.now();
      return untilDrawn(router).then(() => {
        isBehind = performance.now() - began >= MAX_WAIT_MS;
      });
    };
    if (isBehind) {
      void timed();
      return plainly(draw);
    }
    const motion = document.startViewTransition(async () => {
      const drawn = timed();
      await draw();
      await drawn;
    });
    motion.finished.catch(() => undefined);
    // The browser skips a fade for a newer one or when the window is hidden or resized. The screen is drawn all the same.
    motion.ready.catch(() => undefined);
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

/** Waits until React has drawn the router's screen. The window is frozen meanwhile, so the wait is short. */
function untilDrawn(router: AnyRouter): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      stop();
      resolve();
    };
    const stop = router.subscribe('onRendered', done);
    const timer = setTimeout(done, MAX_WAIT_MS);
  });
}
