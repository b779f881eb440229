/** Periodic Background Synchronization (WICG), which TypeScript's library lacks. */
interface PeriodicSync {
  periodicSync?: { register(tag: string, options: { minInterval: number }): Promise<void> };
}

/** The worker knows it by the same name (sw/delivery.ts). */
const TAG = 'amparo-refresh';
/** Twice a day; the browser decides how often, by how much the app is used. */
const EVERY_MS = 12 * 60 * 60_000;

/**
 * Asks the browser to wake the worker now and then (D66), where it grants that: Chromium, to an installed app. Asks the customer
 * nothing. The worker takes the wish back after a sign-out.
 */
export async function askRefresh(): Promise<void> {
  try {
    const asked = { name: 'periodic-background-sync' as PermissionName };
    const { state } = await navigator.permissions.query(asked);
    if (state !== 'granted') return;
    const registration = (await navigator.serviceWorker.ready) as PeriodicSync;
    await registration.periodicSync?.register(TAG, { minInterval: EVERY_MS });
  } catch {
    // Browsers that do not know the permission throw. Screens ask for what they show anyway.
  }
}
