import { liveQuery } from 'dexie';
import type { Device } from '../device.ts';

/** H4.9: what counts as the customer being here. */
const signs = ['mousemove', 'mousedown', 'keydown', 'scroll', 'touchstart', 'click'] as const;

/**
 * Watches over the open session of this page: notes activity, locks when ten minutes passed without any in any tab, and
 * notices a lock or logout made in another tab at once. `onClosed(expired)` is called once. Returns the way to stop.
 */
export function watchInactivity({ db, session, drafts }: Device, onClosed: (expired: boolean) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let done = false;

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

  // The wall clock decides; a timer only says when to look. A device that slept finds the time gone at the first look.
  const look = async () => {
    clearTimeout(timer);
    if (done) return;
    if ((await session.state()) !== 'open') return close((await session.state()) === 'locked');
    const left = await session.remaining();
    if (left <= 0) return lock();
    timer = setTimeout(look, Math.min(left + 50, 30_000));
  };

  const active = async () => {
    if (!done && !(await session.touch())) await look();
  };

  const stop = () => {
    clearTimeout(timer);
    subscription.unsubscribe();
    for (const sign of signs) window.removeEventListener(sign, active);
    document.removeEventListener('visibilitychange', look);
    window.removeEventListener('pageshow', look);
  };

  for (const sign of signs) window.addEventListener(sign, active, { passive: true, capture: sign === 'scroll' });
  document.addEventListener('visibilitychange', look);
  window.addEventListener('pageshow', look);
  const subscription = liveQuery(() => db.vault.get('reading')).subscribe({
    next: (row) => {
      if (!row) void look();
    },
  });
  void look();
  return stop;
}
