import { onSense } from '#senses/page.ts';

export const loadPush = async () => (await import('../push.ts')).push();

/** The renewal waits this long, so that it does not compete with the first screen. */
const RENEW_AFTER_MS = 3000;

/**
 * Renews the push subscription at each start and when the connection returns (D21), and ends it after the customer has signed
 * out. Without permission nothing is loaded.
 *
 * @returns a function that stops it
 */
export function keepPush(): () => void {
  const renew = () => {
    if (typeof Notification === 'undefined' || Notification.permission !== 'granted') return;
    // After a failure the next start tries again.
    loadPush()
      .then((push) => push.renew())
      .catch(() => undefined);
  };
  const timer = setTimeout(renew, RENEW_AFTER_MS);
  const stop = onSense(['online'], renew);
  return () => {
    clearTimeout(timer);
    stop();
    renew();
  };
}
