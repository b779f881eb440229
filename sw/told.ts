import { sendingKeys } from '#database/keyring.ts';
import type { Database } from '#database/open.ts';
import { pushRow, subscribeAt } from '#push/subscribing.ts';
import { toldBy } from '#push/words.ts';
import type { Session } from '#session/create-session.ts';

/** What of the worker's surroundings push needs; handed in so that it can be tested. */
export interface ToldSurroundings {
  db: Database;
  session: Pick<Session, 'callSending'>;
  clock: () => number;
  registration: Pick<ServiceWorkerRegistration, 'pushManager' | 'showNotification'>;
  clients: Pick<Clients, 'matchAll' | 'openWindow'>;
  /** The app's address, without a path. */
  origin: string;
  /** Brings the app's badge up to date. */
  badge(): Promise<void>;
}

const ICON = '/icons/icon-192.png';
/** One colour, for the bar at the top of an Android screen. */
const SIGN = '/icons/monochrome-512.png';

/**
 * A push arrived. Nobody is told of anything on a device whose owner signed out, also when the server could not be told so; what
 * brought it is ended. A device that is only locked shows it: the words say nothing that a stranger may not read.
 */
export async function pushed(read: () => unknown, surroundings: ToldSurroundings): Promise<void> {
  const { registration, badge } = surroundings;
  if (!(await isWanted(surroundings))) {
    const standing = await registration.pushManager.getSubscription();
    await standing?.unsubscribe().catch(() => false);
    return;
  }
  const { title, body, tag, address } = toldBy(carriedBy(read));
  await registration.showNotification(title, {
    body,
    tag,
    icon: ICON,
    badge: SIGN,
    lang: 'es',
    data: { address },
  });
  await badge();
}

/** The customer tapped it: the app opens there, or the window that is open goes there. What is typed in it is kept as a draft. */
export async function tapped(notification: Notification, { clients, origin, badge }: ToldSurroundings): Promise<void> {
  notification.close();
  const { address } = (notification.data ?? {}) as { address?: unknown };
  // Ours alone ever stands there; nothing else is opened.
  const url = new URL(typeof address === 'string' && address.startsWith('/#/') ? address : '/', origin).href;
  const windows = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  const open = windows.find(({ visibilityState }) => visibilityState === 'visible') ?? windows[0];
  const shown = open ? await lead(open, url) : false;
  if (!shown) await clients.openWindow(url);
  await badge();
}

/** False when the window cannot be led: a page that this worker does not serve yet, or one that is just going. */
async function lead(open: WindowClient, url: string): Promise<boolean> {
  try {
    // A browser may keep a window where it is; it goes there all the same.
    await open.focus().catch(() => undefined);
    return (await open.navigate(url)) !== null;
  } catch {
    return false;
  }
}

/**
 * The browser ended the subscription, or made another: the device is subscribed anew and the server told, locked or not. What
 * fails is done at the next start.
 */
export async function subscriptionChanged(surroundings: ToldSurroundings): Promise<void> {
  const { db, session, clock, registration } = surroundings;
  const row = await pushRow(db);
  if (!row?.key || !(await isWanted(surroundings))) return;
  await db.vault.put({ ...row, renewed: null });
  const subscribed = await subscribeAt(registration.pushManager, row.key);
  const told = subscribed && (await session.callSending('subscribePush', subscribed));
  if (!told?.ok) return;
  await db.transaction('rw', db.vault, async () => {
    const now = await pushRow(db);
    if (now?.on && now.owner === row.owner) await db.vault.put({ ...now, renewed: clock() });
  });
}

async function isWanted({ db }: ToldSurroundings): Promise<boolean> {
  const [row, keys] = await Promise.all([pushRow(db), sendingKeys(db)]);
  return row?.on === true && row.owner === keys?.owner;
}

/** Null for what is no JSON: it is still a push, and has to be shown. */
function carriedBy(read: () => unknown): unknown {
  try {
    return read();
  } catch {
    return null;
  }
}
