import { Outlet, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ToastProvider } from '#ui/toasts.tsx';
import { OfflineBanner } from './offline.tsx';
import styles from './root.module.css';
import { UpdatePrompt } from './update-prompt.tsx';

/** What every screen stands in: the offline banner, the offer of a new version, the toasts. */
export function Root() {
  useScreenTitle();
  return (
    <ToastProvider>
      <div className={styles.notices}>
        <OfflineBanner />
        <UpdatePrompt />
      </div>
      <Outlet />
    </ToastProvider>
  );
}

/** Each screen's h1 names the page and takes the focus when the address changes, so that a reader hears where it is. */
function useScreenTitle(): void {
  const router = useRouter();
  useEffect(() => {
    let shown = router.state.location.pathname;
    return router.subscribe('onRendered', ({ toLocation }) => {
      if (toLocation.pathname === shown) return;
      shown = toLocation.pathname;
      document.querySelector('h1')?.focus({ preventScroll: true });
    });
  }, [router]);
  useEffect(() => {
    const name = () => {
      const heading = document.querySelector('h1')?.textContent?.trim();
      const title = heading && router.state.location.pathname !== '/' ? `${heading} · Amparo` : 'Amparo';
      if (document.title !== title) document.title = title;
    };
    name();
    const observer = new MutationObserver(name);
    observer.observe(document.getElementById('root') ?? document.body, {
      subtree: true,
      childList: true,
      characterData: true,
    });
    return () => observer.disconnect();
  }, [router]);
}
