import { inArray, type SQL } from 'drizzle-orm';
import { comparedEmail, mailboxOf } from '#contract/mailbox.ts';
import { cleanText } from '#contract/typed-text.ts';
import { customers } from '../database/schema.ts';

/** An email as it is compared and stored: of one mailbox always the same text (S34). */
export const plainEmail = (email: string): string => comparedEmail(cleanText(email));

/** Whether a stored address is written as one mailbox is today. */
export const isMailbox = (stored: string): boolean => mailboxOf(stored) === stored;

/**
 * The condition for the account of a typed address. Accounts of before have what was typed then, in small letters, and their
 * owners type the same again.
 */
export const ofEmail = (email: string): SQL =>
  inArray(customers.email, [plainEmail(email), cleanText(email).trim().normalize('NFC').toLowerCase()]);
