/**
 * Events that count as activity of the customer (H4.9). A wheel is the customer's scroll, also when the page changes its height
 * under it.
 */
const signs = ['mousemove', 'mousedown', 'keydown', 'scroll', 'wheel', 'touchstart', 'click'] as const;

/** The browser tells of its own scroll one frame after the change that caused it. */
const SETTLED_MS = 200;

/**
 * Calls `act` at each sign of the customer, until the returned function is called. A scroll just after the page became longer or
 * shorter is none: the browser scrolls by itself then, to keep in place what is in sight, and nobody may be there.
 */
export function onSigns(act: () => void): () => void {
  const page = watchHeight();
  const sign = ({ type }: Event) => {
    if (type === 'scroll' && page.isSettling()) return;
    act();
  };
  for (const type of signs) window.addEventListener(type, sign, { passive: true, capture: type === 'scroll' });
  return () => {
    for (const type of signs) window.removeEventListener(type, sign, { capture: type === 'scroll' });
    page.stop();
  };
}

function watchHeight(): { isSettling: () => boolean; stop: () => void } {
  const root = document.documentElement;
  let height = root.scrollHeight;
  let settling: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    if (root.scrollHeight === height) return;
    height = root.scrollHeight;
    clearTimeout(settling);
    settling = setTimeout(() => {
      settling = undefined;
    }, SETTLED_MS);
  };
  const observer = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(look);
  observer?.observe(document.body);
  return {
    isSettling() {
      look();
      return settling !== undefined;
    },
    stop() {
      observer?.disconnect();
      clearTimeout(settling);
    },
  };
}
