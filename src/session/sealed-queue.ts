import { fail, ok, type Result } from '#contract/result.ts';
import { customerKeys } from '#database/keyring.ts';
import type { Database } from '#database/open.ts';
import type { RowContext } from '#database/row-context.ts';
import type { EnvelopeRow, OutboxFileRow, OutboxRow, ReceiptRow } from '#database/rows.ts';
import { isSameSeal, type OpeningKeys, openFile, sealFile } from '#database/sealed.ts';
import { openSettledFile } from '#database/sealed-file.ts';
import { withRoom } from '#database/storage.ts';
import type { Sealed } from '#vault/codec.ts';
import { openEnvelope } from '#vault/envelope.ts';
import { type CustomerKeys, importKeys } from '#vault/keys.ts';
import { envelopeRow, findEnvelopes, sameEnvelopes } from './envelopes.ts';
import { dropRowsOf } from './erase.ts';
import { countDrafts, putDrafts, resealDrafts } from './sealed-drafts.ts';
import { noRoom, readPart } from './stored.ts';
import type { Customer } from './tokens.ts';

/**
 * Seals again, for this session, the queue that is sealed with the customer's earlier password. It is then sent like any
 * queue. Commands keep key, fingerprint and order. It is one transaction, so a killed page leaves all of it moved or none.
 *
 * Drafts move too, under the names that today's key gives. Damaged rows stay, with their envelope. When no row is left, the
 * envelope and the mirrored rows under it are deleted.
 *
 * @returns how many items and drafts moved; 'bad-credentials' when the password opens no envelope of this customer,
 * 'unauthorised' when the session ended meanwhile, 'unavailable' without room; nothing has changed then
 */
export async function openSealedQueue(
  db: Database,
  who: Customer,
  oldPassword: string,
): Promise<Result<{ moved: number; drafts: number }>> {
  for (;;) {
    const seen = await findEnvelopes(db, who.email);
    const keys = await customerKeys(db, who.owner);
    if (!keys) return fail('unauthorised');
    const opened = seen && (await openAside(db, who, seen.aside, oldPassword));
    if (!opened) return fail('bad-credentials', { text: 'La contraseña anterior no es correcta' });
    const from = { ...(await importKeys(opened.secrets)), owner: opened.owner };
    const queue = await readQueue(db, from.owner);
    const to = { ...keys, owner: who.owner };
    const resealed = await resealQueue(queue, from, to);
    const resealedDrafts = await resealDrafts(db, from, to);
    let moved: { drafts: number } | null = null;

    const written = await withRoom(db, () =>
      db.transaction('rw', db.tables, async () => {
        const now = await envelopeRow(db, seen.id);
        // The answer to this very commit was lost (F53).
        if (moved && now && (await isMoved(db, now, from.owner, resealed))) return moved;
        // Something changed meanwhile (another tab did the same, a page sent an item, another customer signed in), so it is
        // read again.
        if (!now || !sameEnvelopes(now, seen)) return null;
        if (!(await customerKeys(db, who.owner)) || !sameQueue(queue, await readQueue(db, from.owner))) return null;
        await db.outbox.bulkPut(resealed.items);
        await db.outboxFiles.bulkPut(resealed.files);
        await db.receipts.bulkPut(resealed.receipts);
        moved = { drafts: await putDrafts(db, resealedDrafts) };
        await db.drafts.where('owner').equals(from.owner).delete();
        if ((await db.outbox.where('owner').equals(from.owner).count()) > 0) return moved;
        await dropRowsOf(db, [from.owner]);
        await db.vault.put({ ...now, aside: now.aside.filter(({ owner }) => owner !== from.owner) });
        return moved;
      }),
    );
    if (!written.ok) return noRoom;
    if (written.value) return ok({ moved: resealed.items.length, drafts: written.value.drafts });
  }
}

/** Whether this very move is on the device: the envelope went with it, or its first item has its new seal. */
async function isMoved(db: Database, now: EnvelopeRow, from: string, { items: [first] }: Queue): Promise<boolean> {
  if (!now.aside.some(({ owner }) => owner === from)) return true;
  const there = first && (await db.outbox.get(first.key));
  return first !== undefined && there !== undefined && isSameSeal(there, first);
}

/** How many items and drafts are sealed with an earlier password of the customer; none while nobody is signed in. */
export async function countSealed(db: Database, who: Customer | null): Promise<{ waiting: number; drafts: number }> {
  const envelopes = who && (await findEnvelopes(db, who.email));
  const owners = envelopes?.aside.map(({ owner }) => owner) ?? [];
  return { waiting: await db.outbox.where('owner').anyOf(owners).count(), drafts: await countDrafts(db, owners) };
}

