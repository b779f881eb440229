import { ageOf, MINUTE_MS } from '#contract/age.ts';
import type { Device } from '#device/create-device.ts';
import { onSense } from '#senses/page.ts';
import { vouched } from '../vouched.ts';
import { coverPage, uncoverPage } from './cover.ts';
import { onSigns } from './signs.ts';

/** How long before the lock the customer is told. */
export const NOTICE_MS = 2 * MINUTE_MS;
/** How long a lock waits for the device. Drafts already have their key and may be written after the lock. */
const DEVICE_MS = 2000;
/** The wait before a retry of an operation that the device refused. */
const AGAIN_MS = 2000;
/** How often a visible page checks the remaining time. */
const LOOK_MS = 30_000;
/** For how long a check answers for the session. The next one of a visible page comes before. */
const VOUCHED_MS = LOOK_MS + 15_000;
/** How long a press may take to be answered. */
const PRESS_MS = 1000;
/** How many times a lock that the device refuses is tried. */
const LOCK_TRIES = 30;

/** Why the session is no longer open: ten minutes without activity, its owner ended it from elsewhere (D83), a sign-out. */
export type Closed = 'expired' | 'ended' | 'left';

interface Told {
  /** Called once: this page, another one or the worker closed the session. `owner`: whose it was; null when unknown. */
  onClosed: (why: Closed, owner: string | null) => void;
  /** Called once: somebody else signed in in another tab. This page's content is not theirs. */
  onReplaced: () => void;
  /** Called when the lock comes or ceases to be less than NOTICE_MS away. */
  onNearing: (near: boolean) => void;
}

/**
 * Watches over the open session of this page: records activity, announces the lock, and locks after ten minutes without
 * activity in any tab. It notices activity, a lock, a sign-out or another customer in other tabs at once. A page that sleeps
 * is covered until the session was checked, and one whose session is over stays so (F49). Returns a function that stops it
 * and uncovers the page.
 */
