import { Outlet, useRouter } from '@tanstack/react-router';
import { type RefObject, useEffect, useRef } from 'react';
import { ToastProvider } from '#ui/toasts.tsx';
import { OfflineBanner } from './offline.tsx';
import styles from './root.module.css';
import { Unexpected } from './unexpected.tsx';
import { UpdatePrompt } from './update-prompt.tsx';

/** What every screen stands in: the offline banner, the offer of a new version, the toasts. */
export function Root() {
  useScreenTitle();
  const notices = useRef<HTMLDivElement>(null);
  useRoomFor(notices);
  return (
    <ToastProvider>
      <Unexpected />
      <div ref={notices} className={styles.notices}>
        <OfflineBanner />
        <UpdatePrompt />
      </div>
      <Outlet />
    </ToastProvider>
  );
}

/** Tells the style sheets how much of the window the notices take, so that a screen of one window’s height stays one. */
function useRoomFor(notices: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const box = notices.current;
    if (!box || typeof ResizeObserver === 'undefined') return;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => style.setProperty('--notices', `${box.offsetHeight}px`));
    observer.observe(box);
    return () => {
      observer.disconnect();
      style.removeProperty('--notices');
    };
  }, [notices]);
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
