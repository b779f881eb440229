import { Outlet, useNavigate } from '@tanstack/react-router';
import { liveQuery } from 'dexie';
import { useEffect, useEffectEvent } from 'react';
import { MirrorProvider } from '#mirror/hooks.tsx';
import { OutboxContext } from '#outbox/hooks.ts';
import { PhotosContext } from '#photos/hooks.ts';
import { SessionContext } from '#session/hooks.ts';
import { device } from '../device.ts';
import { writeHint } from '../hint.ts';
import { giveNotice, SESSION_EXPIRED } from '../notice.ts';
import { photos } from '../photos.ts';
import { watchInactivity } from './inactivity.ts';
import styles from './layout.module.css';
import { Rail } from './rail.tsx';

/** Everything below /app: the device's rooms for the screens, the rail, and the watch over inactivity (H2.1). */
export function SignedInLayout() {
  const { session, mirror, outbox, drafts } = device();
  useLock();
  useDraining();
  return (
    <SessionContext value={session}>
      <MirrorProvider mirror={mirror}>
        <OutboxContext value={{ outbox, drafts }}>
          <PhotosContext value={photos}>
            <div className={styles.shell}>
              <Rail />
              <div className={styles.content}>
                <Outlet />
              </div>
            </div>
          </PhotosContext>
        </OutboxContext>
      </MirrorProvider>
    </SessionContext>
  );
}

/** H4.9: after ten minutes without activity, in any tab, the customer is at the start with the alert. */
function useLock(): void {
  const navigate = useNavigate();
  const leave = useEffectEvent((expired: boolean) => {
    if (expired) giveNotice(SESSION_EXPIRED);
    void navigate({ to: '/', replace: true });
  });
  useEffect(() => watchInactivity(device(), (expired) => leave(expired)), []);
}

/** Sends what waits, and keeps hint and app badge at the number that still does. */
function useDraining(): void {
  useEffect(() => {
    const { db, outbox } = device();
    const stop = outbox.keepDraining(window);
    const waiting = liveQuery(() => db.outbox.count()).subscribe((count) => {
      writeHint({ waiting: count });
      showBadge(count);
    });
    return () => {
      stop();
      waiting.unsubscribe();
    };
  }, []);
}

/** The count on the app's icon; only Chromium and installed Safari have it, and only with permission. */
function showBadge(count: number): void {
  const shown = count > 0 ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.();
  shown?.catch(() => {});
}
