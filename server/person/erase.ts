import { and, eq, gt, lte, notExists, sql } from 'drizzle-orm';
import { DAY_MS } from '#contract/age.ts';
import { dateOf } from '#rules/dates.ts';
import { zoneFor } from '#rules/time-zones.ts';
import { endDevices } from '../accounts/end-devices.ts';
import { forgetInstallations } from '../accounts/installations.ts';
import { closeKeysOf } from '../commands/run-once.ts';
import { deleteInSteps } from '../database/delete-in-steps.ts';
import { isOneOf } from '../database/one-of.ts';
import type { Database, Transaction } from '../database/open.ts';
import { STEP_ROWS } from '../database/rows.ts';
import {
  auditTrail,
  customers,
  files,
  identityFiles,
  looseFiles,
  mailQueue,
  outgoingEvents,
  refundDocuments,
  refunds,
  tickets,
} from '../database/schema.ts';
import type { World } from '../handler.ts';
import type { Customer } from './person.ts';

/** How long a booking is kept after its person was erased: the longest that the countries' books ask for. */
export const BOOKING_LIFE_MS = 10 * 365 * DAY_MS;

/** Who shares a database has one clock for all processes too: what stays goes for its age later. */
export type ErasureWorld = Pick<World, 'clock' | 'uuid'> & Partial<Pick<World, 'commonClock'>>;
type Told = Pick<World, 'clock' | 'uuid'>;

/** How many of the events that wait are named. Of one person the first holds back those behind it. */
const NAMED_EVENTS = 20;

/** Events that the insurer's systems must hear first, and which the first of them are. */
export interface Waiting {
  waiting: number;
  first: Pick<typeof outgoingEvents.$inferSelect, 'id' | 'type' | 'state' | 'problem'>[];
}

/** What became of an erasure: bookings that stay, or why there was none. */
export type Erased = { bookings: number } | Waiting;

/**
 * Erases a person in one transaction: every row of theirs goes with the account. Of refunds that were paid, bookings are written
 * anew under an account of nobody. A registration's key stays, so that a late copy of it has no effect.
 *
 * @returns how many bookings stay; nothing is erased while events wait for the insurer's systems, which would never learn of them
 */
export async function erasePerson(
  db: Database | Transaction,
  { clock, commonClock = async () => clock, uuid }: ErasureWorld,
  { id, residenciaFiscal }: Customer,
): Promise<Erased> {
  return db.transaction(async (tx) => {
    // A call of the person's takes the account before a request, and a report of the insurer's a request before what refers to the
    // account. In another order, an erasure and one of them would wait for each other.
    await tx.select({ id: customers.id }).from(customers).where(eq(customers.id, id)).for('no key update');
    for (const table of [refunds, tickets]) await lockInSteps(tx, table, id);
    await tx.select({ id: customers.id }).from(customers).where(eq(customers.id, id)).for('update');
    const left = await waitingOf(tx, id);
    if (left.waiting > 0) return left;
    const told = { clock: await commonClock(tx), uuid };
    // No address of the person may stay, not even for telling the device: it hears at its next call.
    await endDevices(tx, async () => told.clock, id, 'all', { untold: true });
    const fileErasureWorld = await fileErasureWorldOf(tx, id);
    const paid = await tx
      .select()
      .from(refunds)
      .where(and(eq(refunds.customerId, id), sql`${refunds.paid} is not null`));
    await closeKeysOf(tx, id);
    // With the account, one statement would delete them all.
    await forgetInstallations(tx, id, null);
    for (const table of [refunds, tickets, mailQueue])
      await deleteInSteps(tx, table, eq(table.customerId, id), table.id);
    await tx.delete(customers).where(eq(customers.id, id));
    await removeFiles(tx, fileErasureWorld);
    await keepBookings(tx, told, paid, zoneFor(residenciaFiscal));
    await emptyTrail(tx, told, id);
    return { bookings: paid.length };
  });
}

async function waitingOf(tx: Transaction, customerId: string): Promise<Waiting> {
  const theirs = eq(outgoingEvents.customerId, customerId);
  const { id, type, state, problem, seq } = outgoingEvents;
  const first = tx.select({ id, type, state, problem }).from(outgoingEvents).where(theirs).orderBy(seq);
  return { waiting: await tx.$count(outgoingEvents, theirs), first: await first.limit(NAMED_EVENTS) };
}

/** Takes a person's requests in steps, since no statement may grow with what there is. */
async function lockInSteps(tx: Transaction, table: typeof refunds | typeof tickets, customerId: string): Promise<void> {
  for (let last: string | undefined = ''; last !== undefined; ) {
    const left = and(eq(table.customerId, customerId), gt(table.id, last));
    const step = await tx
      .select({ id: table.id })
      .from(table)
      .where(left)
      .orderBy(table.id)
      .limit(STEP_ROWS)
      .for('update');
    last = step.at(-1)?.id;
  }
}

