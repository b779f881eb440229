import { liveQuery } from 'dexie';
import type { Device } from '../device.ts';

/** H4.9: what counts as the customer being here. */
const signs = ['mousemove', 'mousedown', 'keydown', 'scroll', 'touchstart', 'click'] as const;

/** So long before the lock the customer is told, in milliseconds. */
export const NOTICE_MS = 2 * 60_000;
/** So long a lock waits for the device, in milliseconds. Drafts hold their key already, and may land after it. */
const DEVICE_MS = 2000;
/** When to try again what the device refused, in milliseconds. */
const AGAIN_MS = 2000;
/** So often a page that is looked at asks for the time, in milliseconds. */
const LOOK_MS = 30_000;
/** So often a lock that the device refuses is tried again. */
const LOCK_TRIES = 30;

interface Told {
  /** Once: the session was locked by this page or another (`expired`), or closed. */
  onClosed: (expired: boolean) => void;
  /** Once: somebody else signed in in another tab. What this page shows and holds is not theirs. */
  onReplaced: () => void;
  /** Whether the lock is less than two minutes away. */
  onNearing: (near: boolean) => void;
}

/**
 * Watches over the open session of this page: notes activity, tells when the lock comes near, locks when ten minutes passed
 * without any in any tab, and notices activity, lock, logout or another customer in another tab at once. Returns the way to
 * stop.
 */
export function watchInactivity(
  { db, session, drafts }: Pick<Device, 'db' | 'session' | 'drafts'>,
  { onClosed, onReplaced, onNearing }: Told,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let done = false;
  let near = false;
  let whose: string | null = null;

  const close = (expired: boolean) => {
    if (done) return;
    done = true;
    stop();
    onClosed(expired);
  };

  // Fails closed: neither a draft that cannot be written nor a storage that hangs keeps the session readable.
  const lock = async () => {
    await within(DEVICE_MS, drafts.flush());
    await within(DEVICE_MS, lockSurely(session));
    close(true);
  };

  const isSomebodyElse = async () => {
    const reading = await db.vault.get('reading');
    if (reading?.id !== 'reading') return false;
    whose ??= reading.owner;
    return reading.owner !== whose;
  };

  // Drafts took their customer's key as they were typed, so they still land where they belong.
  const giveWay = async () => {
    if (done) return;
    done = true;
    stop();
    await within(DEVICE_MS, drafts.flush());
    onReplaced();
  };

  const tell = (now: boolean) => {
    if (now === near) return;
    near = now;
    onNearing(now);
  };

  // The wall clock decides; a timer only says when to look. A device that slept finds the time gone at the first look.
  const look = async () => {
    clearTimeout(timer);
    if (done) return;
    try {
      await lookOnce();
    } catch (error) {
      // A device that cannot be asked now is asked again: a watch that ended here would leave the session open for ever.
      console.error('inactivity: the device could not be asked', error);
      clearTimeout(timer);
      if (!done) timer = setTimeout(look, AGAIN_MS);
    }
  };

  const lookOnce = async () => {
    const state = await session.state();
    if (state !== 'open') return close(state === 'locked');
    if (await isSomebodyElse()) return giveWay();
    const left = await session.remaining();
    if (done) return;
    if (left <= 0) return lock();
    tell(left <= NOTICE_MS);
    const toNotice = left > NOTICE_MS ? left - NOTICE_MS : left;
    clearTimeout(timer);
    // While it is looked at, a device that slept is noticed soon. Hidden there is one look, when the time is over.
    const hidden = document.visibilityState === 'hidden';
    timer = setTimeout(look, hidden ? left + 50 : Math.min(toNotice + 50, LOOK_MS));
  };

  const active = async () => {
    if (done) return;
    const inTime = await session.touch().catch(() => false);
    if (!inTime || near) await look();
  };

  const stop = () => {
    clearTimeout(timer);
    subscription.unsubscribe();
    for (const sign of signs) window.removeEventListener(sign, active, { capture: sign === 'scroll' });
    document.removeEventListener('visibilitychange', look);
    window.removeEventListener('pageshow', look);
  };

  for (const sign of signs) window.addEventListener(sign, active, { passive: true, capture: sign === 'scroll' });
  document.addEventListener('visibilitychange', look);
  window.addEventListener('pageshow', look);
  const subscription = liveQuery(() => Promise.all([db.vault.get('reading'), db.vault.get('activity')])).subscribe({
    next: ([reading]) => {
      const another = reading?.id === 'reading' && whose !== null && reading.owner !== whose;
      if (!reading || another || near) void look();
    },
  });
  void look();
  return () => {
    done = true;
    stop();
  };
}

/** The reading key goes, also when the device refuses at first; a session that somebody opened meanwhile is left alone. */
async function lockSurely(session: Device['session']): Promise<void> {
  for (let left = LOCK_TRIES; left > 0; left -= 1) {
    try {
      if (left === LOCK_TRIES || (await session.expired())) await session.lock();
      return;
    } catch (error) {
      console.error('inactivity: the session could not be locked', error);
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
  }
}

/** Waits for the work to end in whatever way, but no longer than so many milliseconds. */
function within(milliseconds: number, work: Promise<unknown>): Promise<unknown> {
  const patience = new Promise((resolve) => setTimeout(resolve, milliseconds));
  return Promise.race([work.catch(() => undefined), patience]);
}
