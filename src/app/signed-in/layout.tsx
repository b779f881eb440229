import { Outlet, useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { MirrorContext } from '#mirror/hooks.ts';
import { OutboxContext } from '#outbox/hooks.ts';
import { SessionContext } from '#session/hooks.ts';
import { device } from '../device.ts';
import { giveNotice, SESSION_EXPIRED } from '../notice.ts';
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
      <MirrorContext value={mirror}>
        <OutboxContext value={{ outbox, drafts }}>
          <div className={styles.shell}>
            <Rail />
            <div className={styles.content}>
              <Outlet />
            </div>
          </div>
        </OutboxContext>
      </MirrorContext>
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

/** Sends what waits at start, when the connection returns and when the page is looked at again. */
function useDraining(): void {
  useEffect(() => {
    const { outbox } = device();
    return outbox.keepDraining(window);
  }, []);
}
