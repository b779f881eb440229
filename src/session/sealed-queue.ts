import { fail, ok, type Result } from '#contract/result.ts';
import { customerKeys, passkeysHere } from '#database/keyring.ts';
import type { Database } from '#database/open.ts';
import type { EnvelopeRow } from '#database/rows.ts';
import { withRoom } from '#database/storage.ts';
import { type Envelope, openEnvelope } from '#vault/envelope.ts';
import { importKeys, type Secrets } from '#vault/keys.ts';
import { envelopeRow, findEnvelopes, sameEnvelopes } from './envelopes.ts';
import { dropRowsOf } from './erase.ts';
import { isMoved, isUnchanged, keptTables, prepareMove, putMoved } from './mover.ts';
import { noRoom, readPart } from './stored.ts';
import type { Customer } from './tokens.ts';

/** What is sealed with an earlier password. Members that are missing are none. */
export interface UnderEarlierPassword {
  /** Queued requests. */
  waiting: number;
  drafts: number;
  /** Saved on this device by the customer. */
  documents?: number;
  receipts?: number;
  /** A passkey of this device opens it too. */
  passkey?: true;
}

/** What moved. */
export interface Recovered extends Pick<UnderEarlierPassword, 'drafts' | 'documents' | 'receipts'> {
  /** Queued requests. */
  moved: number;
}

/** Opens one of the envelopes set aside; null when it opens none. */
export type OpensAside = (aside: readonly Envelope[]) => Promise<OpenedAside | null>;
interface OpenedAside {
  owner: string;
  secrets: Secrets;
}

/** Opens what lies under the customer's earlier password. */
export async function openSealedQueue(db: Database, who: Customer, oldPassword: string): Promise<Result<Recovered>> {
  return recover(db, who, async (aside) => {
    for (const envelope of aside) {
      const secrets = await openEnvelope(oldPassword, envelope);
      if (secrets && (await isOwnedBy(db, who, envelope.owner, secrets))) return { owner: envelope.owner, secrets };
    }
    return null;
  });
}

/**
 * Seals again, for this session, what is sealed with the customer's earlier keys. The queue is then sent like any queue.
 * Commands keep key, fingerprint and order. It is one transaction, so a killed page leaves all of it moved or none. When
 * another page writes meanwhile, it is done anew.
 *
 * Drafts move too, under the names that today's key gives. Damaged rows stay, with their envelope. When no row is left, the
 * envelope, its passkeys and the mirrored rows under it are deleted.
 *
 * @returns what moved; 'bad-credentials' when no envelope of this customer opens, 'unauthorised' when the session ended
 * meanwhile, 'unavailable' without room; nothing has changed then
 */
export async function recover(db: Database, who: Customer, opens: OpensAside): Promise<Result<Recovered>> {
  for (;;) {
    const seen = await findEnvelopes(db, who.email);
    const keys = await customerKeys(db, who.owner);
    if (!keys) return fail('unauthorised');
    const opened = seen && (await opens(seen.aside));
    if (!opened) return fail('bad-credentials', { text: 'La contraseña anterior no es correcta' });
    const from = { ...(await importKeys(opened.secrets)), owner: opened.owner };
    const move = await prepareMove(db, from, { ...keys, owner: who.owner }, who, keptTables);
    let moved: { drafts: number } | null = null;

    const written = await withRoom(db, () =>
      db.transaction('rw', db.tables, async () => {
        const now = await envelopeRow(db, seen.id);
        // The answer to this very commit was lost (F53).
        if (moved && now && (isGone(now.aside, from.owner) || (await isMoved(db, move)))) return moved;
        // Something changed meanwhile (another tab did the same, a page sent an item, another customer signed in), so it is
        // read again.
        if (!now || !sameEnvelopes(now, seen) || !(await customerKeys(db, who.owner))) return null;
        if (!(await isUnchanged(db, move))) return null;
        moved = { drafts: await putMoved(db, move, { fromEarlier: laterThan(from.owner, now.aside) }) };
        if (move.left > 0) return moved;
        await dropOwners(db, [from.owner]);
        await db.vault.put({ ...now, aside: now.aside.filter(({ owner }) => owner !== from.owner) });
        return moved;
      }),
    );
    if (!written.ok) return noRoom;
    if (!written.value) continue;
    const count = (table: string) => move.moved.filter((one) => one.table === table).length;
    const documents = move.moved.filter(
      ({ table, row }) => table === 'savedDocuments' && !`${row.id}`.includes(':'),
    ).length;
    const { drafts } = written.value;
    return ok({ moved: count('outbox'), drafts, ...some({ documents, receipts: count('receipts') }) });
  }
}

