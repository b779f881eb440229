import { sql } from 'drizzle-orm';
import {
  bigint,
  bigserial,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  serial,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { PushMessage, PushSubject } from '#contract/push.ts';
import { bytea, instant } from './columns.ts';

/** Random keys the server makes for itself at its first start; shared by every process on the same database. */
export const secrets = pgTable('secrets', {
  name: text('name').primaryKey(),
  value: text('value').notNull(),
});

export const customers = pgTable(
  'customers',
  {
    id: text('id').primaryKey(),
    /** Lower case, as it is compared. */
    email: text('email').notNull(),
    /** Document number without separators, upper case (D6, D42). */
    nif: text('nif').notNull(),
    /** What kind of document it is and which country issued it; the number alone names nobody (D52). */
    documentKind: text('document_kind').notNull(),
    documentCountry: text('document_country').notNull(),
    nombre: text('nombre').notNull(),
    residenciaFiscal: text('residencia_fiscal').notNull(),
    /** 'scrypt$N$r$p$salt$key', see accounts/passwords.ts. */
    password: text('password').notNull(),
    /** The other fields of the personal information, by wire name. */
    personal: jsonb('personal').$type<Record<string, string>>().notNull(),
    created: instant('created').notNull(),
    /** Made where the demo runs, where nobody proves who they are: may sign in there only (S17). */
    demo: boolean('demo').notNull(),
    /** What the insurer last said of the claim that this is the person of the document number (D60). */
    claim: text('claim').$type<'yes' | 'code' | 'branch' | 'no'>().notNull(),
    /** When the customer proved to read the mail of the address; null until then. */
    emailVerified: instant('email_verified'),
    /** When the person was erased; what is left of them then is a number (docs/decisions/erasure.md). */
    erased: instant('erased'),
  },
  (table) => [
    uniqueIndex('customers_email').on(table.email),
    uniqueIndex('customers_identity').on(table.documentCountry, table.documentKind, table.nif),
  ],
);

/** One sign-in on one device; all its tokens end with it. */
export const devices = pgTable(
  'devices',
  {
    id: text('id').primaryKey(),
    customerId: text('customer_id')
      .notNull()
      .references(() => customers.id, { onDelete: 'cascade' }),
    created: instant('created').notNull(),
    /** When it was last heard of, to the hour. */
    seen: instant('seen').notNull().defaultNow(),
    /** Browser and system, as the customer calls them; '' when they are not known. */
    agent: text('agent').notNull().default(''),
    /** What the browser calls itself for this customer; null from an app that does not say. */
    installation: text('installation'),
  },
  (table) => [index('devices_customer').on(table.customerId)],
);

/** The browsers a customer signed in from in the last year: another one is told by mail. */
export const installations = pgTable(
  'installations',
  {
    customerId: text('customer_id')
      .notNull()
      .references(() => customers.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    last: instant('last').notNull(),
  },
  (table) => [primaryKey({ columns: [table.customerId, table.name] })],
);

export const tokens = pgTable(
  'tokens',
  {
    /** SHA-256 of the token; the token itself is nowhere. */
    hash: text('hash').primaryKey(),
    deviceId: text('device_id')
      .notNull()
      .references(() => devices.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<'access' | 'internal' | 'send'>().notNull(),
    expires: instant('expires').notNull(),
    /** Hash of the token this one was issued to replace; that one ends when this one is first used. */
    replaces: text('replaces'),
  },
  (table) => [index('tokens_device').on(table.deviceId), index('tokens_expires').on(table.expires)],
);

/** Ways in besides the password (D56): public keys of authenticators. What lies here signs nobody in. */
export const passkeys = pgTable(
  'passkeys',
  {
    /** The credential's id, base64url. */
    id: text('id').primaryKey(),
    customerId: text('customer_id')
      .notNull()
      .references(() => customers.id, { onDelete: 'cascade' }),
    /** COSE key. */
    publicKey: bytea('public_key').notNull(),
    /** Signatures the authenticator says it made; 0 from one that does not count. */
    counter: bigint('counter', { mode: 'number' }).notNull(),
    transports: jsonb('transports').$type<string[]>().notNull(),
    name: text('name').notNull(),
    created: instant('created').notNull(),
    used: instant('used'),
  },
  (table) => [index('passkeys_customer').on(table.customerId)],
);

/** Questions to authenticators that were answered (S19); forgotten when they have expired anyway. */
export const usedQuestions = pgTable('used_questions', {
  challenge: text('challenge').primaryKey(),
  expires: instant('expires').notNull(),
});

/** Counted tries, by the keyed hash of what they were made from or against (S5, S6). */
export const attempts = pgTable('attempts', {
  bucket: text('bucket').primaryKey(),
  count: integer('count').notNull(),
  last: instant('last').notNull(),
  blockedUntil: instant('blocked_until'),
});

/** Links sent by mail to set a new password. */
export const recoveries = pgTable('recoveries', {
  hash: text('hash').primaryKey(),
  customerId: text('customer_id')
    .notNull()
    .references(() => customers.id, { onDelete: 'cascade' }),
  expires: instant('expires').notNull(),
});

/** Codes sent by mail that wait to be typed; at most one of each purpose, the last one sent. */
export const mailCodes = pgTable(
  'mail_codes',
  {
    customerId: text('customer_id')
      .notNull()
      .references(() => customers.id, { onDelete: 'cascade' }),
    /** 'email': the address in `target` is to be the customer's. 'claim': the insurer's own address of the person. */
    purpose: text('purpose').$type<'email' | 'claim'>().notNull(),
    /** The address the code was sent to, as it is compared. */
    target: text('target').notNull(),
    /** HMAC of the code: six digits alone would be found from a plain hash in no time. */
    hash: text('hash').notNull(),
    /** Wrong codes typed so far. */
    wrong: integer('wrong').notNull(),
    expires: instant('expires').notNull(),
  },
  (table) => [primaryKey({ columns: [table.customerId, table.purpose] })],
);

/** What became of each idempotency key. Written in the transaction of the effect, or not at all. */
export const commands = pgTable(
  'commands',
  {
    /** The customer's id; for a registration, which has none yet, REGISTRATIONS. */
    owner: text('owner').notNull(),
    key: text('key').notNull(),
    name: text('name').notNull(),
    /** HMAC of the fingerprint, so that the table does not tell what was asked; '' for a withdrawn key. */
    fingerprint: text('fingerprint').notNull(),
    state: text('state').$type<'done' | 'withdrawn'>().notNull(),
    /** The first answer; null while the transaction runs, and for a withdrawn key. */
    answer: jsonb('answer').$type<Record<string, unknown>>(),
    created: instant('created').notNull(),
  },
  (table) => [primaryKey({ columns: [table.owner, table.key] }), index('commands_created').on(table.created)],
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
  },
  (table) => [index('files_held').on(table.id).where(sql`state = 'held'`)],
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
  },
  (table) => [primaryKey({ columns: [table.customerId, table.side] })],
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
    /** The states it went through, the oldest first; `desde` in ISO 8601. */
    states: jsonb('states').$type<{ idEstado: number; desde: string }[]>().notNull().default([]),
    /** What was paid and on which calendar date; null until then. */
    paid: jsonb('paid').$type<{ importe: number; fecha: string }>(),
    /** Days from `created` within which a decision is promised; null when none is. */
    expectedDays: integer('expected_days'),
    /** What the insurer wrote to the customer about it; '' when nothing. */
    notes: text('notes').notNull().default(''),
    /** Number of the insurer's newest report of it; 0 before the first. */
    reported: integer('reported').notNull().default(0),
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
  (table) => [index('refund_documents_refund').on(table.refundId)],
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
  (table) => [index('tickets_customer').on(table.customerId)],
);

/** Signed addresses of files that were opened once (D48); forgotten when the address has expired anyway. */
export const usedAddresses = pgTable('used_addresses', {
  nonce: text('nonce').primaryKey(),
  expires: instant('expires').notNull(),
});

/** Where a device is told that there is news, at most one of each sign-in: it goes with it. */
export const pushSubscriptions = pgTable('push_subscriptions', {
  deviceId: text('device_id')
    .primaryKey()
    .references(() => devices.id, { onDelete: 'cascade' }),
  /** Of a browser there is one, whoever signs in in it: whoever subscribed last has it. */
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

/** What waits to be handed to a push service, written in the transaction of what it tells of. */
export const pushQueue = pgTable(
  'push_queue',
  {
    id: serial('id').primaryKey(),
    deviceId: text('device_id')
      .notNull()
      .references(() => pushSubscriptions.deviceId, { onDelete: 'cascade' }),
    message: jsonb('message').$type<PushMessage>().notNull(),
    attempts: integer('attempts').notNull(),
    /** Not before this; while it is being sent, when another may take it over. */
    due: instant('due').notNull(),
    expires: instant('expires').notNull(),
  },
  (table) => [index('push_queue_due').on(table.due), index('push_queue_device').on(table.deviceId)],
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
    attempts: integer('attempts').notNull(),
    /** Not before this; while it is being sent, when another may take it over. */
    due: instant('due').notNull(),
    /** How the last try ended: a status, or why there was none; '' before the first. */
    problem: text('problem').notNull(),
    created: instant('created').notNull(),
  },
  (table) => [
    index('outgoing_events_customer').on(table.customerId, table.seq),
    index('outgoing_events_due').on(table.due),
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
  (table) => [index('mail_queue_due').on(table.due)],
);

/** Photos on their way from a phone to a desk, sealed under a key that never came here; for a few minutes, and read once. */
export const relays = pgTable('relays', {
  id: text('id').primaryKey(),
  /** Who opened it, and alone may read it. */
  readerHash: text('reader_hash').notNull(),
  sealed: text('sealed'),
  expires: instant('expires').notNull(),
});

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
