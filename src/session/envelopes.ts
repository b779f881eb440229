import { sha256 } from '#contract/fingerprint.ts';
import { deviceKeys } from '#database/keyring.ts';
import type { Database } from '#database/open.ts';
import type { EnvelopeRow } from '#database/rows.ts';
import { closeEnvelope, type Envelope, openEnvelope } from '#vault/envelope.ts';
import { createSecrets, type Secrets } from '#vault/keys.ts';
import { envelopeName } from '#vault/names.ts';

/** A customer's secrets, and the envelope row to write. */
export interface Unsealed {
  owner: string;
  secrets: Secrets;
  row: EnvelopeRow;
  /** The row as it was read, to notice a write of another tab; null when there was none. */
  seen: EnvelopeRow | null;
}

/** The customer's envelopes on this device; null when the customer never signed in here. */
export async function findEnvelopes(db: Database, email: string): Promise<EnvelopeRow | null> {
  return (await readEnvelopes(db, email)).seen;
}

/**
 * The installation's id for one customer, as a part of the input. It does not identify the customer, and differs for each
 * customer of a device.
 */
export async function installationOf(db: Database, email: string): Promise<{ instalacion?: string }> {
  // On a full device the device's keys cannot be written. The sign-in reports that (F16).
  const row = await readEnvelopes(db, email).catch(() => null);
  return row ? { instalacion: await sha256(new TextEncoder().encode(`instalacion ${row.id}`)) } : {};
}

/** Opens the envelope of this password without the server; null when it opens none of this customer. */
export async function unseal(db: Database, email: string, password: string, rounds: number): Promise<Unsealed | null> {
  const { seen } = await readEnvelopes(db, email);
  const opened = seen && (await openOne(seen.envelopes, password, rounds));
  if (!opened) return null;
  const envelopes = seen.envelopes.map((one) => (one === opened.old ? opened.envelope : one));
  return { owner: opened.envelope.owner, secrets: opened.secrets, row: { ...seen, envelopes }, seen };
}

/** The open session's secrets, available without a password. */
export interface OpenSecrets {
  owner: string;
  secrets: Secrets;
}

/**
 * The secrets for a password that the server has just accepted. The envelope that it opens stays; envelopes of the same
 * secrets under other passwords are deleted. When it opens none, the password was changed on another device. The open
 * session's secrets then get an envelope under it. Without an open session new secrets are made, and the old envelopes are
 * set aside with the data they open.
 */
export async function unsealAccepted(
  db: Database,
  email: string,
  password: string,
  rounds: number,
  open: OpenSecrets | null = null,
): Promise<Unsealed> {
  const { id, seen } = await readEnvelopes(db, email);
  const current = seen?.envelopes ?? [];
  const opened = await openOne(current, password, rounds);
  const secrets = opened?.secrets ?? open?.secrets ?? createSecrets();
  const owner = open?.owner ?? crypto.randomUUID();
  const envelope = opened?.envelope ?? (await closeEnvelope(password, secrets, owner, rounds));
  const aside = [...(seen?.aside ?? []), ...current.filter((one) => one.owner !== envelope.owner)];
  return { owner: envelope.owner, secrets, row: { id, envelopes: [envelope], aside }, seen };
}

/**
 * Whether two readings of a customer's row hold the same envelopes. Each envelope has a random salt, so salts are compared.
 */
export function sameEnvelopes(one: EnvelopeRow | null, other: EnvelopeRow | null): boolean {
  const salts = (row: EnvelopeRow | null) =>
    row && [...row.envelopes, ...row.aside].map(({ salt }) => Array.from(salt).join(' '));
  return JSON.stringify(salts(one)) === JSON.stringify(salts(other));
}

async function readEnvelopes(db: Database, email: string) {
  const { salt } = await deviceKeys(db);
  const id: EnvelopeRow['id'] = `envelope:${await envelopeName(salt, email)}`;
  const row = await db.vault.get(id);
  return { id, seen: row && 'envelopes' in row ? row : null };
}

async function openOne(envelopes: Envelope[], password: string, rounds: number) {
  for (const old of envelopes) {
    const secrets = await openEnvelope(password, old);
    if (!secrets) continue;
    const weak = old.rounds < rounds;
    return { old, secrets, envelope: weak ? await closeEnvelope(password, secrets, old.owner, rounds) : old };
  }
  return null;
}
