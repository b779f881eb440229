import { customType, index, type PgColumn, timestamp } from 'drizzle-orm/pg-core';

/** Bytes. PGlite answers a Uint8Array, node-postgres a Buffer (which is one). */
export const bytea = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => 'bytea' });

/** An instant, read and written as a Date. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/**
 * For rows that are looked up by one whole value and never in its order. However many rows there are, the entry is one page away, where a
 * B-tree gets a level more with each hundredfold; and it holds four bytes of a key instead of the text.
 */
export const hashIndex = (name: string, column: PgColumn) => index(name).using('hash', column);
