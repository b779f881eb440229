import type { IndexableType } from 'dexie';
import { readingKeys } from '#database/keyring.ts';
import { rowsUnlessLost } from '#database/lost.ts';
import type { Database, TableName } from '#database/open.ts';
import type { ReadingKeys, VaultRow } from '#database/rows.ts';
import { whenNoneWaits } from '#database/rows-in-memory.ts';
import { isSameSeal, sealAgain } from '#database/sealed.ts';
import { partsOf, readTables, type SealedPart, tablesThatAre } from '#database/sealed-parts.ts';
import { ifRoom, type WriteResult } from '#database/storage.ts';
import type { Sealed } from '#vault/codec.ts';
import type { Envelope } from '#vault/envelope.ts';
import { sealSecrets, secretsBeside } from './open-secrets.ts';

/** Rows of one transaction, which other pages wait for. Files are large, so theirs has one. */
const BATCH_ROWS = 32;
const withFiles = new Set<TableName>(['savedDocuments', 'drafts']);

/** Two suffice unless other pages write meanwhile. */
const MAX_LOOKS = 4;

/** Rows that exist only here. If one does not open or is lost, earlier keys are kept for it. */
const onlyHere = (table: TableName) => !tablesThatAre('brought-again').includes(table);

/**
 * Seals with the newest key what earlier ones still open. Then the earlier secrets leave the device. The page may end at any
 * point: each row is sealed with a key that the envelope holds. A sign-in meanwhile ends it too, since its key is newer.
 *
 * @param goOn asked and waited for before each batch; false ends it
 * @returns whether no earlier secret is left
 */
export async function sealRowsAgain(db: Database, goOn: () => Promise<boolean>): Promise<boolean> {
  const keys = await readingKeys(db);
  if (!keys) return false;
  if (!keys.earlierKeys) return true;
  let found = await sealTables(db, keys, goOn);
  for (let look = 2; look <= MAX_LOOKS && (found === 'some' || found === 'none'); look += 1) {
    // Another look, since a page may have written a row with the key it had. None does while nobody may hold a row.
    const isOver = await whenNoneWaits(db, async () => {
      found = await sealTables(db, keys, goOn);
      return found === 'none' && isDone(await ifRoom(() => dropEarlier(db, keys)));
    });
    if (isOver || found !== 'some') return isOver;
  }
  return false;
}

/** A full device evicts nothing for it and does it later: earlier keys protect as well. */
const isDone = (written: WriteResult<boolean>): boolean => written.ok && written.value;

/** What was under an earlier key. unreadable: a row that exists only here is lost, or no key opens it. ended: not all was looked at. */
type Found = 'none' | 'some' | 'unreadable' | 'ended';

async function sealTables(db: Database, keys: ReadingKeys, goOn: () => Promise<boolean>): Promise<Found> {
  let all: Found = 'none';
  for (const table of readTables) {
    const ids = await idsOf(db, table, keys.owner);
    const size = withFiles.has(table) ? 1 : BATCH_ROWS;
    for (let from = 0; from < ids.length; from += size) {
      const found = (await goOn()) ? await sealBatch(db, table, ids.slice(from, from + size), keys) : 'ended';
      if (found === 'ended') return found;
      if (found === 'unreadable' || (found === 'some' && all === 'none')) all = found;
    }
  }
  return all;
}

async function idsOf(db: Database, table: TableName, owner: string): Promise<IndexableType[]> {
  if (table !== 'session') return db.table(table).where('owner').equals(owner).primaryKeys();
  return (await db.session.toCollection().primaryKeys()).filter((id) => id.startsWith(`${owner}:`));
}

type Row = Record<string, unknown>;

/** The same content of one row under the newest key. */
interface Resealed {
  id: IndexableType;
  parts: { part: SealedPart; sealed: Sealed }[];
  unreadable: boolean;
}

async function sealBatch(
  db: Database,
  table: TableName,
  ids: readonly IndexableType[],
  keys: ReadingKeys,
): Promise<Found> {
  const rows: (Row | undefined | null)[] = await rowsUnlessLost(db.table(table), ids);
  const resealed = await Promise.all(ids.map((id, index) => resealRow(table, id, rows[index], keys)));
  const old = resealed.filter(({ parts }) => parts.length > 0);
  const isCurrent = old.length === 0 || isDone(await ifRoom(() => writeBatch(db, table, old, keys)));
  if (!isCurrent) return 'ended';
  if (onlyHere(table) && resealed.some(({ unreadable }) => unreadable)) return 'unreadable';
  return old.length > 0 ? 'some' : 'none';
}

async function resealRow(
  table: TableName,
  id: IndexableType,
  row: Row | undefined | null,
  keys: ReadingKeys,
): Promise<Resealed> {
  const resealed: Resealed = { id, parts: [], unreadable: row === null };
  for (const part of row ? partsOf(table, row, 'read') : []) {
    const sealed = await sealAgain(keys, part.sealed, { ...part.context, owner: keys.owner });
    if (sealed === null) resealed.unreadable = true;
    else if (sealed !== 'newest') resealed.parts.push({ part, sealed });
  }
  return resealed;
}

/** Writes only what nobody has changed since. False when the session is no longer the one of these keys. */
function writeBatch(db: Database, table: TableName, rows: readonly Resealed[], keys: ReadingKeys): Promise<boolean> {
  return db.transaction('rw', db.vault, db.table(table), async () => {
    if (!isOf(keys, await db.vault.get('reading'))) return false;
    for (const { id, parts } of rows) {
      const now: Row | undefined = await db.table(table).get(id);
      const changes = parts.flatMap(({ part: { field, sealed: before }, sealed }) => {
        const there = now && partsOf(table, now, 'read').find((one) => one.field === field);
        if (!there || !isSameSeal(there.sealed, before)) return [];
        return [field === null ? { ...sealed } : { [field]: sealed }];
      });
      if (changes.length > 0) await db.table(table).put(Object.assign({}, now, ...changes));
    }
    return true;
  });
}

/** Removes the earlier secrets from the envelope and from beside the reading key, in one transaction. */
async function dropEarlier(db: Database, keys: ReadingKeys): Promise<boolean> {
  const before = await secretsBeside(keys);
  if (!before) return false;
  const { earlier: _, ...secrets } = before;
  const sealed = await sealSecrets(keys.readKey, keys.owner, secrets);
  return db.transaction('rw', db.vault, async () => {
    const reading = await db.vault.get('reading');
    // The answer to this very commit was lost (F53).
    if (isOf({ ...keys, secrets: sealed }, reading)) return true;
    if (!isOf(keys, reading)) return false;
    const { earlierKeys: __, ...newest } = reading;
    const own = await db.vault.filter((row) => 'envelopes' in row && row.envelopes.some(isOwn)).toArray();
    const envelopes = own.flatMap((row) =>
      'envelopes' in row
        ? [{ ...row, envelopes: row.envelopes.map((one) => (isOwn(one) ? withoutEarlier(one) : one)) }]
        : [],
    );
    await db.vault.bulkPut([...envelopes, { ...newest, secrets: sealed }]);
    return true;
  });

  function isOwn({ owner }: Envelope): boolean {
    return owner === keys.owner;
  }
}

function withoutEarlier({ earlier: _, ...envelope }: Envelope): Envelope {
  return envelope;
}

/** Whether these keys were read from this row: each sign-in and unlock seals the secrets beside them anew. */
function isOf(keys: ReadingKeys, row: VaultRow | undefined): row is { id: 'reading' } & ReadingKeys {
  return row?.id === 'reading' && 'readKey' in row && row.owner === keys.owner && isSameSeal(row.secrets, keys.secrets);
}
