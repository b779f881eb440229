import { sql } from 'drizzle-orm';
import { bigserial, index, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from '../columns.ts';

/**
 * Who saw and changed what. The database refuses to remove a line before its time. It changes one only after an erasure: then
 * the person's lines get an id of nobody, and what they were about goes (migrations 'audit' and 'erasure'). Its months are
 * partitions, which a month that is over leaves as a whole (migration 'trail months').
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
  (table) => [
    index('audit_trail_customer').on(table.customerId, table.id),
    index('audit_trail_at').on(table.at),
    index('audit_trail_erased').on(table.customerId).where(sql`event = 'erased'`),
  ],
);
