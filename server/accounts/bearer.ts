import type { customers } from '../database/schema.ts';

/** Who a token speaks for, and from which sign-in. */
export interface Bearer {
  customer: typeof customers.$inferSelect;
  deviceId: string;
  /** When it was last heard of, to the hour. */
  seen: Date;
}
