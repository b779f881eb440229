import type { customers } from '../database/schema.ts';

/** The customer and the sign-in of a token. */
export interface Bearer {
  customer: typeof customers.$inferSelect;
  deviceId: string;
  /** When it was last used, to the hour. */
  seen: Date;
}
