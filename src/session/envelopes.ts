import { sha256 } from '#contract/fingerprint.ts';
import { comparedEmail } from '#contract/mailbox.ts';
import { deviceKeys, passkeysHere } from '#database/keyring.ts';
import type { Database } from '#database/open.ts';
import type { EnvelopeRow, PasskeyRow } from '#database/rows.ts';
import { closeEnvelope, closeUnder, createWrapping, type Envelope, openEnvelope } from '#vault/envelope.ts';
import { createSecrets, renewSecrets, type Secrets, withRenewal } from '#vault/keys.ts';
import { envelopeName, personName } from '#vault/names.ts';

/** A customer's secrets, and the envelope row to write. */
export interface Unsealed {
  owner: string;
  secrets: Secrets;
  row: EnvelopeRow;
  /** The row as it was read, to notice a write of another tab; null when there was none. */
  seen: EnvelopeRow | null;
  /** What becomes of the device's other rows, after a sign-in that the server accepted. */
  others?: OtherRows;
}

/** Rows of the same person under another address, and of another person under this one (F52). */
interface OtherRows {
  /** Every envelope row of the device, as it was read. */
  seen: EnvelopeRow[];
  drop: EnvelopeRow['id'][];
  put: EnvelopeRow[];
}

/** The customer's envelopes on this device; null when the customer never signed in here. */
export async function findEnvelopes(db: Database, email: string): Promise<EnvelopeRow | null> {
  const row = await envelopeRow(db, await rowOfMailbox(db, email));
  // A version of before named it by the letters that were typed.
  return row ?? envelopeRow(db, await rowOf(db, email.trim().toLowerCase()));
}

/**
 * The installation's id for one customer, as a part of the input. It does not identify the customer, and differs for each
 * customer of a device.
 */
export async function installationOf(db: Database, email: string): Promise<{ instalacion?: string }> {
  // On a full device the device's keys cannot be written. The sign-in reports that (F16).
  const id = await rowOfMailbox(db, email).catch(() => null);
  return id ? { instalacion: await sha256(new TextEncoder().encode(`instalacion ${id}`)) } : {};
}

/** What a customer typed to come in. */
export interface Typed {
  email: string;
  password: string;
  /** What the password has opened already: each try derives a key, which takes long. */
  opened?: OpenedEnvelope | undefined;
}

export interface OpenedEnvelope {
  envelope: Envelope;
  secrets: Secrets;
}

/** Opens the envelope of this password without the server; null when it opens none of this customer. */
export async function unseal(db: Database, typed: Typed, rounds: number): Promise<Unsealed | null> {
  const { email, password } = typed;
  const seen = await findEnvelopes(db, email);
  const opened = seen && (await openByPassword(seen.envelopes, typed));
  if (!opened) return null;
  const { envelope, secrets } = opened;
  const { owner } = envelope;
  const now = envelope.rounds < rounds ? await closeEnvelope(password, secrets, owner, rounds) : envelope;
  return { owner, secrets, row: withEnvelope(seen, envelope, now), seen };
}

/**
 * The same with a new secret to read with, as a sign-in makes one. Null too while a change of the password is not settled: the
 * server settles it, and the other envelope could not open what the new one seals.
 */
export async function unsealAnew(db: Database, typed: Typed, rounds: number): Promise<Unsealed | null> {
  const { email, password } = typed;
  const seen = await findEnvelopes(db, email);
  if (seen?.envelopes.length !== 1) return null;
  // Each derives a key from the password, which takes long.
  const [opened, wrapping] = await Promise.all([
    openByPassword(seen.envelopes, typed),
    createWrapping(password, rounds),
  ]);
  if (!opened) return null;
  const { envelope } = opened;
  const { owner } = envelope;
  const secrets = await renewed(db, owner, opened.secrets);
  return { owner, secrets, row: withEnvelope(seen, envelope, await closeUnder(wrapping, secrets, owner)), seen };
}

const withEnvelope = (row: EnvelopeRow, before: Envelope, now: Envelope): EnvelopeRow => ({
  ...row,
  envelopes: row.envelopes.map((one) => (one === before ? now : one)),
});

/** The open session's secrets, available without a password. */
export interface OpenSecrets {
  owner: string;
  secrets: Secrets;
}

/** A customer whom the server has just accepted. */
interface Accepted extends Typed {
  /** Their id at the server. */
  idUsuario: string;
}

/**
 * The secrets for a password that the server has just accepted, with a new one to read with. They get an envelope under this
 * password, and envelopes of the same customer under other passwords are deleted. When it opens none, the password was
 * changed on another device. The open session's secrets then get an envelope under it. Without an open session new secrets
 * are made, and the old envelopes are set aside with the data they open.
 *
 * The customer's envelopes are found by the person, since the email may have been changed elsewhere (F52).
 */
