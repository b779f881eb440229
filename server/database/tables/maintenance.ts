import { sql } from 'drizzle-orm';
import { check, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from '../columns.ts';

/** While its one row is there, nothing is taken from customers. Every process looks for it with each call. */
export const maintenance = pgTable(
  'maintenance',
  {
    id: integer('id').primaryKey().default(1),
    /** What customers read, in the insurer's words. */
    text: text('text').notNull(),
    since: instant('since').notNull(),
  },
  (table) => [check('maintenance_one_row', sql`${table.id} = 1`)],
);
