/**
 * Resolves when the page has nothing to do.
 *
 * @param mostMs a page that is never idle waits no longer
 * @param pauseMs waited instead where the browser does not tell (Safari)
 */
export const whenIdle = (mostMs: number, pauseMs = 0): Promise<void> =>
  new Promise((resolve) => {
    if (window.requestIdleCallback) window.requestIdleCallback(() => resolve(), { timeout: mostMs });
    else setTimeout(resolve, pauseMs);
  });
