import { sql } from 'drizzle-orm';
import { bigserial, boolean, index, integer, jsonb, pgTable, primaryKey, serial, text } from 'drizzle-orm/pg-core';
import type { PushMessage, PushSubject } from '#contract/push.ts';
import { hashIndex, instant } from '../columns.ts';
import { customers, devices } from './accounts.ts';

/** Where a device is told that there is news, at most one of each sign-in: it goes with it. */
export const pushSubscriptions = pgTable('push_subscriptions', {
  deviceId: text('device_id')
    .primaryKey()
    .references(() => devices.id, { onDelete: 'cascade' }),
  /** A browser has one, whoever signs in there; who subscribed last has it. */
  endpoint: text('endpoint').notNull().unique(),
  p256dh: text('p256dh').notNull(),
  auth: text('auth').notNull(),
  created: instant('created').notNull(),
});

/** The subjects a customer wants to hear nothing of. */
export const pushRefusals = pgTable(
  'push_refusals',
  {
    customerId: text('customer_id')
      .notNull()
      .references(() => customers.id, { onDelete: 'cascade' }),
    subject: text('subject').$type<PushSubject>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.customerId, table.subject] })],
);

/** Where a push service takes messages for a device, and what they are sealed with. */
export type PushAddress = Pick<typeof pushSubscriptions.$inferSelect, 'endpoint' | 'p256dh' | 'auth'>;

/** What waits to be handed to a push service, written in the transaction of what it tells of. */
export const pushQueue = pgTable(
  'push_queue',
  {
    id: serial('id').primaryKey(),
    /** Null for a device whose sign-in was ended: its subscription went with it. */
    deviceId: text('device_id').references(() => pushSubscriptions.deviceId, { onDelete: 'cascade' }),
    /** Where such a device is told for the last time. */
    address: jsonb('address').$type<PushAddress>(),
    /** Whose device that was. */
    customerId: text('customer_id').references(() => customers.id, { onDelete: 'cascade' }),
    message: jsonb('message').$type<PushMessage>().notNull(),
    attempts: integer('attempts').notNull(),
    /** Not before this; while it is being sent, when another may take it over. */
    due: instant('due').notNull(),
    expires: instant('expires').notNull(),
  },
  (table) => [
    index('push_queue_due').on(table.due),
    index('push_queue_expires').on(table.expires),
    hashIndex('push_queue_by_device', table.deviceId),
    hashIndex('push_queue_by_customer', table.customerId),
  ],
);

/**
 * What happened and is still to be told to the insurer, written in the transaction of what it tells of; gone when it was
 * taken. Of one customer the earlier goes first, and one that was refused holds those behind it.
 */
export const outgoingEvents = pgTable(
  'outgoing_events',
  {
    /** The `webhook-id`, the same at each try. */
    id: text('id').primaryKey(),
    /** Within a customer in the order things happened: whoever takes one holds the customer's row until it stands. */
    seq: bigserial('seq', { mode: 'number' }).notNull(),
    customerId: text('customer_id')
      .notNull()
      .references(() => customers.id, { onDelete: 'cascade' }),
    type: text('type').notNull(),
    data: jsonb('data').$type<Record<string, unknown>>().notNull(),
    state: text('state').$type<'waiting' | 'refused'>().notNull(),
    /** The first of its customer's line. The database sets it and moves it on, whoever writes or deletes (migration 0017). */
    head: boolean('head').notNull().default(false),
    attempts: integer('attempts').notNull(),
    /** Not before this; while it is being sent, when another may take it over. */
    due: instant('due').notNull(),
    /** How the last try ended: a status, or why there was none; '' before the first. */
    problem: text('problem').notNull(),
    created: instant('created').notNull(),
  },
  (table) => [
    index('outgoing_events_customer').on(table.customerId, table.seq),
    index('outgoing_events_heads').on(table.due).where(sql`state = 'waiting' and head`),
    index('outgoing_events_ages').on(table.state, table.created),
  ],
);

/** Reports of the insurer's that had their effect, by their `webhook-id`: each has it once. */
export const insurerReports = pgTable(
  'insurer_reports',
  {
    id: text('id').primaryKey(),
    /** SHA-256 of the body. */
    digest: text('digest').notNull(),
    received: instant('received').notNull(),
  },
  (table) => [index('insurer_reports_received').on(table.received)],
);

/** Mails that no server has taken yet. What they say is readable here, so none stays longer than it is of use. */
export const mailQueue = pgTable(
  'mail_queue',
  {
    /** What its Message-ID is made of, the same at each try. */
    id: text('id').primaryKey(),
    /** Whom it is about, whatever address it goes to; null in a row of a version before. */
    customerId: text('customer_id').references(() => customers.id, { onDelete: 'cascade' }),
    recipient: text('recipient').notNull(),
    subject: text('subject').notNull(),
    text: text('text').notNull(),
    html: text('html').notNull(),
    state: text('state').$type<'waiting' | 'refused'>().notNull(),
    attempts: integer('attempts').notNull(),
    due: instant('due').notNull(),
    expires: instant('expires').notNull(),
    problem: text('problem').notNull(),
    created: instant('created').notNull(),
  },
  (table) => [
    // Of those that wait alone: what was refused stays for days, and no look goes past it.
    index('mail_queue_waiting').on(table.due).where(sql`state = 'waiting'`),
    index('mail_queue_ages').on(table.state, table.created),
    index('mail_queue_expires').on(table.expires),
    hashIndex('mail_queue_by_customer', table.customerId),
  ],
);
