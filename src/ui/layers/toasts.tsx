import { createContext, useContext } from 'react';
import type { ToastMessage } from './toast-region.tsx';

/** Shows a short message. */
export type Say = (toast: Omit<ToastMessage, 'id'>) => void;

export const ToastContext = createContext<Say>(() => {});

/** Hides all toasts but those that outlive the session. */
export const HideToastsContext = createContext<() => void>(() => {});

/** Shows a short message: by default a success that stays 3000 ms (V3.14). */
export const useToast = (): Say => useContext(ToastContext);
