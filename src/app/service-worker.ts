import type { Workbox } from 'workbox-window';
import { trustedScript } from './trusted-types.ts';

type Listener = (apply: () => void) => void;

let apply: (() => void) | null = null;
const listeners = new Set<Listener>();

/**
 * Installs the service worker. A new version waits until the customer takes it: the old page and its chunks keep working, so
 * nothing is lost in the middle of a form.
 */
export async function installWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const { Workbox } = await import('workbox-window');
  const workbox: Workbox = import.meta.env.DEV
    ? new Workbox(trustedScript('/dev-sw.js?dev-sw'), { type: 'module' })
    : new Workbox(trustedScript('/sw.js'));
  workbox.addEventListener('waiting', () => {
    apply = () => void take(workbox);
    for (const listener of listeners) listener(apply);
  });
  // A worker that cannot be installed (private mode, a full disk) costs offline use, not the page.
  await workbox.register().catch((error: unknown) => console.warn('service worker not installed', error));
}

async function take(workbox: Workbox): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  // Another tab took it already: nothing waits any more, and this page has only to load anew.
  if (!registration?.waiting) return location.reload();
  workbox.addEventListener('controlling', () => location.reload());
  workbox.messageSkipWaiting();
}

/** Calls back when a new version waits, at once when one already does. Returns the way to stop listening. */
export function onNewVersion(listener: Listener): () => void {
  listeners.add(listener);
  if (apply) listener(apply);
  return () => listeners.delete(listener);
}
