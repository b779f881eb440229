import { createContext, type ReactNode, useCallback, useContext, useState } from 'react';
import { type ToastMessage, ToastRegion } from './toast-region.tsx';

type Say = (toast: Omit<ToastMessage, 'id'>) => void;

const ToastContext = createContext<Say>(() => {});

/** Holds the toasts of the whole page; screens say theirs through `useToast`. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<ToastMessage[]>([]);
  const say = useCallback<Say>((toast) => {
    // Said again while it still stands, it is one: who presses ten times would cover the screen.
    setToasts((shown) => [...shown.filter(({ text }) => text !== toast.text), { ...toast, id: crypto.randomUUID() }]);
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

/** Says a short message: success by default, 3000 ms by default (V3.14). */
export const useToast = (): Say => useContext(ToastContext);
