import { and, eq, sql } from 'drizzle-orm';
import { bareNumber } from '#rules/document-numbers.ts';
import type { Database, Transaction } from '../database/open.ts';
import { rowsOf } from '../database/rows.ts';
import { customers } from '../database/schema.ts';

export type Customer = typeof customers.$inferSelect;

/** A column of a table that refers to another table's. */
export interface Reference {
  child: string;
  column: string;
  parent: string;
  parentColumn: string;
}

/** How an operator says who is meant. The trail names an account alone; a document may be of several countries or kinds. */
export interface Meant {
  document?: string | undefined;
  country?: string | undefined;
  account?: string | undefined;
}

/** Everyone whom all that is said fits; nobody when neither document nor account is. */
export async function peopleOf(db: Database, { document, country, account }: Meant): Promise<Customer[]> {
  if (!document && !account) return [];
  return db
    .select()
    .from(customers)
    .where(
      and(
        document ? eq(customers.nif, bareNumber(document)) : undefined,
        country ? eq(customers.documentCountry, country) : undefined,
        account ? eq(customers.id, account) : undefined,
      ),
    );
}

/**
 * What refers to what, as the database itself says: a table that comes later is found without anybody remembering it. Of the
 * demo insurer's tables, which are the insurer's, nothing is answered.
 */
export async function referencesIn(db: Database | Transaction): Promise<Reference[]> {
  return rowsOf<Reference>(
    db,
    sql`select child.relname as child, childcolumn.attname as column, parent.relname as parent, parentcolumn.attname as "parentColumn"
        from pg_constraint held
        join pg_class child on child.oid = held.conrelid and child.relnamespace = current_schema()::regnamespace
        join pg_class parent on parent.oid = held.confrelid
        join pg_attribute childcolumn on childcolumn.attrelid = child.oid and childcolumn.attnum = held.conkey[1]
        join pg_attribute parentcolumn on parentcolumn.attrelid = parent.oid and parentcolumn.attnum = held.confkey[1]
        where held.contype = 'f' order by child.relname, childcolumn.attname`,
  );
}
