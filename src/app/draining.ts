import { liveQuery } from 'dexie';
import { unreadNews, unreadPushes } from '#push/unread.ts';
import { device } from './device.ts';
import { writeHint } from './hint.ts';

/**
 * Sends what waits for as long as the page shows this screen, and keeps hint and app badge at the number that still does.
 * Also on the start screen after a lock: where there is no background sync, nobody else would.
 * @param onWaiting told how many items wait, and again when that changes
 * @returns the way to stop
 */
export function keepDraining(onWaiting?: (count: number) => void): () => void {
  const { db, outbox } = device();
  const stop = outbox.keepDraining(window);
  const waiting = liveQuery(() => Promise.all([db.outbox.count(), db.vault.count(), unreadNews(db)])).subscribe(
    ([count, known, unread]) => {
      // Cleared by the browser, the database no longer knows; the hint is all that can say what was lost (F19).
      if (known === 0) return;
      writeHint({ waiting: count });
      void showBadge(count + unread);
      onWaiting?.(count);
    },
  );
  return () => {
    stop();
    waiting.unsubscribe();
  };
}

/** The count on the app's icon; only Chromium and installed Safari have it, and only with permission. */
async function showBadge(known: number): Promise<void> {
  if (!navigator.setAppBadge) return;
  const count = known + (await unreadPushes(await navigator.serviceWorker?.getRegistration()));
  await (count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge()).catch(() => {});
}
