/**
 * Asks the server for a newer version. A found version waits until the customer accepts it in the banner above every screen.
 */
export async function lookForUpdate(): Promise<'found' | 'current' | 'failed'> {
  const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  if (!registration) return 'failed';
  try {
    await registration.update();
  } catch {
    return 'failed';
  }
  // Without an active worker, the installing one is the current version.
  const newer = registration.active && (registration.installing || registration.waiting);
  return newer ? 'found' : 'current';
}
