import type { customers } from '../database/schema.ts';

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
