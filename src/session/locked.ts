import { deviceKeys, sendingKeys } from '#database/keyring.ts';
import type { Database } from '#database/open.ts';
import type { PasskeyRow, SessionRow } from '#database/rows.ts';
import { importKeys } from '#vault/keys.ts';
import { envelopeRows, openByPassword, passkeysInUse, rowsOfOwner, type Typed } from './envelopes.ts';
import { openPart, partId, readPart, sealPart } from './stored.ts';

/** 'm•••@demo.test': its owner knows which address it is, and a stranger learns little. */
export function maskedAddress(email: string): string {
  const [first = ''] = email;
  const at = email.lastIndexOf('@');
  return `${first}•••${at < 0 ? '' : email.slice(at)}`;
}

/** The masked address for its row, under the device's own key: the locked screen shows it before anybody gives a password. */
export async function sealAddress(db: Database, owner: string, email: string): Promise<SessionRow> {
  return sealPart((await deviceKeys(db)).key, owner, 'address', { masked: maskedAddress(email) });
}

/** The passkeys of whom the device waits for: of who signed in last and has not signed out, or everybody's when nobody has. */
export async function awaitedPasskeys(db: Database): Promise<PasskeyRow[]> {
  const owner = (await sendingKeys(db))?.owner;
  return passkeysInUse(db, owner === undefined ? undefined : [owner]);
}

/** The masked address of who signed in last and has not signed out (D72); null where their own passkey opens the device. */
export async function keptAddress(db: Database): Promise<string | null> {
  const owner = (await sendingKeys(db))?.owner;
  const row = owner === undefined ? undefined : await db.session.get(partId(owner, 'address'));
  if (owner === undefined || !row || (await awaitedPasskeys(db)).length > 0) return null;
  return (await openPart((await deviceKeys(db)).key, owner, 'address', row))?.masked ?? null;
}

/**
 * The sign-in of that customer by the password alone: their envelope gives the rest of the address.
 *
 * @param passwords are tried in turn
 * @returns 'nobody' when nobody is locked out here any more, 'wrong' when no password opens their envelope
 */
export async function typedByLocked(db: Database, passwords: readonly string[]): Promise<Typed | 'nobody' | 'wrong'> {
  const owner = (await sendingKeys(db))?.owner;
  if (owner === undefined) return 'nobody';
  const rows = rowsOfOwner(await envelopeRows(db), [owner]);
  const envelopes = rows.flatMap((row) => row.envelopes).filter((one) => one.owner === owner);
  for (const password of passwords) {
    const opened = await openByPassword(envelopes, { password });
    const identity = opened && (await readPart(db, await importKeys(opened.secrets), owner, 'identity'));
    if (identity) return { email: identity.email, password, opened };
  }
  return 'wrong';
}
