import { cleanText } from '#contract/typed-text.ts';
import { bareNumber } from '#rules/document-numbers.ts';

export const sameNumber = (a: string, b: string): boolean => bareNumber(a) === bareNumber(b);

/** An email as it is compared and stored. */
export const plainEmail = (email: string): string => cleanText(email).trim().normalize('NFC').toLowerCase();
