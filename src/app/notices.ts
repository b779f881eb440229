import { createContext } from 'react';

/** Where notices stand above every screen; null until that is drawn. */
export const NoticesContext = createContext<HTMLElement | null>(null);
