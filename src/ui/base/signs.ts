import type { CSSProperties } from 'react';

/** How many signs an amount has, for the size in which a `large-amount` stays one word. */
export const signsOf = (amount: string): CSSProperties => ({ '--signs': amount.length }) as CSSProperties;
