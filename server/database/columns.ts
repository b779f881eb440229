import { customType, timestamp } from 'drizzle-orm/pg-core';

/** Bytes. PGlite answers a Uint8Array, node-postgres a Buffer (which is one). */
export const bytea = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => 'bytea' });

/** An instant, read and written as a Date. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
