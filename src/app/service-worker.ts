import type { Workbox } from 'workbox-window';
import { trustedScript } from './trusted-types.ts';

/**
 * Activates the new version and reloads the page with it. Resolves when that has not happened within TAKING_MS.
 *
 * @param mayReload called when the new version is active: the customer may have begun to fill in a form meanwhile
 */
export type Take = (mayReload: () => boolean) => Promise<void>;
type Listener = (take: Take) => void;

/**
 * How long a new version may take to become active. A browser lets the old worker finish its work first. One that is woken
 * meanwhile runs on until it has been idle for half a minute.
 */
const TAKING_MS = 45_000;

let offered: Take | null = null;
const listeners = new Set<Listener>();

/**
 * Watches for new versions. A new version waits until the customer accepts it. Until then the old page and its chunks keep
 * working, so nothing is lost in the middle of a form.
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
  // The library only reports versions found from now on. This one was found when the page registered its worker.
  const found = registration?.installing;
  found?.addEventListener('statechange', () => found.state === 'installed' && registration?.waiting && offer());
}

async function take(workbox: Workbox, mayReload: () => boolean): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  const waiting = registration?.waiting;
  // Another tab already activated it, so this page only has to reload.
  if (!waiting) return location.reload();
  let asked = true;
  const reload = () => asked && mayReload() && location.reload();
  workbox.addEventListener('controlling', reload);
  // A page loaded by a forced reload bypasses the worker and never gets a controller.
  waiting.addEventListener('statechange', () => waiting.state === 'activated' && reload());
  workbox.messageSkipWaiting();
  await new Promise((resolve) => setTimeout(resolve, TAKING_MS));
  // A later activation must not reload the page under a customer who has gone on.
  asked = false;
}

/** Calls the listener when a new version waits, at once if one already does. Returns a function that stops listening. */
export function onNewVersion(listener: Listener): () => void {
  listeners.add(listener);
  if (offered) listener(offered);
  return () => listeners.delete(listener);
}
