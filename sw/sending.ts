/// <reference types="vite/client" />
import { sendingKeys } from '#database/keyring.ts';
import { createDevice } from '#device/create-device.ts';
import { webLock } from '#outbox/web-lock.ts';
import { pause, thisMachine } from '#ports/machine.ts';
import { onBadge, unreadNews, unreadPushes } from '#push/unread.ts';
import { withKeysOfPages } from '#session/pages.ts';
import { apiBase, hostBase } from '#settings/settings.ts';
import { type DeliverySurroundings, deliverOnSync, REFRESH_TAG, SYNC_TAG } from './delivery.ts';
import { received } from './received.ts';
import { refresh } from './refreshing.ts';
import type { Sending, SendingScope } from './sending-part.ts';
import { pushed, subscriptionChanged, type ToldSurroundings, tapped } from './told.ts';

declare const self: ServiceWorkerGlobalScope & SendingScope;

let made: ReturnType<typeof compose> | null = null;

/** Created at first use: the installation only imports this script and opens no database. */
function rooms() {
  made ??= compose();
  return made;
}

function compose() {
  const device = createDevice({
    ...thisMachine,
    fetch: (...request) => fetch(...request),
    apiBase,
    hostBase,
    lock: webLock(),
    online: () => navigator.onLine,
  });
  const { db, session } = device;
  const told: ToldSurroundings = {
    db,
    session,
    clock: thisMachine.clock,
    timers: thisMachine.timers,
    registration: self.registration,
    clients: self.clients,
    origin: self.location.origin,
    badge: () =>
      db.outbox
        .count()
        .then(surroundings.badge)
        .catch(() => undefined),
  };
  return { ...device, told };
}

const surroundings: DeliverySurroundings = {
  clock: thisMachine.clock,
  wait: (milliseconds) => pause(thisMachine.timers, milliseconds),
  async badge(waiting) {
    const news = await unreadNews(rooms().told.db);
    const count = onBadge(waiting, news, await unreadPushes(self.registration));
    const { setAppBadge, clearAppBadge } = navigator as Partial<Pick<WorkerNavigator, 'setAppBadge' | 'clearAppBadge'>>;
    if (count > 0) await setAppBadge?.call(navigator, count);
    else await clearAppBadge?.call(navigator);
  },
  async register() {
    const { sync } = self.registration as { sync?: { register(tag: string): Promise<void> } };
    await sync?.register(SYNC_TAG);
  },
};

/** Periodic Background Synchronization (WICG), which TypeScript's library lacks. */
async function giveUp(): Promise<void> {
  const { periodicSync } = self.registration as { periodicSync?: { unregister(tag: string): Promise<void> } };
  await periodicSync?.unregister(REFRESH_TAG);
}

self.sending = {
  deliverOnSync: (lastChance) => deliverOnSync(rooms(), surroundings, lastChance),
  refresh: () =>
    refresh(rooms(), {
      ...surroundings,
      signedIn: async () => (await sendingKeys(rooms().told.db)) !== null,
      giveUp,
      count: () => rooms().told.badge(),
    }),
  pushed: (read) => pushed(read, rooms().told),
  tapped: (notification) => tapped(notification, rooms().told),
  putAway: () => rooms().told.badge(),
  received: (request) => withKeysOfPages(rooms().db, () => received(request, rooms().received, self.location.origin)),
  subscriptionChanged: () => subscriptionChanged(rooms().told),
} satisfies Sending;
