import type { ProblemCode } from '#contract/result.ts';
import type { Sealed } from '#vault/codec.ts';
import type { Envelope } from '#vault/envelope.ts';
import type { PasskeyEnvelope } from '#vault/passkey.ts';

/**
 * What the tables hold. Only what scheduling and finding need stands in the clear: random ids, HMACs, times, counts and
 * states. Everything a person could read is inside the sealed part.
 */

/** The tables that mirror the server. */
export const mirrorTables = [
  'policies',
  'bills',
  'payments',
  'refunds',
  'documents',
  'roles',
  'dependents',
  'cards',
  'tickets',
  'ticketTypes',
  'personalInformation',
] as const;
export type MirrorTable = (typeof mirrorTables)[number];

/**
 * What one screen shows at once: one group (a year of payments, the customer's policies) of one scope. `scope` is an HMAC
 * over table, customer and policy; `group` counts from 0 in the order the screen shows them.
 */
export interface MirrorRow extends Sealed {
  scope: string;
  group: number;
  owner: string;
  /** When it was pulled, in milliseconds; the oldest is evicted first when storage is full. */
  at: number;
}

/** How the last pull of a scope went. */
export interface PullRow {
  scope: string;
  owner: string;
  /** When the server last confirmed what is mirrored; null when it never did. */
  at: number | null;
  /**
   * Sealed: many servers make it a digest of the answer, and by a digest in the clear one could try what the answer was.
   * An empty one, which says that there are no refunds, would be known at sight.
   */
  etag: Sealed | null;
  problem: ProblemCode | null;
  /** Until this instant the data may change elsewhere, as on a payment page, and does not count as fresh. */
  changingUntil?: number;
  /** Payment pages the customer left for, beside the payments of a policy (mirror/paying.ts). */
  paying?: Sealed | null;
  /** A new UUID with each change of the mirrored rows. By it a change that was prepared on older rows is noticed. */
  revision: string;
}

/**
 * What is known of a customer's session. 'identity' (who it is) outlives the logout, so that the customer can read offline
 * again; the tokens do not. 'sending', the send-only token, is sealed under sendKey, the others under readKey.
 */
export type SessionPart = 'identity' | 'internal' | 'access' | 'sending';
export interface SessionRow extends Sealed {
  /** Owner and part: the rows of several customers lie side by side. */
  id: `${string}:${SessionPart}`;
  owner: string;
}

export const outboxStates = ['waiting', 'sending', 'refused', 'parked', 'unknown'] as const;
/**
 * waiting: to be sent at `nextAt`. sending: claimed. refused: the server said no, the customer edits or discards it.
 * parked: needs a sign-in, or what it depends on was refused. unknown: a row this version cannot read; set aside.
 */
export type OutboxState = (typeof outboxStates)[number];

export interface OutboxRow extends Sealed {
  /** The command's UUID, its Idempotency-Key. */
  key: string;
  owner: string;
  /** Order of sending; clocks can be wrong, this cannot. */
  seq: number;
  /** Version of the sealed body's shape. */
  version: number;
  state: OutboxState;
  attempts: number;
  /** Milliseconds; not before this. */
  nextAt: number;
  /** An attempt had no clear answer: the server may have taken it. */
  unclear: boolean;
  /** Key of the queued command that must have its receipt first. */
  dependsOn: string | null;
  createdAt: number;
  /** Who is sending it; `at` is refreshed while the body is on its way. */
  claim: { by: string; at: number } | null;
}

/** A file under a key of its own. */
export interface SealedFile extends Sealed {
  /** The secret of that key under the customer's; without it the bytes themselves are, as they were at first. */
  own?: Sealed;
}

export interface OutboxFileRow extends SealedFile {
  /** [command key, field] is the primary key. */
  key: string;
  field: string;
  owner: string;
}

export interface ReceiptRow extends Sealed {
  key: string;
  owner: string;
  at: number;
  /** Which key seals it: one that arrived while the session was locked is under sendKey until the next sign-in. */
  under: 'read' | 'send';
}

export interface SavedDocumentRow extends Sealed {
  id: string;
  owner: string;
  at: number;
  /** Bytes of the file, for the storage shown in settings. */
  size: number;
}

/** A draft's form and each of its files are rows of their own, so that a keystroke does not seal 6 MB again. */
export interface DraftRow extends Sealed {
  id: string;
  /** 'form', or the field of a file. */
  part: string;
  /** The customer, or 'device' for what belongs to no customer yet. */
  owner: string;
  at: number;
}

export interface DeviceRow {
  id: 'device';
  salt: Uint8Array<ArrayBuffer>;
  key: CryptoKey;
}
/** The keys that open and name what is read. */
export interface ReadingKeys {
  owner: string;
  readKey: CryptoKey;
  nameKey: CryptoKey;
  /**
   * The customer's secrets under `readKey`, for an envelope under a password that was changed elsewhere (D49). They go with the
   * row. Sessions that began before there were any have none.
   */
  secrets?: Sealed;
}
/** With a passkey the keys are in the memory of pages alone (held-keys.ts); the row says under which name. */
type ReadingRow = { id: 'reading' } & (ReadingKeys | { owner: string; held: string });
/** What a passkey of this device opens. */
export interface PasskeyRow extends PasskeyEnvelope {
  /** 'passkey:' and the credential's id. */
  id: `passkey:${string}`;
}
export interface SendingRow {
  id: 'sending';
  owner: string;
  sendKey: CryptoKey;
}
export interface ActivityRow {
  id: 'activity';
  /** Wall clock of the last activity in any tab, in milliseconds. */
  at: number;
}
export interface EnvelopeRow {
  /** 'envelope:' and the salted hash of the email. */
  id: `envelope:${string}`;
  /** More than one only while a password change is not settled: whichever the server took opens the device. */
  envelopes: Envelope[];
  /**
   * Envelopes of this customer that the password the server accepts did not open: it was changed on another device. What
   * lies under them stays sealed until the old password is given.
   */
  aside: Envelope[];
}
/** Whether a customer wants to be told of news on this device (D21). It goes when they sign out. */
export interface PushRow {
  id: 'push';
  owner: string;
  on: boolean;
  /** The server's public key, for a browser that changes the subscription by itself; null until there is one. */
  key: string | null;
  /** When the server was last told, in milliseconds; null when it is to be told as soon as there is a connection. */
  renewed: number | null;
}
export type VaultRow = PushRow | DeviceRow | ReadingRow | SendingRow | ActivityRow | EnvelopeRow | PasskeyRow;
