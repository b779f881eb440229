import { and, eq, inArray, isNull, lt, notInArray, sql } from 'drizzle-orm';
import { endDevices } from '../accounts/tokens.ts';
import { note } from '../audit/trail.ts';
import { after, type Clock, DAY_MS } from '../clock.ts';
import type { Database, Transaction } from '../database/open.ts';
import {
  commands,
  customers,
  files,
  identityFiles,
  looseFiles,
  mailQueue,
  outgoingEvents,
  refundDocuments,
  refunds,
} from '../database/schema.ts';
import { type Customer, referencesIn } from './person.ts';

/** How long a booking is kept after its person was erased: the longest that the countries' books ask for. */
export const BOOKING_LIFE_MS = 10 * 365 * DAY_MS;

/** What a booking needs of the request it came of. */
const booked: readonly string[] = ['importe', 'divisa'];

/** What became of an erasure: bookings that stay, or events that the insurer's systems must hear first. */
export type Erased = { bookings: number } | { waiting: number };

/**
 * Erases a person in one transaction. Refunds that were paid stay as bookings of nobody: number, amount, currency, states and dates;
 * without one, nothing of the account stays. Idempotency keys stay without what they answered, so that a late copy has no effect.
 *
 * @returns how many bookings stay; nothing is erased while events wait for the insurer's systems, which would never learn of them
 */
export async function erasePerson(db: Database, clock: Clock, { id, email }: Customer): Promise<Erased> {
  return db.transaction(async (tx) => {
    await tx.select({ id: customers.id }).from(customers).where(eq(customers.id, id)).for('update');
    const waiting = await tx.$count(outgoingEvents, eq(outgoingEvents.customerId, id));
    if (waiting > 0) return { waiting };
    // No address of the person may stay, not even for telling the device: it hears at its next call.
    await endDevices(tx, clock, id, 'all', { untold: true });
    const fileIds = await fileIdsOf(tx, id);
    await closeKeys(tx, id);
    await tx.delete(mailQueue).where(eq(mailQueue.recipient, email));
    const bookings = await keepBookings(tx, id);
    if (bookings === 0) await tx.delete(customers).where(eq(customers.id, id));
    else await emptyAccount(tx, clock, id);
    await removeFiles(tx, fileIds);
    await note(tx, clock, { actor: 'operator', event: 'erased', customerId: id });
    return { bookings };
  });
}

async function fileIdsOf(tx: Transaction, id: string): Promise<string[]> {
  const photos = await tx
    .select({ id: identityFiles.fileId })
    .from(identityFiles)
    .where(eq(identityFiles.customerId, id));
  const papers = await tx
    .select({ id: refundDocuments.fileId })
    .from(refundDocuments)
    .innerJoin(refunds, eq(refunds.id, refundDocuments.refundId))
    .where(eq(refunds.customerId, id));
  return [...photos, ...papers].map((file) => file.id);
}

/** Nobody gets a first answer again, which tells what was asked; nothing is done a second time either. */
async function closeKeys(tx: Transaction, id: string): Promise<void> {
  const closed = { state: 'withdrawn' as const, name: '', fingerprint: '', answer: null };
  await tx.update(commands).set(closed).where(eq(commands.owner, id));
  // The registration's own key, whose owner is nobody yet.
  await tx.update(commands).set(closed).where(sql`${commands.answer} ->> 'insertedId' = ${id}`);
}

async function keepBookings(tx: Transaction, id: string): Promise<number> {
  await tx.delete(refunds).where(and(eq(refunds.customerId, id), isNull(refunds.paid)));
  const paid = await tx.select().from(refunds).where(eq(refunds.customerId, id));
  for (const { id: refundId, fields } of paid) {
    const needed = Object.fromEntries(Object.entries(fields).filter(([name]) => booked.includes(name)));
    await tx.update(refunds).set({ fields: needed, policyId: '' }).where(eq(refunds.id, refundId));
    await tx.delete(refundDocuments).where(eq(refundDocuments.refundId, refundId));
  }
  return paid.length;
}

/** Everything that refers to the account goes, but for the bookings; of the account a number stays. */
async function emptyAccount(tx: Transaction, clock: Clock, id: string): Promise<void> {
  for (const { child, column, parent } of await referencesIn(tx)) {
    if (parent !== 'customers' || child === 'refunds') continue;
    await tx.execute(sql`delete from ${sql.identifier(child)} where ${sql.identifier(column)} = ${id}`);
  }
  const nobody = {
    nombre: '',
    residenciaFiscal: '',
    documentKind: '',
    documentCountry: '',
    personal: {},
    password: '',
  };
  await tx
    .update(customers)
    .set({ ...nobody, email: `${id}@erased.invalid`, nif: id, emailVerified: null, claim: 'no', erased: clock() })
    .where(eq(customers.id, id));
}

/** The tables whose rows name a file; a test holds them against the database. */
export const filePapers = [identityFiles, refundDocuments];

/** Those that another row names too stay: the samples of the demo are shared. Rows now; bytes in a bucket with the next sweep, since no transaction spans both. */
async function removeFiles(tx: Transaction, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const unnamed = filePapers.map((table) =>
    notInArray(
      files.id,
      tx
        .select({ id: table.fileId })
        .from(table)
        .where(inArray(table.fileId, [...ids])),
    ),
  );
  const gone = await tx
    .delete(files)
    .where(and(inArray(files.id, [...ids]), ...unnamed))
    .returning({ id: files.id, beside: sql<boolean>`${files.bytes} is not null` });
  const stored = gone.filter(({ beside }) => !beside).map(({ id }) => ({ id, since: new Date(0) }));
  if (stored.length > 0) await tx.insert(looseFiles).values(stored);
}

/** Forgets bookings whose time is over, with the number they hung on. */
export const forgetErased = (db: Database, clock: Clock) =>
  db.delete(customers).where(lt(customers.erased, after(clock, -BOOKING_LIFE_MS)));
