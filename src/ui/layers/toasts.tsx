import { createContext, useContext } from 'react';
import type { ToastMessage } from './toast-region.tsx';

/** Shows a short message. Null hides all but those that outlive the session. */
export type Say = (toast: Omit<ToastMessage, 'id'> | null) => void;

export const ToastContext = createContext<Say>(() => {});

/** Shows a short message: by default a success that stays 3000 ms (V3.14). */
export const useToast = (): Say => useContext(ToastContext);
