import { watchRows } from '#database/watch-rows.ts';
import { onBadge, putAwayPushes, unreadNews, unreadPushes } from '#push/unread.ts';
import { onSense } from '#senses/page.ts';
import { device } from './device.ts';
import { writeHint } from './hint.ts';

/**
 * Sends the queue while the page shows this screen, and keeps the number of queued items in the hint. The app's badge also counts
 * unread news, and the notifications of it go when all was read. It runs on the start screen after a lock too: without background sync nobody else would send.
 * @param onWaiting called with the number of queued items, and again when it changes
 * @returns a function that stops it
 */
export function keepDraining(onWaiting?: (count: number) => void): () => void {
  const { db, outbox } = device();
  const stop = outbox.keepDraining(onSense);
  let before = 0;
  let counted = Number.POSITIVE_INFINITY;
  const counts = () => Promise.all([outbox.waiting(), unreadNews(db)]);
  const unwatch = watchRows(db, counts, ([count, unread]) => {
    // Only the hint still knows what was lost (F19).
    if (count === null) return;
    writeHint({ waiting: count });
    // Another window may have queued it and closed since (F23).
    if (count > counted) outbox.wake();
    counted = count;
    void showBadge(count, unread, before > 0 && unread === 0);
    before = unread;
    onWaiting?.(count);
  });
  return () => {
    stop();
    unwatch();
  };
}

/** Shows the count on the app's icon. Only Chromium and installed Safari have badges, and only with permission. */
async function showBadge(waiting: number, news: number, allRead: boolean): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  if (allRead) await putAwayPushes(registration);
  if (!navigator.setAppBadge) return;
  const count = onBadge(waiting, news, await unreadPushes(registration));
  await (count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge()).catch(() => {});
}
