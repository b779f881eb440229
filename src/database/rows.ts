import type { ProblemCode } from '#contract/result.ts';
import type { Sealed } from '#vault/codec.ts';
import type { Envelope } from '#vault/envelope.ts';
import type { PasskeyEnvelope } from '#vault/passkey.ts';

/**
 * The rows of each table. In the clear stands only what finding and scheduling need: random ids, HMACs, times, counts and
 * states. Everything a person could read is in the sealed part.
 */

/**
 * The tables that mirror the server, by which give way first on a full device: history, then short lists, and last what a
 * customer shows at a counter.
 */
export const givesWay = [
  ['payments', 'bills', 'refunds', 'documents', 'tickets'],
  ['roles', 'dependents', 'ticketTypes', 'personalInformation'],
  ['policies', 'cards'],
] as const;
export type MirrorTable = (typeof givesWay)[number][number];
export const mirrorTables: readonly MirrorTable[] = givesWay.flat();

/**
 * One group of one scope, as one screen shows it: a year of payments, or the customer's policies. `scope` is an HMAC over
 * table, customer and policy; `group` counts from 0 in the order the screen shows them.
 */
export interface MirrorRow extends Sealed {
  scope: string;
  group: number;
  owner: string;
  /** When it was pulled, in milliseconds since 1970. Of a rank (`givesWay`) the oldest goes first when storage is full. */
  at: number;
}

/** How the last pull of a scope went. */
export interface PullRow {
  scope: string;
  owner: string;
  /** When the server last confirmed the mirrored rows; null when it never did. */
  at: number | null;
  /**
   * Sealed, because many servers use a digest of the answer. With a digest in the clear one could test guesses of the answer.
   * The digest of an empty list would tell at sight that there are no refunds.
   */
  etag: Sealed | null;
  problem: ProblemCode | null;
  /** The year the mirrored rows begin with, while older ones wait for 'Traer todo'; left out when none are missing (D69). */
  since?: string | undefined;
  /** Of which version the mirrored rows are (mirror/groups.ts), so that it is known without opening them. */
  rowsVersion?: number;
  /** Until this instant the data may change elsewhere, as on a payment page. It does not count as fresh. */
  changingUntil?: number;
  /** Since when its policy has been missing from the customer's (mirror/ended-policies.ts), in milliseconds since 1970. */
  missingSince?: number | undefined;
  /** Payment pages the customer left for, in the row of a policy's payments (mirror/left.ts). Only this device knows them. */
  paying?: Sealed | null;
  /** A new UUID with each change of the mirrored rows. It shows whether a change was prepared on older rows. */
  revision: string;
}

/** The row of a scope that was never pulled. */
export const neverPulled = (scope: string, owner: string): PullRow => ({
  ...{ scope, owner, at: null, etag: null, problem: null },
  revision: '',
});

/**
 * The parts of a customer's session. 'identity' (who it is) outlives the sign-out, so that the customer can read offline
 * again; the tokens do not. 'sending', the send-only token, is sealed under sendKey, 'renewal' under a key of the envelopes
 * (Secrets.renew), the others under readKey. Under the device's own key lie 'address', the masked address of the locked screen
 * (D72), and 'telling', the send-only token of a customer whom another one displaced.
 */
export type SessionPart = 'identity' | 'internal' | 'access' | 'sending' | 'renewal' | 'address' | 'telling';
export interface SessionRow extends Sealed {
  /** Owner and part: the rows of several customers lie side by side. */
  id: `${string}:${SessionPart}`;
  owner: string;
  /** Of 'telling': when the server last said that the session still stands, in milliseconds since 1970. */
  askedAt?: number;
}

/**
 * - waiting: is sent at `nextAt`
 * - sending: claimed
 * - refused: the server refused it, or the customer has it for editing
 * - parked: waits for a sign-in
 * - unknown: this version cannot read the row
 * A row of a newer version may have another. What may follow what says outbox/item-state.ts.
 */
type OutboxState = 'waiting' | 'sending' | 'refused' | 'parked' | 'unknown';

export interface OutboxRow extends Sealed {
  /** The command's UUID, its Idempotency-Key. */
  key: string;
  owner: string;
  /** Order of sending. A counter, since clocks can be wrong. */
  seq: number;
  state: OutboxState;
  attempts: number;
  /** Not sent before this instant, in milliseconds since 1970. */
  nextAt: number;
  /** An attempt had no clear answer: the server may have taken it. */
  unclear: boolean;
  /** Key of the queued command whose receipt must come first. */
  dependsOn: string | null;
  createdAt: number;
  /** Who is sending it; `at` is refreshed while the body is on its way. */
  claim: { by: string; at: number } | null;
}

