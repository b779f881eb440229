import { HOUR_MS } from '#contract/age.ts';

/** Periodic Background Synchronization (WICG), which TypeScript's library lacks. */
interface PeriodicSync {
  periodicSync?: { register(tag: string, options: { minInterval: number }): Promise<void> };
}

/** The worker uses the same name (sw/delivery.ts). */
const TAG = 'amparo-refresh';
/** The requested interval. The browser decides how often, depending on how much the app is used. */
const EVERY_MS = 12 * HOUR_MS;

/**
 * Asks the browser to wake the worker regularly (D66). Only Chromium grants it, to an installed app. The customer is not
 * asked. The worker unregisters it after a sign-out.
 */
export async function askRefresh(): Promise<void> {
  try {
    const asked = { name: 'periodic-background-sync' as PermissionName };
    const { state } = await navigator.permissions.query(asked);
    if (state !== 'granted') return;
    const registration = (await navigator.serviceWorker.ready) as PeriodicSync;
    await registration.periodicSync?.register(TAG, { minInterval: EVERY_MS });
  } catch {
    // Browsers that lack the permission throw. Screens pull their data anyway.
  }
}
