import { sql } from 'drizzle-orm';
import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { bytea, hashIndex, instant } from '../columns.ts';

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
    /** When the customer last changed it; null when never, or not since this is noted. */
    passwordChanged: instant('password_changed'),
    /** The other fields of the personal information, by wire name. */
    personal: jsonb('personal').$type<Record<string, string>>().notNull(),
    created: instant('created').notNull(),
    /** Made where the demo runs, where nobody proves who they are: may sign in there only (S17). */
    demo: boolean('demo').notNull(),
    /** What the insurer last said of the claim that this is the person of the document number (D60). */
    claim: text('claim').$type<'yes' | 'code' | 'branch' | 'no'>().notNull(),
    /** When the customer proved to read the mail of the address; null until then. */
    emailVerified: instant('email_verified'),
    /** When the address was told that the account ends unless it is confirmed (D88). */
    expiryTold: instant('expiry_told'),
    /** When the photos were taken away of an account whose claim nobody proved; null before. */
    photosOver: instant('photos_over'),
    /** When the person was erased; what is left of them then is a number (docs/decisions/erasure.md). */
    erased: instant('erased'),
  },
  (table) => [
    uniqueIndex('customers_email').on(table.email),
    // One account proves to be a document's person. In the demo nobody proves it, so one account has it.
    uniqueIndex('customers_proved_identity')
      .on(table.documentCountry, table.documentKind, table.nif)
      .where(sql`demo or (email_verified is not null and claim = 'yes')`),
    index('customers_unproven').on(table.created).where(sql`email_verified is null and erased is null`),
    // A number alone, as a person is searched by it.
    hashIndex('customers_by_nif', table.nif),
    // Every call looks up its token, the device and the customer: a page or two each, at any size.
    hashIndex('customers_by_id', table.id),
    index('customers_erased').on(table.erased).where(sql`erased is not null`),
    index('customers_photos_due')
      .on(table.created)
      .where(sql`claim <> 'yes' and email_verified is not null and erased is null and photos_over is null`),
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
    /** What the customer calls it; '' while they gave it no name. */
    alias: text('alias').notNull().default(''),
    /** What the browser calls itself for this customer; null from an app that does not say. */
    installation: text('installation'),
  },
  (table) => [
    hashIndex('devices_by_id', table.id),
    hashIndex('devices_by_customer', table.customerId),
    index('devices_seen').on(table.seen),
  ],
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
  (table) => [primaryKey({ columns: [table.customerId, table.name] }), index('installations_last').on(table.last)],
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
  (table) => [
    hashIndex('tokens_by_hash', table.hash),
    hashIndex('tokens_by_device', table.deviceId),
    index('tokens_expires').on(table.expires),
  ],
);

/**
 * The renewal token of a sign-in (D76), at most one. The token names its family, which stays, and has a part that changes with
 * each exchange. So one that was exchanged before is recognised, however long ago.
 */
export const renewals = pgTable(
  'renewals',
  {
    deviceId: text('device_id')
      .primaryKey()
      .references(() => devices.id, { onDelete: 'cascade' }),
    /** SHA-256 of the family's name. */
    family: text('family').notNull(),
    /** SHA-256 of the token that is good now. */
    current: text('current').notNull(),
    /** The same of the one that was exchanged for it, and when; null before the first exchange. */
    previous: text('previous'),
    exchanged: instant('exchanged'),
    expires: instant('expires').notNull(),
  },
  (table) => [uniqueIndex('renewals_family').on(table.family), index('renewals_expires').on(table.expires)],
);

/**
 * Tokens that their owner ended: who shows one is told so (D83). It names no customer, so it stays when one is erased, and
 * until the token would have run out by itself.
 */
export const endedTokens = pgTable(
  'ended_tokens',
  {
    /** As in `tokens`. */
    hash: text('hash').primaryKey(),
    /** Whether the device is also to erase what it keeps of the customer. */
    erase: boolean('erase').notNull(),
    expires: instant('expires').notNull(),
  },
  (table) => [index('ended_tokens_expires').on(table.expires)],
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
  (table) => [hashIndex('passkeys_by_customer', table.customerId)],
);

/** Questions to authenticators that were answered (S19); forgotten when they have expired anyway. */
export const usedQuestions = pgTable(
  'used_questions',
  {
    challenge: text('challenge').primaryKey(),
    expires: instant('expires').notNull(),
  },
  (table) => [index('used_questions_expires').on(table.expires)],
);

/** Counted tries, by the keyed hash of what they were made from or against (S5, S6). */
export const attempts = pgTable(
  'attempts',
  {
    bucket: text('bucket').primaryKey(),
    count: integer('count').notNull(),
    last: instant('last').notNull(),
    blockedUntil: instant('blocked_until'),
  },
  (table) => [
    // Each for its sweep, as `keptLong` tells them apart: none reads those that the other leaves for two years.
    index('attempts_forgotten')
      .on(table.last)
      .where(sql`split_part(bucket, ':', 1) not in ('codePerTarget', 'claimCodePerPerson', 'requestsPerCustomer')`),
    index('attempts_kept')
      .on(table.last)
      .where(sql`split_part(bucket, ':', 1) in ('codePerTarget', 'claimCodePerPerson', 'requestsPerCustomer')`),
  ],
);

/** Links sent by mail to set a new password. */
export const recoveries = pgTable(
  'recoveries',
  {
    hash: text('hash').primaryKey(),
    customerId: text('customer_id')
      .notNull()
      .references(() => customers.id, { onDelete: 'cascade' }),
    expires: instant('expires').notNull(),
  },
  (table) => [hashIndex('recoveries_by_customer', table.customerId), index('recoveries_expires').on(table.expires)],
);

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
  (table) => [
    primaryKey({ columns: [table.customerId, table.purpose] }),
    index('mail_codes_expires').on(table.expires),
  ],
);
