import { readingKeys, sendingKeys } from '#database/keyring.ts';
import type { Database } from '#database/open.ts';
import type { SessionRow } from '#database/rows.ts';
import { isSameSeal } from '#database/sealed.ts';
import { ifRoom, withRoom } from '#database/storage.ts';
import { dropCustomer } from './erase.ts';
import { dropTokens, partId, readPart } from './stored.ts';
import type { Renewal } from './tokens.ts';

/**
 * Ends the session here, because its owner ended it from elsewhere (D83). Both keys and all tokens go, so nothing is read or
 * sent; queue and drafts stay sealed until the next sign-in. With `erase` everything of the customer goes. The row 'ended'
 * tells the pages why. Nothing waits for room for it: a full device deletes first (F16).
 *
 * @param shown the tokens that the server refused. When none of them is stored any more, the customer has signed in again
 *   meanwhile, and nothing happens
 * @param renewal opens the renewal token, where this page knows it
 * @returns whether the session was ended
 */
export async function endHere(
  db: Database,
  shown: readonly string[],
  erase: boolean,
  renewal: Renewal | null = null,
): Promise<boolean> {
  for (;;) {
    const seen = await storedRow(db, shown, renewal);
    if (!seen) return false;
    const told = await ifRoom(() => end(db, seen, { erase, tell: true }));
    const done = told.ok ? told.value : await end(db, seen, { erase, tell: false });
    if (done === 'again') continue;
    if (done === 'ended' && !told.ok) await tellPages(db);
    return done === 'ended';
  }
}

function end(db: Database, seen: SessionRow, { erase, tell }: { erase: boolean; tell: boolean }) {
  const { owner } = seen;
  let dropped = false;
  return db.transaction('rw', db.tables, async () => {
    const sending = await sendingKeys(db);
    // The answer to this very commit was lost (F53): the customer is still told.
    if (dropped && !sending) return 'ended';
    if (sending?.owner !== owner) return 'other';
    const now = await db.session.get(seen.id);
    // Another tab has sealed it again, maybe with a new token.
    if (!now || !isSameSeal(now, seen)) return 'again';
    if (erase) await dropCustomer(db, [owner]);
    else {
      await db.vault.bulkDelete(['reading', 'sending', 'activity']);
      await dropTokens(db, owner);
    }
    if (tell) await db.vault.put({ id: 'ended' });
    dropped = true;
    return 'ended';
  });
}

/** What was deleted may have made the room. Where it has not, this page knows, and its hint tells the next start. */
async function tellPages(db: Database): Promise<void> {
  await withRoom(db, () =>
    db.transaction('rw', db.vault, async () => {
      if (!(await sendingKeys(db))) await db.vault.put({ id: 'ended' });
    }),
  );
}

/** The row that holds one of these tokens; null when none does, or nobody is signed in. */
async function storedRow(db: Database, shown: readonly string[], renewal: Renewal | null): Promise<SessionRow | null> {
  const [reading, sending] = await Promise.all([readingKeys(db), sendingKeys(db)]);
  if (!sending) return null;
  const { owner, sendKey } = sending;
  const toRead = reading?.owner === owner && reading;
  const toRenew = renewal?.owner === owner && renewal.key;
  const keys = { sending: sendKey, access: toRead, internal: toRead, renewal: toRenew };
  for (const part of ['sending', 'access', 'internal', 'renewal'] as const) {
    const row = await db.session.get(partId(owner, part));
    const key = keys[part];
    if (!row || !key) continue;
    const held = await readPart(db, key, owner, part);
    if (held && shown.includes(held.token)) return row;
  }
  return null;
}
