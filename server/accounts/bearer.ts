import type { customers } from '../database/schema.ts';
import type { Subject } from './attempts.ts';

export type Customer = typeof customers.$inferSelect;

/** The customer and the sign-in of a token. */
export interface Bearer {
  customer: Customer;
  deviceId: string;
  /** When it was last used, to the hour. */
  seen: Date;
  /** Hashes of the tokens that the caller presented, each once. All of them must stay good until the call has its effect. */
  presented: readonly string[];
  /** Set by the send-only token: it reads nothing of the customer. */
  sendsOnly?: true;
}

/** How many times what one sign-in may write all send-only tokens of a customer may write together. */
const SENDERS_FACTOR = 4;

const sendersOf = (customerId: string) => ({ name: `${customerId} sends`, factor: SENDERS_FACTOR });

/**
 * For whom what a caller writes is counted. The send-only token lies on a locked device, where it can be copied. It must not spend
 * what its owner may write, so what it sends has its own count, by sign-in and all together.
 */
export const writerOf = ({ customer, deviceId, sendsOnly }: Bearer): Subject =>
  sendsOnly ? [{ name: `${deviceId} sends`, factor: 1 }, sendersOf(customer.id)] : customer.id;

/** All that is counted for a customer, but for what is of one sign-in. */
export const writersOf = (customerId: string): Subject => [{ name: customerId, factor: 1 }, sendersOf(customerId)];