export async function unsealAccepted(
  db: Database,
  accepted: Accepted,
  rounds: number,
  open: OpenSecrets | null = null,
): Promise<Unsealed> {
  const { email, idUsuario, password } = accepted;
  const id = await rowOfMailbox(db, email);
  const there = await envelopeRow(db, id);
  const [person, rows] = await Promise.all([personOf(db, idUsuario), envelopeRows(db)]);
  const isTaken = there !== null && there.person !== person;
  const mine = rows.filter((row) => row.person === person);
  const current = mine.flatMap(({ envelopes }) => envelopes);
  // Each derives a key from the password, which takes long.
  const [opened, wrapping] = await Promise.all([openByPassword(current, accepted), createWrapping(password, rounds)]);
  const before = opened?.secrets ?? open?.secrets;
  const owner = opened?.envelope.owner ?? open?.owner ?? db.machine.uuid();
  const secrets = before ? withRenewal(await renewed(db, owner, before)) : createSecrets();
  const envelope = await closeUnder(wrapping, secrets, owner);
  const asides = [...mine.flatMap(({ aside }) => aside), ...current.filter((one) => one.owner !== owner)];
  const others: OtherRows = {
    seen: rows,
    drop: mine.filter((row) => row.id !== id).map((row) => row.id),
    put: isTaken ? [{ ...there, id: `envelope:${db.machine.uuid()}` }] : [],
  };
  const row = { id, person, envelopes: [envelope], aside: asides };
  return { owner, secrets, row, seen: there, others };
}

/** A passkey's envelope holds the read secret, and only the passkey could close it anew. So with one, the secret stays. */
async function renewed(db: Database, owner: string, secrets: Secrets): Promise<Secrets> {
  return (await passkeysHere(db, [owner])).length > 0 ? secrets : renewSecrets(secrets);
}

/**
 * Whether two readings of a customer's row hold the same envelopes. Each envelope has a random salt, so salts are compared.
 */
export function sameEnvelopes(one: EnvelopeRow | null, other: EnvelopeRow | null): boolean {
  const salts = (row: EnvelopeRow | null) =>
    row && [...row.envelopes, ...row.aside].map(({ salt }) => Array.from(salt).join(' '));
  return JSON.stringify(salts(one)) === JSON.stringify(salts(other));
}

/** Whether what a sign-in read of the envelopes still stands, inside its transaction. */
export async function areEnvelopesUnchanged(db: Database, { row, seen, others }: Unsealed): Promise<boolean> {
  if (!others) return sameEnvelopes(await envelopeRow(db, row.id), seen);
  const now = await envelopeRows(db);
  return now.length === others.seen.length && now.every((one, index) => isSameRow(one, others.seen[index] ?? null));
}

const isSameRow = (one: EnvelopeRow, other: EnvelopeRow | null) => one.id === other?.id && sameEnvelopes(one, other);

/** Those of these rows that are a customer's, by the random names they have or had on this device. */
export function rowsOfOwner(rows: readonly EnvelopeRow[], owners: readonly string[]): EnvelopeRow[] {
  const own = rows.filter((row) => [...row.envelopes, ...row.aside].some(({ owner }) => owners.includes(owner)));
  const persons = own.map(({ person }) => person);
  return rows.filter(({ person }) => persons.includes(person));
}

/**
 * The passkeys that unlock this device: without those that the server no longer knows, and those of data set aside.
 *
 * @param owners whose; everybody's when absent
 */
export async function passkeysInUse(db: Database, owners?: readonly string[]): Promise<PasskeyRow[]> {
  const [rows, passkeys] = await Promise.all([envelopeRows(db), passkeysHere(db, owners)]);
  const aside = rows.flatMap((row) => row.aside.map(({ owner }) => owner));
  return passkeys.filter(({ owner, over }) => !over && !aside.includes(owner));
}

/** The name of a customer in `EnvelopeRow.person`. */
export async function personOf(db: Database, idUsuario: string): Promise<string> {
  return personName((await deviceKeys(db)).salt, idUsuario);
}

/** Every envelope row of the device. */
export async function envelopeRows(db: Database): Promise<EnvelopeRow[]> {
  const rows = await db.vault.where('id').startsWith('envelope:').toArray();
  return rows.filter((row): row is EnvelopeRow => 'envelopes' in row);
}

/** The row under this name; null when there is none. */
export async function envelopeRow(db: Database, id: EnvelopeRow['id']): Promise<EnvelopeRow | null> {
  const row = await db.vault.get(id);
  return row && 'envelopes' in row ? row : null;
}

/** The name of the row of a mailbox, however its address is written (S34). */
export const rowOfMailbox = (db: Database, email: string): Promise<EnvelopeRow['id']> =>
  rowOf(db, comparedEmail(email));

async function rowOf(db: Database, text: string): Promise<EnvelopeRow['id']> {
  return `envelope:${await envelopeName((await deviceKeys(db)).salt, text)}`;
}

/** The envelope that this password opens; null when it opens none. */
export async function openByPassword(
  envelopes: readonly Envelope[],
  { password, opened }: Pick<Typed, 'password' | 'opened'>,
): Promise<OpenedEnvelope | null> {
  const salt = opened?.envelope.salt.join();
  const same = opened && envelopes.find((one) => one.salt.join() === salt);
  if (same) return { envelope: same, secrets: opened.secrets };
  for (const envelope of envelopes) {
    const secrets = await openEnvelope(password, envelope);
    if (secrets) return { envelope, secrets };
  }
  return null;
}
