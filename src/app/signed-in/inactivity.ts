import { liveQuery } from 'dexie';
import type { Device } from '../device.ts';

/** H4.9: what counts as the customer being here. */
const signs = ['mousemove', 'mousedown', 'keydown', 'scroll', 'touchstart', 'click'] as const;

/** So long before the lock the customer is told, in milliseconds. */
export const NOTICE_MS = 2 * 60_000;

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

  const lock = async () => {
    await drafts.flush();
    await session.lock();
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
    await drafts.flush();
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
    const state = await session.state();
    if (state !== 'open') return close(state === 'locked');
    if (await isSomebodyElse()) return giveWay();
    const left = await session.remaining();
    if (done) return;
    if (left <= 0) return lock();
    tell(left <= NOTICE_MS);
    const toNotice = left > NOTICE_MS ? left - NOTICE_MS : left;
    clearTimeout(timer);
    timer = setTimeout(look, Math.min(toNotice + 50, 30_000));
  };

  const active = async () => {
    if (done) return;
    const inTime = await session.touch();
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
