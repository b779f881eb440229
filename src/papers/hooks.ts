import { createContext, useContext } from 'react';
import type { PaperReader } from './client.ts';

/** The app's only reader of papers; null where papers are not read. */
export const PapersContext = createContext<PaperReader | null>(null);

export const usePapers = (): PaperReader | null => useContext(PapersContext);