/** A file sealed under a key of its own. */
export interface SealedFile extends Sealed {
  /** The secret of that key, sealed under the customer's key. */
  own: Sealed;
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
  /** When the server took the command, in milliseconds since 1970. */
  at: number;
  /** When it came, by this device's clock. */
  arrived?: number | undefined;
  /** Which key seals it. A receipt that arrives during a lock is under sendKey until the next sign-in. */
  under: 'read' | 'send';
  /** The customer has seen it. */
  read?: boolean;
}

/** A piece of news (D61). Its name is an HMAC of the change, so that the same change makes one row only. */
export interface NewsRow extends Sealed {
  id: string;
  owner: string;
  /** When the device learned of it, in milliseconds since 1970. */
  at: number;
  read: boolean;
}

export interface SavedDocumentRow extends Sealed {
  id: string;
  owner: string;
  at: number;
  /** Bytes of the file, for the storage shown in settings. */
  size: number;
}

/** Home as this customer last saw it, for the moment before the app is loaded. */
export interface LastHomeRow extends Sealed {
  owner: string;
}

/** A draft has one row for its form and one per file, so that a keystroke does not seal 6 MB again. */
export interface DraftRow extends Sealed {
  id: string;
  /** 'form', or the field of a file. */
  part: string;
  /** The customer, or 'device' while it belongs to no customer. */
  owner: string;
  at: number;
  /**
   * It lay under an earlier password, and nobody wrote to it since (D25): the owners under which later ones may lie, whatever
   * clocks say (F60). A row that an older version moved does not tell them.
   */
  fromEarlier?: true | readonly string[];
}

export interface DeviceRow {
  id: 'device';
  salt: Uint8Array<ArrayBuffer>;
  key: CryptoKey;
}
/** The keys that open the customer's rows and name them in the clear. */
export interface ReadingKeys {
  owner: string;
  readKey: CryptoKey;
  /** Keys of earlier sign-ins that rows may still be sealed with, the newest first. */
  earlierKeys?: readonly CryptoKey[];
  nameKey: CryptoKey;
  /**
   * The customer's secrets sealed under `readKey`, for a new envelope when the password was changed elsewhere (D49). A lock
   * deletes them with the row.
   */
  secrets: Sealed;
}
/** With a passkey the keys are only in the memory of pages (held-keys.ts); `held` is their name there. */
export type ReadingRow = { id: 'reading' } & (ReadingKeys | { owner: string; held: string });
/** An envelope that a passkey of this device opens. */
export interface PasskeyRow extends PasskeyEnvelope {
  /** 'passkey:' and the credential's id. */
  id: `passkey:${string}`;
  /** The server no longer knows it. It unlocks nothing, and may open what lies under an earlier password. */
  over?: true;
}
/**
 * A passkey that the server may know and that opens nothing here yet (session/take-back.ts). Its credential's id is in the clear,
 * as a passkey's is.
 */
export interface AdditionRow {
  id: `addition:${string}`;
  /** Whose it is, as an envelope row says it. */
  person: string;
  /** When the server was told, in milliseconds since 1970. */
  at: number;
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
  /** 'envelope:' and the salted hash of the email; of a random name while the address is somebody else's. */
  id: `envelope:${string}`;
  /** Whose they are: the salted hash of the customer's id, which stays when the email changes (F52). */
  person: string;
  /** More than one only while a password change is not settled: the device opens with the old and the new password. */
  envelopes: Envelope[];
  /**
   * Envelopes that the customer's current password does not open, because it was changed on another device. Their rows stay
   * sealed until the old password is given.
   */
  aside: Envelope[];
}
/** Whether a customer wants push notifications on this device (D21). Deleted at sign-out. */
export interface PushRow {
  id: 'push';
  owner: string;
  on: boolean;
  /** The server's public key, for a browser that changes the subscription by itself; null until it is known. */
  key: string | null;
  /** When the server last heard of the subscription, in milliseconds since 1970; null when it has yet to. */
  renewed: number | null;
}
/** The session was ended from elsewhere (D83); gone with the next sign-in. */
export interface EndedRow {
  id: 'ended';
}
/** Nobody has signed in since this database was made: the first time, or after the browser cleared the storage. */
export interface NewRow {
  id: 'new';
}
export type VaultRow =
  | AdditionRow
  | EndedRow
  | NewRow
  | PushRow
  | DeviceRow
  | ReadingRow
  | SendingRow
  | ActivityRow
  | EnvelopeRow
  | PasskeyRow;
