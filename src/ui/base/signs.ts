import type { CSSProperties } from 'react';

/** How many signs an amount has, for a size in which it stays one word: `calc(120vw / var(--signs))`. */
export const signsOf = (amount: string): CSSProperties => ({ '--signs': amount.length }) as CSSProperties;
