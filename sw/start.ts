import { apiBase, hostBase } from '#settings/settings.ts';
import { REFRESH_TAG, SYNC_TAG } from './delivery.ts';
import type { Listed } from './filling.ts';
import { isShared } from './is-shared.ts';
import type { Sending, SendingPart } from './sending-part.ts';
import { serveShell } from './shell.ts';

/** Background Synchronization (WICG), which TypeScript's library lacks. */
interface SyncEvent extends ExtendableEvent {
  readonly tag: string;
  readonly lastChance: boolean;
}

/** Adds the listeners for the events that wake the worker. */
export function start(self: ServiceWorkerGlobalScope, manifest: readonly Listed[], part: SendingPart): void {
  const shell = serveShell(self, manifest, [apiBase, hostBase], part);
  // A script that cannot be read rejects. If it threw, shared files would go on to the server.
  const run = async <T>(work: (sending: Sending) => Promise<T>): Promise<T> => work(part.read());

  self.addEventListener('message', (event) => {
    const type: unknown = (event.data as { type?: unknown } | null)?.type;
    // Sent only after the customer accepted the new version (F20).
    if (type === 'SKIP_WAITING') event.waitUntil(self.skipWaiting());
    // A page sends 'complete' at its start and when the connection returns, to go on with an interrupted download. It sends
    // 'mend' before a reload, since the bytes of a stored file may be lost.
    if (type === 'complete' || type === 'mend')
      event.waitUntil(shell[type]().then((filled) => event.ports[0]?.postMessage(filled)));
  });

  self.addEventListener('fetch', (event) => {
    if (isShared(event.request, self.location.origin))
      event.respondWith(run((sending) => sending.received(event.request)));
  });

  self.addEventListener('push', (event) => {
    event.waitUntil(run((sending) => sending.pushed(() => event.data?.json())));
  });
  self.addEventListener('notificationclick', (event) => {
    event.waitUntil(run((sending) => sending.tapped(event.notification)));
  });
  self.addEventListener('notificationclose', (event) => {
    event.waitUntil(run((sending) => sending.putAway()));
  });
  self.addEventListener('pushsubscriptionchange', (event) => {
    (event as ExtendableEvent).waitUntil(run((sending) => sending.subscriptionChanged()));
  });

  // Where the browser grants it, twice a day or as it likes (D66).
  self.addEventListener('periodicsync' as 'sync', (event) => {
    const { tag } = event as SyncEvent;
    if (tag === REFRESH_TAG) (event as SyncEvent).waitUntil(run((sending) => sending.refresh()));
  });
  self.addEventListener('sync', (event) => {
    const { tag, lastChance } = event as SyncEvent;
    if (tag === SYNC_TAG) (event as SyncEvent).waitUntil(run((sending) => sending.deliverOnSync(lastChance)));
  });
}
