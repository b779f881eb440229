import { sendingKeys } from '#database/keyring.ts';
import type { Database } from '#database/open.ts';
import { withRoom } from '#database/storage.ts';
import { pause, type Timers } from '#ports/machine.ts';
import { pushRow, subscribeAt } from '#push/subscribing.ts';
import { putAwayOthers } from '#push/unread.ts';
import { ENDED_TOLD, notificationFor, type Told } from '#push/words.ts';
import type { Session } from '#session/session.ts';
import { ownAddresses } from './own-addresses.ts';

/** The worker's surroundings that push needs, as arguments for tests. */
export interface ToldSurroundings {
  db: Database;
  session: Pick<Session, 'ask' | 'callSending' | 'ended' | 'lockExpired'>;
  clock: () => number;
  timers: Timers;
  registration: Pick<ServiceWorkerRegistration, 'pushManager' | 'showNotification' | 'getNotifications'>;
  clients: Pick<Clients, 'matchAll' | 'openWindow'>;
  /** The app's address, without a path. */
  origin: string;
  /** Brings the app's badge up to date. */
  badge(): Promise<void>;
}

const ICON = '/icons/icon-192.png';
/** What open pages are sent when a push arrives; they listen for it by the same name (src/app/signed-in/while-used.ts). */
export const PUSHED = 'amparo-pushed';
/** A push is shown after this time, whether the database and the server have answered or not. */
const ASK_MS = 8_000;
/** A push is shown after this time more, whether the database says whose it is or not. */
const WHOSE_MS = 1_000;
/** In one colour, for the status bar of Android. */
const SIGN = '/icons/monochrome-512.png';

/**
 * Shows a push that arrived. After a sign-out nothing is shown and the subscription is ended, even when the server could not
 * be told of the sign-out. A database that cannot be read says of none, and a push that shows nothing may cost the subscription.
 * A locked device shows it, since its text holds nothing that a stranger may not read. A device whose ten minutes were over while
 * nobody looked is locked first. Then it asks whether the session still stands, which the push may tell of (D83). Open pages look at
 * once for what is new (D71).
 */
export async function pushed(read: () => unknown, surroundings: ToldSurroundings): Promise<void> {
  const { registration, badge, timers } = surroundings;
  const found: Found = { told: notificationFor(null), asked: Promise.resolve() };
  await Promise.race([find(read, surroundings, found).catch(() => undefined), pause(timers, ASK_MS)]);
  if (!found.told) return endSubscription(surroundings);
  const { title, body, tag, address } = found.told;
  await registration.showNotification(title, {
    body,
    tag,
    icon: ICON,
    badge: SIGN,
    lang: 'es',
    data: { address, owner: await clearOthers(surroundings) },
  });
  await badge().catch(() => undefined);
  await found.asked;
}

interface Found {
  /** Null when nothing is to be shown. */
  told: Told | null;
  asked: Promise<void>;
}

/** Writes down what it finds as it goes: a database or a server that does not answer leaves what was known before. */
async function find(read: () => unknown, surroundings: ToldSurroundings, found: Found): Promise<void> {
  const { session, clients } = surroundings;
  const wanted = await isWanted(surroundings);
  found.told = wanted ? notificationFor(carriedBy(read)) : null;
  if (!wanted) return;
  for (const page of await clients.matchAll({ type: 'window' })) page.postMessage(PUSHED);
  // Whoever finds the device reads nothing by a key that lay there too long (H4.9).
  const locked = session.lockExpired().catch(() => undefined);
  found.asked = locked.then(() => session.ask()).catch(() => undefined);
  await found.asked;
  if (await session.ended()) found.told = ENDED_TOLD;
}

/** The customer tapped a notification: an open window goes to its address, or a new one opens. Typed text stays as a draft. */
export async function tapped(notification: Notification, { clients, origin, badge }: ToldSurroundings): Promise<void> {
  notification.close();
  const { address } = (notification.data ?? {}) as { address?: unknown };
  // Only addresses of the app are opened.
  const url = new URL(typeof address === 'string' && address.startsWith('/#/') ? address : '/', origin).href;
  // A tap allows one window to be focused or opened. A window of another worker would use it up and could not be led.
  const windows = (await clients.matchAll({ type: 'window' })).filter(isOfApp);
  const open = windows.find(({ visibilityState }) => visibilityState === 'visible') ?? windows[0];
  try {
    const shown = open ? await lead(open, url) : false;
    if (!shown) await clients.openWindow(url);
  } finally {
    await badge();
  }
}

/** False for the payment page, and for a mailed link where a new password is being typed. */
function isOfApp({ url }: WindowClient): boolean {
  const { pathname, search } = new URL(url);
  return ownAddresses.some((own) => own.test(pathname + search));
}

/** False when the window cannot be navigated: it is closing. */
async function lead(open: WindowClient, url: string): Promise<boolean> {
  try {
    // A browser may refuse the focus; the navigation goes on.
    await open.focus().catch(() => undefined);
    return (await open.navigate(url)) !== null;
  } catch {
    return false;
  }
}

/**
 * The browser ended or replaced the subscription: subscribes again and tells the server, even while locked. After a failure
 * the next start does it. Whoever signs out or in meanwhile is neither subscribed again nor instead.
 */
export async function subscriptionChanged(surroundings: ToldSurroundings): Promise<void> {
  const { db, session, clock, registration } = surroundings;
  const row = await pushRow(db);
  if (!row?.key || !(await isWanted(surroundings)) || !(await note(db, row.owner, null))) return;
  const subscribed = await subscribeAt(db, registration.pushManager, row.key);
  const told = subscribed.ok ? await session.callSending('subscribePush', subscribed.value, row.owner) : subscribed;
  if (told.ok) await note(db, row.owner, clock());
  if (!(await isWanted(surroundings))) await endSubscription(surroundings);
}

/** Notes when the server heard of this owner's subscription. False when they want none here any more. */
async function note(db: Database, owner: string, renewed: number | null): Promise<boolean> {
  let isTheirs = false;
  // Without room it goes on: the next start tells the server again.
  await withRoom(db, () =>
    db.transaction('rw', db.vault, async () => {
      const now = await pushRow(db);
      isTheirs = now?.on === true && now.owner === owner;
      if (!now || !isTheirs) return;
      await db.vault.put({ ...now, renewed });
    }),
  );
  return isTheirs;
}

/**
 * Closes what was shown to anybody who was here before, and returns whose the next one is. A database that does not answer
 * keeps nothing from being shown.
 */
async function clearOthers({ db, registration, timers }: ToldSurroundings): Promise<string | undefined> {
  const keys = await Promise.race([sendingKeys(db).catch(() => undefined), pause(timers, WHOSE_MS)]);
  if (keys !== undefined) await putAwayOthers(registration, keys?.owner ?? null);
  return keys?.owner;
}

async function endSubscription({ registration }: ToldSurroundings): Promise<void> {
  const standing = await registration.pushManager.getSubscription();
  await standing?.unsubscribe().catch(() => false);
}

async function isWanted({ db }: ToldSurroundings): Promise<boolean> {
  const [row, keys] = await Promise.all([pushRow(db), sendingKeys(db)]);
  return row?.on === true && row.owner === keys?.owner;
}

/** The push's data; null when it is not JSON, since browsers require that every push is shown. */
function carriedBy(read: () => unknown): unknown {
  try {
    return read();
  } catch {
    return null;
  }
}
