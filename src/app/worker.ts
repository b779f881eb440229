import { Workbox } from 'workbox-window';
import { askStored, storedParts } from '#screens/ask-stored.ts';
import { onSense } from '#senses/page.ts';
import { trustedScript } from './trusted-types.ts';
import { offeredVersion, type Take } from './version.ts';

/** Waits between tries while there seems to be a connection. After the last, the next start tries again. */
const WAITS_MS = [5_000, 20_000, 80_000];
/**
 * How long a new version may take to become active. A browser lets the old worker finish its work first. One that is woken
 * meanwhile runs on until it has been idle for half a minute.
 */
const TAKING_MS = 45_000;

/** The browser has no workers here, so that a second try is of no use. */
const FORBIDDEN = ['SecurityError', 'NotSupportedError'];

let registered: Promise<unknown> | null = null;
/** How often a first installation broke off, or could not begin. */
let brokenOff = 0;
/** The last look for missing files. It takes the place of those before it. */
let looks = 0;

/**
 * Installs the service worker, lets it download the whole app, and watches for new versions. The installation waits for the
 * start page only. An interrupted download goes on at the next start, when the connection returns and when the page is shown.
 */
export async function runWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  onSense(['online'], () => void install());
  onSense(['shown'], () => isAllHere() || void install());
  await install();
}

/** Whether the worker has said so. */
function isAllHere(): boolean {
  const parts = storedParts.now();
  return parts !== null && parts.stored === parts.all;
}

async function install(): Promise<void> {
  looks += 1;
  const look = looks;
  try {
    registered ??= register();
    await registered;
  } catch (error) {
    // A worker that cannot be installed (private mode, a full disk) costs offline use, not the page.
    console.warn('service worker not installed', error);
    if (FORBIDDEN.includes((error as Error).name)) registered = null;
    else installLater();
    return;
  }
  if (import.meta.env.DEV) return;
  for (const wait of [...WAITS_MS, null]) {
    const { active } = await navigator.serviceWorker.ready;
    if (!active) return;
    await askStored(active);
    if (isAllHere() || wait === null || !navigator.onLine) return;
    await new Promise((resolve) => setTimeout(resolve, wait));
    if (look !== looks) return;
  }
}

/** Once for each page. */
function register(): Promise<unknown> {
  const workbox = import.meta.env.DEV
    ? new Workbox(trustedScript('/dev-sw.js?dev-sw'), { type: 'module' })
    : new Workbox(trustedScript('/sw.js'));
  // A file of the shell could not be downloaded, twice. The registration is gone with the worker then.
  workbox.addEventListener('redundant', () => void tryAgain());
  const offer: Take = (mayReload) => take(workbox, mayReload);
  return workbox
    .register({ immediate: true })
    .then((registration) => registration && keepOffering(registration, offer));
}

/**
 * Offers each version that waits. The browser's registration is asked: the library hears of no version after the first that it
 * did not ask for itself, which may not even have been installed.
 */
function keepOffering(registration: ServiceWorkerRegistration, take: Take): void {
  const offer = () => {
    // Without an active worker it is the first version, which is this page's.
    if (registration.active && registration.waiting) offeredVersion.set(take);
  };
  const follow = () => registration.installing?.addEventListener('statechange', offer);
  registration.addEventListener('updatefound', follow);
  follow();
  offer();
}

/** A first installation that broke off is begun anew; an update that did is the next start's. */
async function tryAgain(): Promise<void> {
  const known = await navigator.serviceWorker.getRegistration();
  if (known?.active || known?.waiting || known?.installing) return;
  installLater();
}

/** While there is a connection. Its return begins anew by itself. */
function installLater(): void {
  registered = null;
  if (!navigator.onLine) return;
  const wait = WAITS_MS[brokenOff];
  brokenOff += 1;
  if (wait !== undefined) setTimeout(() => void install(), wait);
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