/** Envelopes are set aside in the order in which they were used. */
const laterThan = (owner: string, aside: readonly Envelope[]): string[] =>
  aside.slice(aside.findIndex((one) => one.owner === owner) + 1).map((one) => one.owner);

const isGone = (aside: readonly Envelope[], owner: string) => !aside.some((one) => one.owner === owner);

/** Only the counts that are not zero. */
function some({ documents, receipts }: { documents: number; receipts: number }) {
  return { ...(documents > 0 && { documents }), ...(receipts > 0 && { receipts }) };
}

/** What is sealed with an earlier password of the customer; nothing while nobody is signed in. */
export async function countSealed(db: Database, who: Customer | null): Promise<UnderEarlierPassword> {
  const envelopes = who && (await findEnvelopes(db, who.email));
  if (!envelopes) return { waiting: 0, drafts: 0 };
  const owners = envelopes.aside.map(({ owner }) => owner);
  const waiting = await db.outbox.where('owner').anyOf(owners).count();
  const parts = await db.drafts.where('owner').anyOf(owners).primaryKeys();
  const files = await db.savedDocuments.where('owner').anyOf(owners).primaryKeys();
  const receipts = await db.receipts.where('owner').anyOf(owners).count();
  // What is told of a saved file is in a row of its own.
  const documents = files.filter((id) => !id.includes(':')).length;
  const counts = { waiting, drafts: new Set(parts.map(([id]) => id)).size, ...some({ documents, receipts }) };
  const isAnything = waiting + parts.length + documents + receipts > 0;
  const passkeys = isAnything ? await passkeysHere(db, owners) : [];
  return { ...counts, ...(passkeys.length > 0 && { passkey: true as const }) };
}

/**
 * Deletes what lies under earlier passwords, with its envelopes. The customer has agreed before. The envelopes go after it: an
 * envelope that a full device still names opens nothing any more (F16).
 */
export async function discardSealedQueue(db: Database, who: Customer): Promise<void> {
  const seen = await findEnvelopes(db, who.email);
  if (!seen) return;
  // Only what the customer agreed to is deleted; another tab may have set more aside since.
  const owners = new Set(seen.aside.map(({ owner }) => owner));
  const isOpen = await db.transaction('rw', db.tables, async () => {
    const isOwnedBy = (await customerKeys(db, who.owner)) !== null;
    if (isOwnedBy) await dropOwners(db, [...owners]);
    return isOwnedBy;
  });
  if (isOpen) await withRoom(db, () => dropAside(db, seen.id, owners));
}

function dropAside(db: Database, id: EnvelopeRow['id'], owners: ReadonlySet<string>): Promise<void> {
  return db.transaction('rw', db.vault, async () => {
    const now = await envelopeRow(db, id);
    if (now) await db.vault.put({ ...now, aside: now.aside.filter(({ owner }) => !owners.has(owner)) });
  });
}

/** Their rows and passkeys, inside the caller's transaction over all tables. */
async function dropOwners(db: Database, owners: readonly string[]): Promise<void> {
  await dropRowsOf(db, owners);
  await db.vault.bulkDelete((await passkeysHere(db, owners)).map(({ id }) => id));
}

/**
 * Whether what these secrets open is this customer's. Another customer's envelopes may lie here, if their email became this
 * customer's. Their requests are never sent as this customer's (F15).
 */
export async function isOwnedBy(db: Database, who: Customer, owner: string, secrets: Secrets): Promise<boolean> {
  const before = await readPart(db, await importKeys(secrets), owner, 'identity');
  return before === null || before.idUsuario === who.idUsuario;
}
