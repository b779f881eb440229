import { sendingKeys } from '#database/keyring.ts';
import type { Database } from '#database/open.ts';
import { unreadOf } from '#database/unread.ts';

/** How much news nobody has read, of the customer the device sends for: also while it is locked. */
export async function unreadNews(db: Database): Promise<number> {
  const owner = (await sendingKeys(db))?.owner;
  return owner === undefined ? 0 : unreadOf(db, owner);
}

/** How many pushes were shown that nobody has opened or put away: the part of the app's badge that is theirs. */
export async function unreadPushes(registration: ServiceWorkerRegistration | undefined): Promise<number> {
  try {
    return (await registration?.getNotifications())?.length ?? 0;
  } catch {
    // A browser without notifications.
    return 0;
  }
}
