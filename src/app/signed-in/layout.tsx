import '#ui/base/shapes-inside.css';
import { Outlet, useRouter } from '@tanstack/react-router';
import { useContext, useEffect, useState } from 'react';
import { keepBallast } from '#database/full-disk.ts';
import { SignInAgain } from '#features/again/sign-in-again.tsx';
import { ticketTypes } from '#mirror/collections.ts';
import { MirrorProvider } from '#mirror/hooks.tsx';
import { OutboxContext, ReceivedProvider } from '#outbox/hooks.ts';
import { PapersContext } from '#papers/hooks.ts';
import { PhotosContext } from '#photos/hooks.ts';
import { PushContext } from '#push/hooks.ts';
import { OutcomeToasts } from '#requests/outcome-toasts.tsx';
import { SessionContext } from '#session/hooks.ts';
import { KeptHereContext } from '#ui/hooks/entry-state.ts';
import { useNarrow } from '#ui/hooks/media.ts';
import { ToastsHere } from '#ui/layers/toast-provider.tsx';
import { device } from '../device.ts';
import { keepDraining } from '../draining.ts';
import { HomeScreen } from '../home-part.ts';
import { watchHome } from '../last-home/keep.ts';
import { NoticesContext } from '../notices.ts';
import { papers } from '../papers.ts';
import { photos } from '../photos.ts';
import { askRefresh } from './ask-refresh.ts';
import { Errands } from './errands.tsx';
import { InactivityNotice } from './inactivity-notice.tsx';
import { keepFresh } from './keep-fresh.ts';
import { keepPush, loadPush } from './keep-push.ts';
import { keepSealing } from './keep-sealing.ts';
import { KeptHome } from './kept-home.tsx';
import styles from './layout.module.css';
import { loadAhead } from './load-ahead.ts';
import { Offers } from './offers.tsx';
import { Rail } from './rail.tsx';
import { fadeBetweenScreens } from './screen-motion.ts';
import { useLock } from './use-lock.ts';
import { useServedAgain } from './use-served-again.ts';

/** Everything below /app: the contexts for the screens, the rail, and the watch over inactivity (H2.1). */
export function SignedInLayout() {
  const { db, session, mirror, outbox, drafts, received } = device();
  const nearing = useLock();
  const narrow = useNarrow();
  const [kept] = useState(() => new Map<string, unknown>());
  const notices = useContext(NoticesContext);
  useEffect(() => keepDraining(), []);
  const router = useRouter();
  useEffect(() => fadeBetweenScreens(router), [router]);
  useEffect(() => loadAhead(router), [router]);
  useServedAgain(
    () => void mirror.pull(ticketTypes),
    () => void mirror.bringing.look('return'),
  );
  useEffect(() => keepFresh({ session, mirror }), [session, mirror]);
  useEffect(() => keepPush(), []);
  useEffect(() => void askRefresh(), []);
  useEffect(() => watchHome(db), [db]);
  useEffect(() => keepSealing(db), [db]);
  useEffect(() => void keepBallast(), []);
  useEffect(() => void received.removeOld().catch(() => undefined), [received]);
  return (
    <ToastsHere>
      <SessionContext value={session}>
        <MirrorProvider mirror={mirror}>
          <OutboxContext value={{ outbox, drafts }}>
            <ReceivedProvider received={received}>
              <PhotosContext value={photos}>
                <PapersContext value={papers}>
                  <PushContext value={loadPush}>
                    <KeptHereContext value={kept}>
                      <SignInAgain slot={notices}>
                        <div className={styles.shell} data-shell>
                          <Errands />
                          {narrow || <Rail />}
                          <div className="slim">
                            <Offers />
                            <KeptHome screen={HomeScreen} />
                            <Outlet />
                          </div>
                        </div>
                      </SignInAgain>
                    </KeptHereContext>
                  </PushContext>
                  <OutcomeToasts />
                  <InactivityNotice near={nearing} onStay={() => void session.touch()} />
                </PapersContext>
              </PhotosContext>
            </ReceivedProvider>
          </OutboxContext>
        </MirrorProvider>
      </SessionContext>
    </ToastsHere>
  );
}