export function watchInactivity(
  { session, drafts }: Pick<Device, 'session' | 'drafts'>,
  { onClosed, onReplaced, onNearing }: Told,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let unnoted: { at: number; timer: ReturnType<typeof setTimeout> } | undefined;
  let done = false;
  let near = false;
  let whose: string | null = null;
  /** By the wall clock, when the last check found that the lock is due. */
  let due = Number.POSITIVE_INFINITY;

  /** Counts the coverings: a check that began before one of them does not end it. */
  let covered = 0;
  const cover = () => {
    covered += 1;
    vouched.end();
    coverPage();
  };

  const close = (why: Closed) => {
    if (done) return;
    done = true;
    stop();
    cover();
    onClosed(why, whose);
  };

  // Fails closed: neither a failed write of a draft nor a hanging storage keeps the session readable.
  const lock = async () => {
    cover();
    await within(DEVICE_MS, drafts.flush());
    await within(DEVICE_MS, lockSurely(session));
    // Its owner may have ended it after the check had found it open.
    close((await within(DEVICE_MS, session.ended())) === true ? 'ended' : 'expired');
  };

  const isSomebodyElse = async () => {
    const owner = await session.owner();
    whose ??= owner;
    return owner !== null && owner !== whose;
  };

  // Drafts read their customer's key at the keystroke, so they are still written under that customer.
  const endReplaced = async () => {
    if (done) return;
    done = true;
    stop();
    cover();
    await within(DEVICE_MS, drafts.flush());
    onReplaced();
  };

  const tell = (now: boolean) => {
    if (now === near) return;
    near = now;
    onNearing(now);
  };

  // The wall clock decides; the timer only says when to check. After sleep, the first check finds the time over.
  const look = async () => {
    clearTimeout(timer);
    if (done) return;
    try {
      await lookOnce();
    } catch (error) {
      // A failed check is repeated. If the watch ended here, the session would stay open for ever.
      console.error('inactivity: the device could not be asked', error);
      clearTimeout(timer);
      if (!done) timer = setTimeout(look, AGAIN_MS);
    }
  };

  const lookOnce = async () => {
    const before = covered;
    const state = await session.state();
    // The mark is asked in each case: the two keys are read one after the other, and another tab may end the session between.
    if (state !== 'open') return close((await session.ended()) ? 'ended' : state === 'locked' ? 'expired' : 'left');
    if (await isSomebodyElse()) return endReplaced();
    const left = await session.remaining();
    if (done) return;
    if (left <= 0) return lock();
    due = Date.now() + left;
    if (covered === before) {
      uncoverPage();
      vouched.set(Math.min(due, Date.now() + VOUCHED_MS));
    }
    tell(left <= NOTICE_MS);
    const toNotice = left > NOTICE_MS ? left - NOTICE_MS : left;
    clearTimeout(timer);
    // A visible page checks often, to notice soon that the device slept. A hidden page checks once, when the time is over.
    const hidden = document.visibilityState === 'hidden';
    timer = setTimeout(look, hidden ? left + 50 : Math.min(toNotice + 50, LOOK_MS));
  };

  // A page that is unloaded is hidden first. Its timers never run, so that it does not delay the next page.
  const lookSoon = () => {
    // A device that slept shows the page again before the check can end.
    if (document.visibilityState === 'visible' && Date.now() >= due) cover();
    clearTimeout(timer);
    timer = setTimeout(look);
  };

  // A page in the back-forward cache, or frozen in the background, hears of nothing and returns as it was left.
  const sleep = (returns: boolean) => {
    if (returns) cover();
  };

  const note = async (at: number) => {
    if (done) return;
    const inTime = await session.touch(ageOf(at, Date.now()) ?? 0).catch(() => false);
    if (!inTime || near) await look();
  };

  // While there is time it is noted after the press: every reading waits for that write, which waits for the disk.
  const active = () => {
    const at = Date.now();
    if (near || !vouched.now()) void note(at);
    else unnoted ??= { at, timer: setTimeout(noteNow, PRESS_MS) };
  };
  // A page that ends or freezes runs no timer any more, and the last press counts.
  const noteNow = () => {
    if (!unnoted) return;
    const { at, timer } = unnoted;
    clearTimeout(timer);
    unnoted = undefined;
    void note(at);
  };

  const stop = () => {
    clearTimeout(timer);
    clearTimeout(unnoted?.timer);
    vouched.end();
    unwatch();
    unsign();
    unsense();
  };

  const unsign = onSigns(active);
  const unsense = onSense(['shown', 'hidden', 'frozen', 'resumed', 'left', 'back'], (sense, kept) => {
    if (sense !== 'shown') noteNow();
    if (sense === 'frozen' || sense === 'left') sleep(sense === 'frozen' || kept);
    else if (sense === 'resumed' || sense === 'back') void look();
    else lookSoon();
  });
  const unwatch = session.watch((owner) => {
    const another = whose !== null && owner !== whose;
    // What it shows is over: screens that find no rows any more would tell an error under the customer's address.
    if (another) cover();
    if (owner === null || another || near) void look();
  });
  void look();
  return () => {
    done = true;
    stop();
    uncoverPage();
  };
}

/** Removes the reading key, with retries when the device refuses. A session that somebody opened meanwhile stays open. */
async function lockSurely(session: Device['session']): Promise<void> {
  for (let left = LOCK_TRIES; left > 0; left -= 1) {
    try {
      await session.lockExpired();
      return;
    } catch (error) {
      console.error('inactivity: the session could not be locked', error);
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
  }
}

/** Waits until the work succeeds or fails, at most this long. */
function within(milliseconds: number, work: Promise<unknown>): Promise<unknown> {
  const patience = new Promise((resolve) => setTimeout(resolve, milliseconds));
  return Promise.race([work.catch(() => undefined), patience]);
}
