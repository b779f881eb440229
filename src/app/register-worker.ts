import { createStore } from '#rules/store.ts';
import { onSense } from '#senses/page.ts';
import { trustedScript } from './trusted-types.ts';

/** How many files of this version are on the device. */
export interface StoredParts {
  stored: number;
  all: number;
}

/** Waits between tries while there seems to be a connection. After the last, the next start tries again. */
const WAITS_MS = [5_000, 20_000, 80_000];

/** The worker's last answer; null until the first. */
export const storedParts = createStore<StoredParts | null>(null);

/**
 * Installs the service worker and lets it download the whole app. The installation waits for the start page only. An
 * interrupted download goes on at the next start, and when the connection returns.
 */
export async function registerWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  onSense(['online'], () => void install());
  await install();
}

async function install(): Promise<void> {
  try {
    if (import.meta.env.DEV) {
      await navigator.serviceWorker.register(trustedScript('/dev-sw.js?dev-sw'), { type: 'module' });
      return;
    }
    await navigator.serviceWorker.register(trustedScript('/sw.js'));
  } catch (error) {
    // A worker that cannot be installed (private mode, a full disk) costs offline use, not the page.
    console.warn('service worker not installed', error);
    return;
  }
  for (const wait of [...WAITS_MS, null]) {
    const parts = await complete();
    storedParts.set(parts);
    if (parts.stored === parts.all || wait === null || !navigator.onLine) return;
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
}

/** Lets the worker download the missing files, as far as possible. */
async function complete(): Promise<StoredParts> {
  const { active } = await navigator.serviceWorker.ready;
  const { port1, port2 } = new MessageChannel();
  const answered = new Promise<StoredParts>((resolve) => {
    port1.onmessage = ({ data }) => resolve(data as StoredParts);
  });
  active?.postMessage({ type: 'complete' }, [port2]);
  return answered;
}
