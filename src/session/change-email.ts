import { readingKeys } from '#database/keyring.ts';
import type { Database } from '#database/open.ts';
import type { EnvelopeRow } from '#database/rows.ts';
import { withRoom } from '#database/storage.ts';
import { envelopeRow, findEnvelopes, personOf, rowOfMailbox } from './envelopes.ts';
import { sealAddress } from './locked.ts';
import { sealPart } from './stored.ts';
import type { Customer } from './tokens.ts';

/**
 * Envelopes are stored under a name derived from the customer's email. When the server has accepted a new email, the
 * envelopes move with the identity in one transaction. Otherwise an unlock with the new email would not find them, and the queue
 * would stay sealed. Where that has no room, a sign-in finds them by the person, as after a change elsewhere.
 */
export async function moveToEmail(db: Database, who: Customer, email: string): Promise<void> {
  const [to, own, keys] = await Promise.all([rowOfMailbox(db, email), findEnvelopes(db, who.email), readingKeys(db)]);
  if (!own || keys?.owner !== who.owner || own.id === to) return;
  const person = await personOf(db, who.idUsuario);
  const displaced: EnvelopeRow['id'] = `envelope:${db.machine.uuid()}`;
  const { owner, ...identity } = who;
  const rows = await Promise.all([
    sealPart(keys.readKey, owner, 'identity', { ...identity, email: email.trim() }),
    sealAddress(db, owner, email.trim()),
  ]);
  await withRoom(db, () =>
    db.transaction('rw', db.vault, db.session, async () => {
      const [now, there] = await Promise.all([envelopeRow(db, own.id), envelopeRow(db, to)]);
      if (!now) return;
      // Another customer may have envelopes under this name. They stay theirs, under a name of no address (F52).
      const isTheirs = there !== null && there.person !== person;
      const before = there && !isTheirs ? [...there.envelopes, ...there.aside] : [];
      if (isTheirs) await db.vault.put({ ...there, id: displaced });
      await db.vault.put({ ...now, id: to, person, aside: [...before, ...now.aside] });
      await db.vault.delete(own.id);
      await db.session.bulkPut(rows);
    }),
  );
}
