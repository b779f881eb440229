import { type ReactNode, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { type ToastMessage, ToastRegion } from './toast-region.tsx';
import { type Say, ToastContext, useToast } from './toasts.tsx';

/** Holds the toasts of the whole page. Screens show theirs through `useToast`. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<ToastMessage[]>([]);
  const say = useCallback<Say>((toast) => {
    if (!toast) return setToasts((shown) => shown.filter(({ outlives }) => outlives));
    const said = { ...toast, id: crypto.randomUUID() };
    // A repeated text replaces its toast, or ten presses would cover the screen.
    setToasts((shown) => [...shown.filter(({ text }) => text !== toast.text), said]);
  }, []);
  const hide = useCallback((id: string) => {
    setToasts((shown) => shown.filter((toast) => toast.id !== id));
  }, []);
  return (
    <ToastContext value={say}>
      {children}
      <ToastRegion toasts={toasts} onHide={hide} />
    </ToastContext>
  );
}

/** An area that one customer sees. What is said inside goes with it: somebody else may read what comes next. */
export function ToastsHere({ children }: { children: ReactNode }) {
  const say = useToast();
  const isLeft = useRef(false);
  useLayoutEffect(() => {
    isLeft.current = false;
    return () => {
      isLeft.current = true;
      say(null);
    };
  }, [say]);
  // Work that a lock overtook still says how it ended.
  const sayHere = useCallback<Say>((toast) => (toast?.outlives || !isLeft.current) && say(toast), [say]);
  return <ToastContext value={sayHere}>{children}</ToastContext>;
}
