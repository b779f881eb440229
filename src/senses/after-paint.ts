/**
 * Runs after the next paint, or after 300 ms when a hidden page paints no frame. A frame's callbacks run before its paint, so the
 * second frame's run after the first paint. Returns a function that cancels it.
 */
export function afterPaint(run: () => void): () => void {
  let due = true;
  const once = () => {
    if (due) run();
    due = false;
  };
  window.requestAnimationFrame(() => window.requestAnimationFrame(once));
  const timer = setTimeout(once, 300);
  return () => {
    due = false;
    clearTimeout(timer);
  };
}
