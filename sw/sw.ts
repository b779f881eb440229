/// <reference types="vite/client" />
import { createApi } from '#api/create-api.ts';
import { createDatabase } from '#database/open.ts';
import { createMirror } from '#mirror/create-mirror.ts';
import { createOutbox, type Outbox } from '#outbox/create-outbox.ts';
import { webLock } from '#outbox/web-lock.ts';
import { createSession } from '#session/create-session.ts';
import { apiBase, hostBase } from '#settings/settings.ts';
import { type DeliverySurroundings, deliver, deliverOnSync, SYNC_TAG } from './delivery.ts';
import type { Listed } from './filling.ts';
import { serveShell } from './shell.ts';

declare const self: ServiceWorkerGlobalScope;

/** Background Synchronization (WICG), which TypeScript's library does not describe. */
interface SyncEvent extends ExtendableEvent {
  readonly tag: string;
  readonly lastChance: boolean;
}

// Each entry carries what the build adds to it: its hash, and whether the start page needs it.
const shell = serveShell(self, self.__WB_MANIFEST as Listed[], [apiBase, hostBase]);

self.addEventListener('message', (event) => {
  const type: unknown = (event.data as { type?: unknown } | null)?.type;
  // The customer took the new version (F20); never on our own.
  if (type === 'SKIP_WAITING') event.waitUntil(self.skipWaiting());
  if (type === 'drain') event.waitUntil(deliver(outbox(), surroundings));
  // A page asks at its start, and again when the connection returns: what was broken off goes on.
  if (type === 'complete') event.waitUntil(shell.complete().then((filled) => event.ports[0]?.postMessage(filled)));
});

self.addEventListener('sync', (event) => {
  const { tag, lastChance } = event as SyncEvent;
  if (tag === SYNC_TAG) (event as SyncEvent).waitUntil(deliverOnSync(outbox(), surroundings, lastChance));
});

let made: Outbox | null = null;

/** Made at the first need: a worker that only serves files opens no database. */
function outbox(): Outbox {
  made ??= compose();
  return made;
}

function compose(): Outbox {
  const db = createDatabase();
  const api = createApi({
    fetch: (...request) => fetch(...request),
    apiBase,
    hostBase,
  });
  const session = createSession({ db, api, clock: Date.now });
  const mirror = createMirror({ db, session, clock: Date.now });
  return createOutbox({
    db,
    session,
    mirror,
    clock: Date.now,
    lock: webLock(),
    random: Math.random,
    id: crypto.randomUUID(),
    online: () => navigator.onLine,
  });
}

const surroundings: DeliverySurroundings = {
  clock: Date.now,
  wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  async badge(count) {
    const { setAppBadge, clearAppBadge } = navigator as Partial<Pick<WorkerNavigator, 'setAppBadge' | 'clearAppBadge'>>;
    if (count > 0) await setAppBadge?.call(navigator, count);
    else await clearAppBadge?.call(navigator);
  },
  async register() {
    const { sync } = self.registration as { sync?: { register(tag: string): Promise<void> } };
    await sync?.register(SYNC_TAG);
  },
};
