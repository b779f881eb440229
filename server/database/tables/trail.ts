import { bigserial, index, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from '../columns.ts';

/**
 * Who saw and changed what. The database refuses to change a line, and to remove one before its time (migration 'audit').
 * `customer_id` refers to nothing: it stays when the person is erased, and names nobody then.
 */
export const auditTrail = pgTable(
  'audit_trail',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    at: instant('at').notNull(),
    actor: text('actor').$type<'customer' | 'insurer' | 'desk' | 'operator'>().notNull(),
    event: text('event').notNull(),
    customerId: text('customer_id'),
    deviceId: text('device_id'),
    /** The request's id, as the log has it. */
    request: text('request').notNull().default(''),
    /** The id of what it was about. */
    about: text('about').notNull().default(''),
  },
  (table) => [index('audit_trail_customer').on(table.customerId, table.id), index('audit_trail_at').on(table.at)],
);
