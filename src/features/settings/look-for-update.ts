/**
 * Asks the server for a newer version. A found version waits until the customer accepts it in the banner above every screen.
 * One that is `outside` comes by no worker, but with the page: this browser has none, or another tab has taken that version.
 */
export async function lookForUpdate(): Promise<'found' | 'outside' | 'current' | 'failed'> {
  const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  try {
    await registration?.update();
    // Without an active worker, the installing one is the current version.
    if (registration?.active && (registration.installing || registration.waiting)) return 'found';
    return (await hasServerAnother()) ? 'outside' : 'current';
  } catch {
    return 'failed';
  }
}

/** Whether the server's page begins with another script. */
async function hasServerAnother(): Promise<boolean> {
  const answer = await fetch('/', { cache: 'no-store' });
  if (!answer.ok) throw new TypeError(`the page was not answered: ${answer.status}`);
  const [, there] = /<script type="module"[^>]* src="([^"]+)"/.exec(await answer.text()) ?? [];
  const here = document.querySelector('script[type="module"][src]')?.getAttribute('src');
  return there !== undefined && there !== here;
}