async function fileErasureWorldOf(tx: Transaction, id: string): Promise<string[]> {
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

/** A new account that is nobody's holds the bookings until their time is over. */
async function keepBookings(
  tx: Transaction,
  { clock, uuid }: Told,
  paid: readonly Refund[],
  zone: string,
): Promise<void> {
  if (paid.length === 0) return;
  const id = uuid();
  await tx.insert(customers).values({
    ...{ id, nif: id, email: `${id}@erased.invalid`, created: clock(), erased: clock() },
    ...{ nombre: '', residenciaFiscal: '', documentKind: '', documentCountry: '', personal: {}, password: '' },
    ...{ demo: false, claim: 'no' },
  });
  const bookings = paid.map((refund) => ({ ...bookingOf(refund, uuid(), zone), customerId: id }));
  // In steps: a statement takes 65,535 parameters, and each booking has some.
  for (let at = 0; at < bookings.length; at += STEP_ROWS) {
    await tx.insert(refunds).values(bookings.slice(at, at + STEP_ROWS));
  }
}

type Refund = typeof refunds.$inferSelect;

/**
 * What the books need of a paid refund; it is all that stays, so a column that is added later goes. Its id is new, since the
 * insurer's systems know the earlier one. Texts stay only if they have the form of a number, an amount, a currency or a date.
 *
 * @param zone where the person lived: of a payment's instant the day there stays
 */
function bookingOf({ serial, caseNumber, idEstado, fields, paid, created }: Refund, id: string, zone: string) {
  return {
    ...{ id, policyId: '', estado: '' },
    ...{ serial, idEstado, created, caseNumber: formed(/^R-\d{4}-\d+$/, caseNumber) },
    fields: { importe: formed(/^\d+(\.\d+)?$/, fields.importe), divisa: formed(/^[A-Z]{3}$/, fields.divisa) },
    paid: { importe: Number(paid?.importe) || 0, fecha: dateOf(paid?.fecha ?? '', zone) ?? '' },
  };
}

const formed = (form: RegExp, text = ''): string => (form.test(text) ? text : '');

/**
 * The person's lines stay under an id that nothing else has, and lose what they were about: the insurer knows whose a policy and
 * a refund are. One line under the known id says that it was erased; the database refuses the change without it.
 */
async function emptyTrail(tx: Transaction, { clock, uuid }: Told, id: string): Promise<void> {
  await tx.insert(auditTrail).values({ at: clock(), actor: 'operator', event: ERASED, customerId: id });
  const theirs = and(eq(auditTrail.customerId, id), sql`${auditTrail.event} <> ${ERASED}`);
  const nobody = uuid();
  // In steps, since the database looks at each line. Each goes on behind the last: what was changed is still in the index.
  for (let last = 0; ; ) {
    const left = and(theirs, gt(auditTrail.id, last));
    const step = tx.select({ id: auditTrail.id }).from(auditTrail).where(left).orderBy(auditTrail.id).limit(STEP_ROWS);
    const end = (await step).at(-1)?.id;
    if (end === undefined) return;
    await tx
      .update(auditTrail)
      .set({ customerId: nobody, about: '' })
      .where(and(left, lte(auditTrail.id, end)));
    last = end;
  }
}

const ERASED = 'erased';

/** Takes an account's identity photos away, and notes it. The account stays. */
export async function erasePhotos(tx: Transaction, { clock }: Pick<World, 'clock'>, customerId: string): Promise<void> {
  await tx.update(customers).set({ photosOver: clock() }).where(eq(customers.id, customerId));
  const own = eq(identityFiles.customerId, customerId);
  const gone = await tx.delete(identityFiles).where(own).returning({ id: identityFiles.fileId });
  await removeFiles(
    tx,
    gone.map(({ id }) => id),
  );
}

/** The tables whose rows name a file; a test holds them against the database. */
export const filePapers = [identityFiles, refundDocuments];

/** What one statement removes of files at most: in the database, each two thousand bytes of one are a row of their own. */
export const STEP_BYTES = 32 * 1024 * 1024;

/** In steps by count and by size. */
async function removeFiles(tx: Transaction, ids: readonly string[]): Promise<void> {
  const bytes = sql<number>`case when ${files.bytes} is null then 0 else ${files.size} end`;
  const ours = isOneOf(files.id, [...new Set(ids)]);
  const found = await tx.select({ id: files.id, bytes }).from(files).where(ours);
  let step: string[] = [];
  let sum = 0;
  for (const file of found) {
    if (step.length >= STEP_ROWS || sum + file.bytes > STEP_BYTES) {
      await removeSome(tx, step);
      [step, sum] = [[], 0];
    }
    step.push(file.id);
    sum += file.bytes;
  }
  await removeSome(tx, step);
}

/**
 * Removes the rows of files. One that another row names stays, as the demo's samples do. The sweep deletes the bytes in a bucket
 * later, since no transaction spans both.
 */
async function removeSome(tx: Transaction, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const unnamed = filePapers.map((table) =>
    notExists(tx.select({ id: table.fileId }).from(table).where(eq(table.fileId, files.id))),
  );
  const gone = await tx
    .delete(files)
    .where(and(isOneOf(files.id, ids), ...unnamed))
    .returning({ id: files.id, beside: sql<boolean>`${files.bytes} is not null` });
  const stored = gone.filter(({ beside }) => !beside).map(({ id }) => id);
  // As one parameter too, for the same reason as in `isOneOf`.
  const rows = sql`select unnest(${sql.param(stored)}::text[]), to_timestamp(0)`;
  if (stored.length > 0) await tx.insert(looseFiles).select(rows);
}
