import { readingKeys, sendingKeys } from '#database/keyring.ts';
import type { Database } from '#database/open.ts';
import type { SessionRow } from '#database/rows.ts';
import { withRoom } from '#database/storage.ts';
import { dropCustomer } from './erase.ts';
import { dropTokens, openPart, partId } from './stored.ts';
import type { Renewal } from './tokens.ts';
import { isSameRow, type RowOf } from './unkept.ts';

/**
 * Ends the session here, because its owner ended it from elsewhere (D83). Both keys and all tokens go, so nothing is read or
 * sent; queue and drafts stay sealed until the next sign-in. With `erase` everything of the customer goes. The row 'ended'
 * tells the pages why. Nothing waits for room for it: a full device deletes first (F16).
 *
 * @param shown the tokens that the server refused. When none of them is stored any more, the customer has signed in again
 *   meanwhile, and nothing happens
 * @param renewal opens the renewal token, where this page knows it
 * @param rowOf finds what this page holds and the device had no room for
 * @returns whether the session was ended
 */
export async function endSessionHere(
  db: Database,
  shown: readonly string[],
  erase: boolean,
  renewal: Renewal | null = null,
  rowOf: RowOf = async (id) => ({ row: await db.session.get(id), stored: await db.session.get(id) }),
): Promise<boolean> {
  for (;;) {
    const seen = await shownRow(db, shown, renewal, rowOf);
    if (!seen) return false;
    // Whatever keeps the note away, keys and tokens go: a device that cannot begin a new log still deletes.
    const before = { dropped: false };
    const told = await end(db, seen, before, { erase, tell: true }).catch(() => null);
    const done = told ?? (await end(db, seen, before, { erase, tell: false }));
    if (done === 'again') continue;
    if (done === 'ended' && told === null) await tellPages(db).catch(() => undefined);
    return done === 'ended';
  }
}

/** @param before whether an earlier run got to its end, and its answer may have been lost */
function end(
  db: Database,
  { owner, id, stored }: Shown,
  before: { dropped: boolean },
  { erase, tell }: { erase: boolean; tell: boolean },
) {
  return db.transaction('rw', db.tables, async () => {
    const sending = await sendingKeys(db);
    // The answer to this very commit was lost (F53): the customer is still told.
    if (before.dropped && !sending) return 'ended';
    if (sending?.owner !== owner) return 'other';
    // Another tab has sealed it again, maybe with a new token.
    if (!isSameRow(await db.session.get(id), stored)) return 'again';
    if (erase) await dropCustomer(db, [owner]);
    else {
      await db.vault.bulkDelete(['reading', 'sending', 'activity']);
      await dropTokens(db, owner);
    }
    if (tell) await db.vault.put({ id: 'ended' });
    before.dropped = true;
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

/** A row whose token the server refused, as it lies on the device. */
interface Shown {
  owner: string;
  id: SessionRow['id'];
  stored: SessionRow | undefined;
}

/** The row that holds one of these tokens; null when none does, or nobody is signed in. */
async function shownRow(
  db: Database,
  shown: readonly string[],
  renewal: Renewal | null,
  rowOf: RowOf,
): Promise<Shown | null> {
  const [reading, sending] = await Promise.all([readingKeys(db), sendingKeys(db)]);
  if (!sending) return null;
  const { owner, sendKey } = sending;
  const toRead = reading?.owner === owner && reading;
  const toRenew = renewal?.owner === owner && renewal.key;
  const keys = { sending: sendKey, access: toRead, internal: toRead, renewal: toRenew };
  for (const part of ['sending', 'access', 'internal', 'renewal'] as const) {
    const id = partId(owner, part);
    const { row, stored } = await rowOf(id);
    const key = keys[part];
    const held = key && (await openPart(key, owner, part, row));
    if (held && shown.includes(held.token)) return { owner, id, stored };
  }
  return null;
}
