import type { AnyRouter } from '@tanstack/react-router';

/** How long the fade waits for the next screen to be drawn. */
const MAX_WAIT_MS = 60;

/** Name of what is on both screens, in layout.module.css. */
const SHARED = 'policy';

/**
 * Fades from one signed-in screen to the next (layout.module.css has the motion). From home to a screen of the policy in front,
 * and back, the card becomes the head of that screen. There is no fade without view transitions, with reduced motion, in a hidden
 * window, or when the address changes within a screen.
 *
 * @returns a function that stops it
 */
export function fadeBetweenScreens(router: AnyRouter): () => void {
  const plainly = router.startViewTransition;
  let leads = false;
  let paths = '';
  const stop = router.subscribe('onBeforeLoad', ({ fromLocation, toLocation, pathChanged }) => {
    leads = pathChanged && fromLocation !== undefined;
    paths = `${fromLocation?.pathname}/${toLocation.pathname}`;
  });
  router.startViewTransition = async (draw) => {
    if (!leads || !mayMove()) return plainly(draw);
    let shared = name(sharedIn(paths));
    const motion = document.startViewTransition(async () => {
      const drawn = untilDrawn(router);
      await draw();
      await drawn;
      const left = shared;
      left?.style.removeProperty('view-transition-name');
      // Only what was named before has somewhere to come from.
      shared = left && name(sharedIn(paths));
    });
    motion.finished.finally(() => shared?.style.removeProperty('view-transition-name')).catch(() => undefined);
    // The browser skips a fade for a newer one or when the window is hidden or resized. The screen is drawn all the same.
    motion.ready.catch(() => undefined);
    await motion.updateCallbackDone;
  };
  return () => {
    stop();
    router.startViewTransition = plainly;
  };
}

/** The card of the policy one goes to or comes from, or the head of its screen. Null where there is none in sight. */
function sharedIn(paths: string): HTMLElement | null {
  const ids = paths.split('/');
  const cards = [...document.querySelectorAll<HTMLElement>('main [data-policy]')];
  const card = cards.find((one) => ids.includes(one.dataset.policy ?? '') && isSeen(one));
  if (card || cards.length > 0) return card ?? null;
  const head = document.querySelector<HTMLElement>('main [data-grown]');
  return head && isSeen(head) ? head : null;
}

function isSeen(one: HTMLElement): boolean {
  const { left, right, top, bottom } = one.getBoundingClientRect();
  return right > 0 && left < window.innerWidth && bottom > 0 && top < window.innerHeight;
}

function name(one: HTMLElement | null): HTMLElement | null {
  one?.style.setProperty('view-transition-name', SHARED);
  return one;
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
