import type { PushSubject } from '#contract/push.ts';
import { sendingKeys } from '#database/keyring.ts';
import type { Database } from '#database/open.ts';
import { unreadOf } from '#database/unread.ts';
import { ENDED_TOLD } from './words.ts';

/** How much news nobody has read, of the customer the device sends for: also while it is locked. */
export async function unreadNews(db: Database): Promise<number> {
  const owner = (await sendingKeys(db))?.owner;
  return owner === undefined ? 0 : unreadOf(db, owner);
}

/** How many pushes were shown that nobody has opened or put away. */
export async function unreadPushes(registration: Shown | undefined): Promise<number> {
  return (await shownBy(registration)).length;
}

/** Whether one of them tells of something new in the lists. */
export const hasUnreadPush = async (registration: Shown | undefined): Promise<boolean> =>
  (await shownBy(registration)).some(isOfLists);

/**
 * To be called when all news was read: what the notifications tell of is known, and they go. No news tells what changed in the
 * account, or that the session was ended, so those stay.
 */
export async function putAwayPushes(registration: Shown | undefined): Promise<void> {
  for (const notification of await shownBy(registration)) if (isOfLists(notification)) notification.close();
}

/**
 * Closes what was shown to anybody else than who is here: it names their policy or request where no screen shows it. That a
 * session was ended names nothing, and stays.
 *
 * @param owner who the device sends for; null after a sign-out
 */
export async function putAwayOthers(registration: Shown | undefined, owner: string | null): Promise<void> {
  for (const notification of await shownBy(registration)) {
    const data: { owner?: string; address?: string } = notification.data ?? {};
    if (data.owner !== owner && data.address !== ENDED_TOLD.address) notification.close();
  }
}

const ofAccount: PushSubject = 'seguridad';
const isOfLists = ({ tag }: Notification): boolean => !tag.startsWith(ofAccount);

/**
 * The number on the app's icon: what waits to be sent, and what is new. A push and the news it tells of are one: whichever are
 * more count.
 */
export const onBadge = (waiting: number, news: number, pushes: number): number => waiting + Math.max(news, pushes);

type Shown = Pick<ServiceWorkerRegistration, 'getNotifications'>;

async function shownBy(registration: Shown | undefined): Promise<Notification[]> {
  try {
    return (await registration?.getNotifications()) ?? [];
  } catch {
    // A browser without notifications.
    return [];
  }
}
