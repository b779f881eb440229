/** Brings push into the page. */
export const loadPush = async () => (await import('../push.ts')).push();

/** The first screen goes before it. In milliseconds. */
const SETTLED = 3000;

/**
 * D21: a device that was allowed to be told stays subscribed, at each start and when the connection returns, and is told nothing
 * more once its customer has left. Where nothing was ever allowed, nothing is loaded.
 *
 * @returns the way to stop
 */
export function keepPush(): () => void {
  const renew = () => {
    if (typeof Notification === 'undefined' || Notification.permission !== 'granted') return;
    // What fails is done at the next start.
    loadPush()
      .then((push) => push.renew())
      .catch(() => undefined);
  };
  const timer = setTimeout(renew, SETTLED);
  addEventListener('online', renew);
  return () => {
    clearTimeout(timer);
    removeEventListener('online', renew);
    renew();
  };
}
