import { deviceKeys, readingKeys } from '#database/keyring.ts';
import type { Database } from '#database/open.ts';
import type { EnvelopeRow } from '#database/rows.ts';
import { envelopeName } from '#vault/names.ts';
import { findEnvelopes } from './envelopes.ts';
import { sealPart } from './stored.ts';
import type { Customer } from './tokens.ts';

/**
 * The address a customer signs in with is also the name their envelopes lie under. Once the server has taken a new one, they
 * move to it, in one transaction with the identity. Otherwise the next sign-in would find a device that does not know them, and
 * the queue would stay sealed.
 */
export async function moveToEmail(db: Database, who: Customer, email: string): Promise<void> {
  const { salt } = await deviceKeys(db);
  const to: EnvelopeRow['id'] = `envelope:${await envelopeName(salt, email)}`;
  const [own, keys] = await Promise.all([findEnvelopes(db, who.email), readingKeys(db)]);
  if (!own || keys?.owner !== who.owner || own.id === to) return;
  const { owner, ...identity } = who;
  const row = await sealPart(keys.readKey, owner, 'identity', { ...identity, email: email.trim() });
  await db.transaction('rw', db.vault, db.session, async () => {
    const [now, there] = await Promise.all([db.vault.get(own.id), db.vault.get(to)]);
    if (!now || !('envelopes' in now)) return;
    // Somebody else's envelopes under a name that is now ours: kept, since they hold what that customer has here.
    const before = there && 'envelopes' in there ? [...there.envelopes, ...there.aside] : [];
    await db.vault.put({ ...now, id: to, aside: [...now.aside, ...before] });
    await db.vault.delete(own.id);
    await db.session.put(row);
  });
}
