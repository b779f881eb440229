import { Outlet, useRouterState } from '@tanstack/react-router';
import { type RefObject, useEffect, useRef } from 'react';
import { ToastProvider } from '#ui/toasts.tsx';
import { OfflineBanner } from './offline.tsx';
import styles from './root.module.css';
import { useScreenTitle } from './screen-title.ts';
import { SkipLink } from './skip-link.tsx';
import { Unexpected } from './unexpected.tsx';
import { UpdatePrompt } from './update-prompt.tsx';

/** What every screen stands in: the offline banner, the offer of a new version, the toasts. */
export function Root() {
  const screen = useRouterState({ select: (state) => state.location.pathname });
  useScreenTitle();
  const notices = useRef<HTMLDivElement>(null);
  useRoomFor(notices);
  return (
    <ToastProvider screen={screen}>
      <SkipLink />
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
