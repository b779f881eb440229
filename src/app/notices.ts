import { createContext } from 'react';

/** The element for notices above every screen; null until it is rendered. */
export const NoticesContext = createContext<HTMLElement | null>(null);
