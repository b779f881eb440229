/**
 * Asks the server whether there is a newer version. What is found waits, and the notice above every screen offers it; nothing
 * is taken by force.
 */
export async function lookForUpdate(): Promise<'found' | 'current' | 'failed'> {
  const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  if (!registration) return 'failed';
  try {
    await registration.update();
  } catch {
    return 'failed';
  }
  // Without one that works already, what is being installed is this very version.
  const newer = registration.active && (registration.installing || registration.waiting);
  return newer ? 'found' : 'current';
}
