export const loadPush = async () => (await import('../push.ts')).push();

/** The wait until the first screen is there. */
const SETTLED_MS = 3000;

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
  const timer = setTimeout(renew, SETTLED_MS);
  addEventListener('online', renew);
  return () => {
    clearTimeout(timer);
    removeEventListener('online', renew);
    renew();
  };
}
