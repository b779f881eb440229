import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { SUCCESS_MS, type ToastMessage, ToastRegion } from './toast-region.tsx';
import { type Say, ToastContext } from './toasts.tsx';

type Said = ToastMessage & { at: number };

/**
 * Holds the toasts of the whole page. Screens show theirs through `useToast`.
 *
 * @param screen name of the current screen: an error toast belongs to its screen and goes with it
 */
export function ToastProvider({ screen, children }: { screen?: string; children: ReactNode }) {
  const [toasts, setToasts] = useState<Said[]>([]);
  const say = useCallback<Say>((toast) => {
    const said = { ...toast, id: crypto.randomUUID(), at: performance.now() };
    // A repeated text replaces its toast, or ten presses would cover the screen.
    setToasts((shown) => [...shown.filter(({ text }) => text !== toast.text), said]);
  }, []);
  const hide = useCallback((id: string) => {
    setToasts((shown) => shown.filter((toast) => toast.id !== id));
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs for each screen.
  useEffect(() => {
    // A toast shown just now led here and stays, to be read.
    const since = performance.now() - SUCCESS_MS;
    setToasts((shown) =>
      shown.some((toast) => isLeft(toast, since)) ? shown.filter((toast) => !isLeft(toast, since)) : shown,
    );
  }, [screen]);
  return (
    <ToastContext value={say}>
      {children}
      <ToastRegion toasts={toasts} onHide={hide} />
    </ToastContext>
  );
}

const isLeft = ({ tone, duration, at }: Said, since: number): boolean =>
  tone === 'error' && duration === undefined && at < since;
