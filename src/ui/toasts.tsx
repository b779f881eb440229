import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from 'react';
import { standardDuration, type ToastMessage, ToastRegion } from './toast-region.tsx';

type Say = (toast: Omit<ToastMessage, 'id'>) => void;
type Said = ToastMessage & { at: number };

const ToastContext = createContext<Say>(() => {});

/**
 * Holds the toasts of the whole page; screens say theirs through `useToast`.
 *
 * @param screen changes with the screen that is shown: an error that stays is about the one it was said on
 */
export function ToastProvider({ screen, children }: { screen?: string; children: ReactNode }) {
  const [toasts, setToasts] = useState<Said[]>([]);
  const say = useCallback<Say>((toast) => {
    const said = { ...toast, id: crypto.randomUUID(), at: performance.now() };
    // Said again while it still stands, it is one: who presses ten times would cover the screen.
    setToasts((shown) => [...shown.filter(({ text }) => text !== toast.text), said]);
  }, []);
  const hide = useCallback((id: string) => {
    setToasts((shown) => shown.filter((toast) => toast.id !== id));
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs for each screen.
  useEffect(() => {
    // What was said just now led here, and is still to be read.
    const since = performance.now() - standardDuration;
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

/** Says a short message: success by default, which stays 3000 ms by default (V3.14). */
export const useToast = (): Say => useContext(ToastContext);
