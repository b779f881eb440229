import { Outlet, useRouter } from '@tanstack/react-router';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { ToastProvider } from '#ui/layers/toast-provider.tsx';
import { keepScroll } from './keep-scroll.ts';
import { removeLastHome } from './last-home/page.ts';
import { pressAgain } from './last-home/presses.ts';
import { NoticesContext, useRoomFor } from './notices.ts';
import { OfflineBanner } from './offline.tsx';
import styles from './root.module.css';
import { useScreenTitle } from './screen-title.ts';
import { SkipLink } from './skip-link.tsx';
import { Unexpected } from './unexpected.tsx';
import { UpdatePrompt } from './update-prompt.tsx';

/** The frame of every screen: the offline banner, the offer of a new version, the toasts. */
export function Root() {
  useScreenTitle();
  // The last home is removed before the screen's first paint, so nothing flashes.
  const drawn = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    drawn.current = removeLastHome() ?? drawn.current;
  }, []);
  // By then every handler of the screen is there.
  useEffect(() => {
    const shell = document.querySelector<HTMLElement>('[data-shell]');
    if (drawn.current && shell) pressAgain(drawn.current, shell);
    drawn.current = null;
  }, []);
  const router = useRouter();
  useEffect(() => keepScroll(router), [router]);
  const [notices, setNotices] = useState<HTMLDivElement | null>(null);
  useRoomFor(notices);
  return (
    <ToastProvider>
      <SkipLink />
      <Unexpected />
      <div ref={setNotices} className={styles.notices} role="status" aria-live="polite" aria-atomic="false">
        <OfflineBanner />
        <UpdatePrompt />
      </div>
      <NoticesContext value={notices}>
        <Outlet />
      </NoticesContext>
    </ToastProvider>
  );
}
