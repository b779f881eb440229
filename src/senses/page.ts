import { createSenses, type OnSense } from '#ports/senses.ts';

/** The senses of this page. Nothing else listens to these events (tests/ports.test.ts). */
export const onSense: OnSense = createSenses(() => ({ window, document }));

/**
 * Calls `write` when the page may be ended soon, because a phone may end a hidden page without notice (F27). At `beforeunload` a
 * page can still seal and write; at its last `pagehide` it is too late. Returns a function that ends it.
 */
export function beforeItEnds(write: () => unknown): () => void {
  const now = () => void write();
  window.addEventListener('beforeunload', now);
  const stop = onSense(['left', 'hidden'], now);
  return () => {
    window.removeEventListener('beforeunload', now);
    stop();
  };
}
