import type { Workbox } from 'workbox-window';
import { trustedScript } from './trusted-types.ts';

/**
 * Takes the new version, and the page loads anew with it; resolves when that has not happened within TAKING_MS.
 *
 * @param mayReload asked when the new version has taken over: the customer may have begun to fill something in since
 */
export type Take = (mayReload: () => boolean) => Promise<void>;
type Listener = (take: Take) => void;

/**
 * A browser lets the old worker finish what it is doing before another takes over; one that is woken just as it is being
 * stopped for that goes on until it has been idle for half a minute. In milliseconds.
 */
const TAKING_MS = 45_000;

let offered: Take | null = null;
const listeners = new Set<Listener>();

/**
 * Watches for new versions. One waits until the customer takes it: the old page and its chunks keep working, so nothing is
 * lost in the middle of a form.
 */
export async function installWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const { Workbox } = await import('workbox-window');
  const workbox: Workbox = import.meta.env.DEV
    ? new Workbox(trustedScript('/dev-sw.js?dev-sw'), { type: 'module' })
    : new Workbox(trustedScript('/sw.js'));
  const offer = () => {
    offered = (mayReload) => take(workbox, mayReload);
    for (const listener of listeners) listener(offered);
  };
  workbox.addEventListener('waiting', offer);
  // A worker that cannot be installed (private mode, a full disk) costs offline use, not the page.
  const registration = await workbox
    .register()
    .catch((error: unknown) => console.warn('service worker not installed', error));
  // The library hears of versions that are found from now on; this one was found when the page registered its worker.
  const found = registration?.installing;
  found?.addEventListener('statechange', () => found.state === 'installed' && registration?.waiting && offer());
}

async function take(workbox: Workbox, mayReload: () => boolean): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  const waiting = registration?.waiting;
  // Another tab took it already: nothing waits any more, and this page has only to load anew.
  if (!waiting) return location.reload();
  let asked = true;
  const reload = () => asked && mayReload() && location.reload();
  workbox.addEventListener('controlling', reload);
  // A page loaded past the worker (a forced reload) never gets a controller.
  waiting.addEventListener('statechange', () => waiting.state === 'activated' && reload());
  workbox.messageSkipWaiting();
  await new Promise((resolve) => setTimeout(resolve, TAKING_MS));
  // Nothing reloads under customers who have long gone on.
  asked = false;
}

/** Calls back when a new version waits, at once when one already does. Returns the way to stop listening. */
export function onNewVersion(listener: Listener): () => void {
  listeners.add(listener);
  if (offered) listener(offered);
  return () => listeners.delete(listener);
}
