import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, primaryKey, serial, text } from 'drizzle-orm/pg-core';
import { bytea, hashIndex, instant } from '../columns.ts';
import { customers } from './accounts.ts';

/**
 * What became of each idempotency key. Written in the transaction of the effect, or not at all. None goes for its age: an item may wait
 * on a device for longer than any time of ours, and would take effect again. A person's go
 * with the person; the one of their registration stays, withdrawn.
 */
export const commands = pgTable(
  'commands',
  {
    /** The customer's id; for a registration, which has none yet, REGISTRATIONS. */
    owner: text('owner').notNull(),
    /** A registration's new customer. */
    customerId: text('customer_id').references(() => customers.id, { onDelete: 'set null' }),
    key: text('key').notNull(),
    name: text('name').notNull(),
    /** HMAC of the fingerprint, so that the table does not tell what was asked; '' for a withdrawn key. */
    fingerprint: text('fingerprint').notNull(),
    state: text('state').$type<'done' | 'withdrawn'>().notNull(),
    /** The first answer; null while the transaction runs, and for a withdrawn key. */
    answer: jsonb('answer').$type<Record<string, unknown>>(),
    created: instant('created').notNull(),
  },
  (table) => [primaryKey({ columns: [table.owner, table.key] }), hashIndex('commands_by_customer', table.customerId)],
);

export const files = pgTable(
  'files',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    /** By its bytes, never by what the sender declared. */
    type: text('type').notNull(),
    size: integer('size').notNull(),
    sha256: text('sha256').notNull(),
    /** Null when they lie in the store, under the id. */
    bytes: bytea('bytes'),
    /** Whether it is handed out: 'held' until the scanner gave its word, 'quarantined' when that was no. */
    state: text('state').$type<'kept' | 'held' | 'quarantined'>().notNull().default('kept'),
    /** How often it was looked at in vain while it was held. */
    attempts: integer('attempts').notNull().default(0),
    /** Not looked at before this; null is at once. */
    due: instant('due'),
    /** Why the last look was in vain: 'no verdict', or what keeps it from being opened; '' without such a look. */
    problem: text('problem').notNull().default(''),
    created: instant('created').notNull().defaultNow(),
  },
  (table) => [
    index('files_ages').on(table.state, table.created).where(sql`state <> 'kept'`),
    index('files_due').on(sql`coalesce(${table.due}, '-infinity')`).where(sql`state = 'held'`),
  ],
);

/** Ids under which the store may have bytes that no row of `files` stands for: not yet, or no longer. */
export const looseFiles = pgTable(
  'loose_files',
  { id: text('id').primaryKey(), since: instant('since').notNull() },
  (table) => [index('loose_files_since').on(table.since)],
);

/** The photos of the identity document given at registration. */
export const identityFiles = pgTable(
  'identity_files',
  {
    customerId: text('customer_id')
      .notNull()
      .references(() => customers.id, { onDelete: 'cascade' }),
    side: text('side').notNull(),
    fileId: text('file_id')
      .notNull()
      .references(() => files.id),
    /** When it was first noticed that nothing holds it any more, of an account whose claim nobody proved (D88); null until then. */
    idle: instant('idle'),
  },
  (table) => [
    primaryKey({ columns: [table.customerId, table.side] }),
    hashIndex('identity_files_by_file', table.fileId),
  ],
);

export const refunds = pgTable(
  'refunds',
  {
    id: text('id').primaryKey(),
    /** What the number the customer quotes is made of. */
    serial: serial('serial').notNull(),
    customerId: text('customer_id')
      .notNull()
      .references(() => customers.id, { onDelete: 'cascade' }),
    policyId: text('policy_id').notNull(),
    caseNumber: text('case_number').notNull(),
    idEstado: integer('id_estado').notNull(),
    estado: text('estado').notNull(),
    /** The request's own fields, by wire name. */
    fields: jsonb('fields').$type<Record<string, string>>().notNull(),
    /** The states it went through, by `desde` in ISO 8601, with the number of the report that said so; rows of before have none. */
    states: jsonb('states').$type<{ idEstado: number; desde: string; secuencia?: number }[]>().notNull().default([]),
    /** What was paid and when: an instant in ISO 8601, or a calendar date; null until then. */
    paid: jsonb('paid').$type<{ importe: number; fecha: string }>(),
    /** Days from `created` within which a decision is promised; null when none is. */
    expectedDays: integer('expected_days'),
    /** What the insurer wrote to the customer about it; '' when nothing. */
    notes: text('notes').notNull().default(''),
    /** Number of the insurer's newest report of it; 0 before the first. */
    reported: integer('reported').notNull().default(0),
    /**
     * Number of the report that each of these is of. What a release before 0026 took has none; `reported` is what it was when they
     * were written, so that such a release beside this one is noticed.
     */
    saidBy: jsonb('said_by')
      .$type<Partial<Record<'paid' | 'expectedDays' | 'notes' | 'reported', number>>>()
      .notNull()
      .default({}),
    created: instant('created').notNull(),
  },
  (table) => [index('refunds_customer').on(table.customerId, table.policyId)],
);

export const refundDocuments = pgTable(
  'refund_documents',
  {
    id: text('id').primaryKey(),
    serial: serial('serial').notNull(),
    refundId: text('refund_id')
      .notNull()
      .references(() => refunds.id, { onDelete: 'cascade' }),
    tipo: text('tipo').notNull(),
    fileId: text('file_id')
      .notNull()
      .references(() => files.id),
    filename: text('filename').notNull(),
  },
  (table) => [
    hashIndex('refund_documents_by_refund', table.refundId),
    hashIndex('refund_documents_by_file', table.fileId),
  ],
);

/** `secuencia` is 0 for what the demo's desk answers. Rows of before have neither author nor instant (ISO 8601). */
export interface TicketAnswer {
  secuencia: number;
  respuesta: string;
  autor?: string;
  fecha?: string;
}

export const tickets = pgTable(
  'tickets',
  {
    id: text('id').primaryKey(),
    serial: serial('serial').notNull(),
    customerId: text('customer_id')
      .notNull()
      .references(() => customers.id, { onDelete: 'cascade' }),
    policyId: text('policy_id').notNull(),
    nombre: text('nombre').notNull(),
    notas: text('notas').notNull(),
    idEstado: integer('id_estado').notNull(),
    estado: text('estado').notNull(),
    /** The insurer's answers, by the numbers of their reports. */
    answers: jsonb('answers').$type<TicketAnswer[]>().notNull().default([]),
    reported: integer('reported').notNull().default(0),
    /** Calendar date 'YYYY-MM-DD'. */
    fechaSolicitud: text('fecha_solicitud').notNull(),
    caseNumber: text('case_number').notNull(),
    created: instant('created').notNull(),
  },
  (table) => [hashIndex('tickets_by_customer', table.customerId)],
);

/** Signed addresses of files that were opened once (D48); forgotten when the address has expired anyway. */
export const usedAddresses = pgTable(
  'used_addresses',
  {
    nonce: text('nonce').primaryKey(),
    expires: instant('expires').notNull(),
  },
  (table) => [index('used_addresses_expires').on(table.expires)],
);

/** Photos on their way from a phone to a desk, sealed under a key that never came here; for a few minutes. */
export const relays = pgTable(
  'relays',
  {
    id: text('id').primaryKey(),
    /** Who opened it, and alone may read it. */
    readerHash: text('reader_hash').notNull(),
    /** Null while nothing has come. */
    sealed: text('sealed'),
    expires: instant('expires').notNull(),
  },
  (table) => [index('relays_expires').on(table.expires)],
);
