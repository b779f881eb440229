import * as v from 'valibot';
import { readingKeys } from '#database/keyring.ts';
import type { Database } from '#database/open.ts';
import { openRow, sealRow } from '#database/sealed.ts';
import type { Sealed } from '#vault/codec.ts';
import type { Secrets } from '#vault/keys.ts';
import type { OpenSecrets } from './envelopes.ts';

/** Seals a session's secrets into the row of its reading key. A lock deletes both. */
export function sealSecrets(readKey: CryptoKey, owner: string, { read, send }: Secrets): Promise<Sealed> {
  return sealRow(readKey, { read: Array.from(read), send: Array.from(send) }, contextOf(owner));
}

/** The open session's secrets; null for another customer's session, or one from before secrets were stored. */
export async function openSecrets(db: Database, owner: string): Promise<OpenSecrets | null> {
  const row = await readingKeys(db);
  if (row?.owner !== owner || !row.secrets) return null;
  const opened = v.safeParse(storedSecrets, await openRow(row.readKey, row.secrets, contextOf(owner)));
  if (!opened.success) return null;
  const { read, send } = opened.output;
  return { owner, secrets: { read: Uint8Array.from(read), send: Uint8Array.from(send) } };
}

const secret = v.pipe(v.array(v.number()), v.length(32));
const storedSecrets = v.object({ read: secret, send: secret });
const contextOf = (owner: string) => ({ table: 'vault', row: 'reading', owner });