/** Deletes the queue under earlier passwords, with its envelopes. The customer has agreed before. */
export async function discardSealedQueue(db: Database, who: Customer): Promise<void> {
  const seen = await findEnvelopes(db, who.email);
  if (!seen) return;
  await db.transaction('rw', db.tables, async () => {
    const now = await envelopeRow(db, seen.id);
    if (!now || !(await customerKeys(db, who.owner))) return;
    // Only what the customer agreed to is deleted; another tab may have set more aside since.
    const owners = new Set(seen.aside.map(({ owner }) => owner));
    await dropRowsOf(db, [...owners]);
    await db.vault.put({ ...now, aside: now.aside.filter(({ owner }) => !owners.has(owner)) });
  });
}

async function openAside(db: Database, who: Customer, aside: Parameters<typeof openEnvelope>[1][], password: string) {
  for (const envelope of aside) {
    const secrets = await openEnvelope(password, envelope);
    if (!secrets) continue;
    // Another customer's envelopes may lie here, if their email became this customer's. Their requests are never sent as
    // this customer's (F15).
    const before = await readPart(db, await importKeys(secrets), envelope.owner, 'identity');
    if (before === null || before.idUsuario === who.idUsuario) return { owner: envelope.owner, secrets };
  }
  return null;
}

type QueueKeys = Omit<CustomerKeys, 'nameKey'> & { owner: string };

interface Queue {
  items: OutboxRow[];
  files: OutboxFileRow[];
  receipts: ReceiptRow[];
}

export async function readQueue(db: Database, owner: string): Promise<Queue> {
  const [items, files, receipts] = await Promise.all([
    db.outbox.where('owner').equals(owner).toArray(),
    db.outboxFiles.where('owner').equals(owner).toArray(),
    db.receipts.where('owner').equals(owner).toArray(),
  ]);
  return { items, files, receipts };
}

/** Moves only commands whose parts all open: a command without its files would be sent incomplete (F17). */
export async function resealQueue(queue: Queue, from: QueueKeys, to: QueueKeys): Promise<Queue> {
  const moved: Queue = { items: [], files: [], receipts: [] };
  for (const item of queue.items) {
    const context = { table: 'outbox', row: item.key };
    const body = await reseal(item, context, [from.sendKey, from.owner], [to.sendKey, to.owner]);
    const own = queue.files.filter(({ key }) => key === item.key);
    const files = await Promise.all(
      own.map((file) => {
        const fileContext = { table: 'outboxFiles', row: `${file.key}/${file.field}` };
        return resealFile(file, fileContext, [from.sendKey, from.owner], [to.sendKey, to.owner]);
      }),
    );
    const whole = files.filter((file) => file !== null);
    if (!body || whole.length < own.length) continue;
    // A page that is sending it loses its claim. It is sent again under its key, and the server gives the same answer.
    const resumed = item.state === 'sending' || item.state === 'parked' ? ('waiting' as const) : item.state;
    moved.items.push({ ...body, state: resumed, nextAt: 0, claim: null });
    moved.files.push(...whole);
  }
  for (const receipt of queue.receipts) {
    const [opens, seals] = receipt.under === 'send' ? [from.sendKey, to.sendKey] : [from, to.readKey];
    const context = { table: 'receipts', row: receipt.key };
    const sealed = await reseal(receipt, context, [opens, from.owner], [seals, to.owner]);
    if (sealed) moved.receipts.push(sealed);
  }
  return moved;
}

/** Seals only the file's key again, after checking that it opens the file. */
async function resealFile(
  row: OutboxFileRow,
  context: Omit<RowContext, 'owner'>,
  from: [CryptoKey, string],
  to: [CryptoKey, string],
): Promise<OutboxFileRow | null> {
  if (!row.own) return reseal(row, context, from, to);
  if (!(await openSettledFile(from[0], row, { ...context, owner: from[1] }))) return null;
  const own = await reseal({ ...row.own, owner: row.owner }, context, from, to);
  return own && { ...row, owner: own.owner, own: { iv: own.iv, data: own.data } };
}

/** Seals the same bytes for another owner under another key, without parsing them; null when the row does not open. */
export async function reseal<R extends Sealed & { owner: string }>(
  row: R,
  context: Omit<RowContext, 'owner'>,
  [fromKeys, fromOwner]: [OpeningKeys, string],
  [toKey, toOwner]: [CryptoKey, string],
): Promise<R | null> {
  const bytes = await openFile(fromKeys, row, { ...context, owner: fromOwner });
  return bytes && { ...row, owner: toOwner, ...(await sealFile(toKey, bytes, { ...context, owner: toOwner })) };
}

/** Whether two readings of a queue are the same. Each sealing has a random IV, so IVs and claims are compared. */
export function sameQueue(one: Queue, other: Queue): boolean {
  const marks = ({ items, files, receipts }: Queue) =>
    JSON.stringify([
      items.map(({ key, iv, state, claim }) => [key, iv.join(), state, claim?.by]),
      [...files, ...receipts].map(({ key, iv }) => [key, iv.join()]),
    ]);
  return marks(one) === marks(other);
}
