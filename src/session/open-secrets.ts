import * as v from 'valibot';
import { readingKeys } from '#database/keyring.ts';
import type { Database } from '#database/open.ts';
import type { ReadingKeys } from '#database/rows.ts';
import { openRow, sealRow } from '#database/sealed.ts';
import type { Sealed } from '#vault/codec.ts';
import type { Secrets } from '#vault/keys.ts';
import type { OpenSecrets } from './envelopes.ts';

/** Seals a session's secrets into the row of its reading key. A lock deletes both. */
export function sealSecrets(
  readKey: CryptoKey,
  owner: string,
  { read, send, names, earlier }: Secrets,
): Promise<Sealed> {
  const value = {
    ...{ read: Array.from(read), send: Array.from(send) },
    ...(names && { names: Array.from(names) }),
    ...(earlier && { earlier: earlier.map((secret) => Array.from(secret)) }),
  };
  return sealRow(readKey, value, contextOf(owner));
}

/** The open session's secrets; null for another customer's session. */
export async function openSecrets(db: Database, owner: string): Promise<OpenSecrets | null> {
  const keys = await readingKeys(db);
  const secrets = keys?.owner === owner ? await secretsBeside(keys) : null;
  return secrets && { owner, secrets };
}

/** The secrets that lie sealed beside these keys; null where they do not open. */
export async function secretsBeside({ readKey, owner, secrets }: ReadingKeys): Promise<Secrets | null> {
  const opened = v.safeParse(storedSecrets, await openRow(readKey, secrets, contextOf(owner)));
  return opened.success ? opened.output : null;
}

const secret = v.pipe(
  v.array(v.number()),
  v.length(32),
  v.transform((bytes) => Uint8Array.from(bytes)),
);
const storedSecrets = v.object({
  read: secret,
  send: secret,
  names: v.exactOptional(secret),
  earlier: v.exactOptional(v.array(secret)),
});
const contextOf = (owner: string) => ({ table: 'vault', row: 'reading', owner });
