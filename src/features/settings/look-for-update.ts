/** How long somebody who looks for a version may wait until it is here. */
const ARRIVAL_MS = 8000;

/**
 * Asks the server for a newer version. A `found` one waits until the customer accepts it in the banner above every screen. One
 * that is `coming` will wait there. One that is `outside` comes by no worker, but with the page: this browser has none, or
 * another tab has taken that version.
 */
export async function lookForUpdate(): Promise<'found' | 'coming' | 'outside' | 'current' | 'failed'> {
  const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  try {
    await registration?.update();
    // Without an active worker, the installing one is the current version.
    const newer = registration?.active && registration.installing;
    if (newer) await installed(newer);
    if (registration?.active && registration.waiting) return 'found';
    if (newer?.state === 'installing') return 'coming';
    if (newer?.state === 'redundant') return 'failed';
    return (await hasServerAnother()) ? 'outside' : 'current';
  } catch {
    return 'failed';
  }
}

/** Waits for the end of an installation, which may fail, or until that takes too long. */
const installed = (worker: ServiceWorker) =>
  new Promise<unknown>((resolve) => {
    // Whoever offers it hears of it first.
    worker.addEventListener('statechange', () => setTimeout(resolve), { once: true });
    setTimeout(resolve, ARRIVAL_MS);
  });

/** Whether the server's page begins with another script. */
async function hasServerAnother(): Promise<boolean> {
  const answer = await fetch('/', { cache: 'no-store' });
  if (!answer.ok) throw new TypeError(`the page was not answered: ${answer.status}`);
  const [, there] = /<script type="module"[^>]* src="([^"]+)"/.exec(await answer.text()) ?? [];
  const here = document.querySelector('script[type="module"][src]')?.getAttribute('src');
  return there !== undefined && there !== here;
}
