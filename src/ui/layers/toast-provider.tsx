import { type ReactNode, useCallback, useState } from 'react';
import { type ToastMessage, ToastRegion } from './toast-region.tsx';
import { type Say, ToastContext } from './toasts.tsx';

/** Holds the toasts of the whole page. Screens show theirs through `useToast`. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<ToastMessage[]>([]);
  const say = useCallback<Say>((toast) => {
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
