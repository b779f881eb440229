import {
  and,
  asc,
  countDistinct,
  eq,
  exists,
  gt,
  isNotNull,
  isNull,
  lt,
  lte,
  ne,
  not,
  notExists,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import { DAY_MS, HOUR_MS } from '#contract/age.ts';
import { longDate, today } from '#rules/dates.ts';
import { zoneFor } from '#rules/time-zones.ts';
import { after, type Clock } from '../clock.ts';
import type { Database, Transaction } from '../database/open.ts';
import { customers, identityFiles, outgoingEvents } from '../database/schema.ts';
import type { World } from '../handler.ts';
import { type ErasureWorld, erasePerson, erasePhotos } from '../person/erase.ts';
import { ofEmail } from './emails.ts';

/** How long an account is kept whose owner showed nothing (D88), and how long before its end the address is told. */
export const UNPROVEN_LIFE_MS = 30 * DAY_MS;
export const TOLD_BEFORE_MS = 7 * DAY_MS;
/** How long such an account holds its address against another registration: twice as long as its code may be typed. */
export const ADDRESS_HELD_MS = HOUR_MS;
/** How long the insurer's systems have for the photos of an account that they heard of: as long as they know an event again. */
export const PHOTOS_LEFT_MS = 4 * DAY_MS;
/** How many accounts one transaction tells, and one look finds. */
const STEP = 200;

/** Nobody proved to read the address's mail. So none of the insurer's data were shown, whatever it said of the claim. */
const isUnproven = and(isNull(customers.emailVerified), isNull(customers.erased));

/** The address was confirmed, and the insurer did not confirm that it is the person. In SQL's own words, as its index has them. */
const isUnclaimed = and(sql`${customers.claim} <> 'yes'`, isNotNull(customers.emailVerified), isNull(customers.erased));

/** Whoever has the account proved both address and claim (D60). */
export const isProved: SQL | undefined = and(isNotNull(customers.emailVerified), eq(customers.claim, 'yes'));

/** The account holds its document number: it is proved, or made in the demo, where nobody proves anything. */
export const holdsNumber: SQL | undefined = or(isProved, customers.demo);

/** The account holds its address: it was confirmed, or its code may still be typed by the earlier clock (F60). */
export const holdsEmail = (by: Clock): SQL | undefined =>
  or(isNotNull(customers.emailVerified), gt(customers.created, after(by, -ADDRESS_HELD_MS)));

/**
 * Erases the unproven account of an address that somebody else comes with.
 *
 * @param coming whose the address is then, and the earlier clock (F60), by which the other account no longer holds it; without one
 * that account goes at any age
 * @returns whether the address is free now; an account whose registration the insurer's systems have not heard of stays
 */
export async function replaceUnproven(
  tx: Transaction,
  world: ErasureWorld,
  email: string,
  coming: { id?: string; by?: Clock },
): Promise<boolean> {
  const { id = '', by } = coming;
  const isOld = by && lte(customers.created, after(by, -ADDRESS_HELD_MS));
  const theirs = and(ofEmail(email), isUnproven, isOld, ne(customers.id, id));
  // Under a lock, which looks again: the address may be just being confirmed.
  for (const customer of await tx.select().from(customers).where(theirs).for('no key update')) {
    if ('waiting' in (await erasePerson(tx, world, customer))) return false;
  }
  return true;
}

/**
 * Tells the addresses of accounts that end in a week, and erases those whose time is over, with their photos. An account whose
 * claim was not proved by then loses its photos alone. In steps.
 *
 * @param world its clock is the earlier one (F60)
 * @param failed is told of an account that could not be erased; the others are
 */
export async function endUnproven(
  world: Pick<World, 'db' | 'mail' | 'publicOrigin'> & ErasureWorld,
  failed: (error: unknown) => void = rethrow,
): Promise<void> {
  while ((await tellSome(world)) === STEP);
  const { db, clock: by } = world;
  const isOver = and(
    isUnproven,
    lt(customers.created, after(by, -UNPROVEN_LIFE_MS)),
    lt(customers.expiryTold, after(by, -TOLD_BEFORE_MS)),
  );
  const isTold = notExists(
    db.select({ id: outgoingEvents.id }).from(outgoingEvents).where(eq(outgoingEvents.customerId, customers.id)),
  );
  const mayGo = and(isOver, isTold);
  await eachOf(db, mayGo, (id) => eraseIfStill(world, id, mayGo).catch(failed));
  await tellOfWaiting(db, isOver).catch(failed);
  const isHeardOf = and(
    isUnclaimed,
    // Each account is looked at until then, and not for good.
    isNull(customers.photosOver),
    lt(customers.created, after(by, -UNPROVEN_LIFE_MS)),
    isTold,
  );
  const photos = (are: SQL | undefined) =>
    db
      .select({ side: identityFiles.side })
      .from(identityFiles)
      .where(and(eq(identityFiles.customerId, customers.id), are));
  // The insurer's systems fetch the photos once they heard of them, which nothing notes but the event that is gone.
  await eachOf(db, and(isHeardOf, exists(photos(isNull(identityFiles.idle)))), (id) =>
    db.update(identityFiles).set({ idle: by() }).where(eq(identityFiles.customerId, id)),
  );
  const isFetched = lt(identityFiles.idle, after(by, -PHOTOS_LEFT_MS));
  const hasIdlePhotos = and(isHeardOf, notExists(photos(or(isNull(identityFiles.idle), not(isFetched)))));
  await eachOf(db, hasIdlePhotos, (id) => erasePhotosIfStill(world, id, hasIdlePhotos).catch(failed));
}

/** Goes through accounts of a kind, from the oldest on. */
async function eachOf(db: Database, kind: SQL | undefined, work: (id: string) => Promise<unknown>): Promise<void> {
  for (let from = new Date(0); ; ) {
    const beyond = and(kind, gt(customers.created, from));
    const found = await db.select().from(customers).where(beyond).orderBy(asc(customers.created)).limit(STEP);
    for (const { id } of found) await work(id);
    const last = found.at(-1);
    if (!last || found.length < STEP) return;
    from = last.created;
  }
}

/** Looks again under a lock: the claim may have been proved since. */
async function erasePhotosIfStill(
  world: Pick<World, 'db' | 'clock'>,
  id: string,
  isIdle: SQL | undefined,
): Promise<void> {
  await world.db.transaction(async (tx) => {
    const still = and(eq(customers.id, id), isIdle);
    const [customer] = await tx.select({ id: customers.id }).from(customers).where(still).for('no key update');
    if (customer) await erasePhotos(tx, world, id);
  });
}

function rethrow(error: unknown): never {
  throw error;
}

/** The insurer's systems have not heard yet of so many accounts whose time is over. Its code is the id of one event, for the log. */
class EventsWait extends Error {
  override name = 'EventsWait';
  readonly code: string;
  readonly accounts: number;
  constructor(event: string, accounts: number) {
    super(`${event} waits`);
    this.code = event;
    this.accounts = accounts;
  }
}

/** All of them together, a refused event first: it stays until somebody decides. @throws EventsWait when there are some */
async function tellOfWaiting(db: Database, isOver: SQL | undefined): Promise<void> {
  const { customerId, id, seq, state } = outgoingEvents;
  const [held] = await db
    .select({
      accounts: countDistinct(customerId),
      first: sql<string | null>`(array_agg(${id} order by ${state} = 'refused' desc, ${customers.created}, ${seq}))[1]`,
    })
    .from(customers)
    .innerJoin(outgoingEvents, eq(customerId, customers.id))
    .where(isOver);
  if (held?.first) throw new EventsWait(held.first, held.accounts);
}

/** Looks again under a lock: the address may have been confirmed since. */
async function eraseIfStill(world: Pick<World, 'db'> & ErasureWorld, id: string, mayGo: SQL | undefined) {
  await world.db.transaction(async (tx) => {
    const still = and(eq(customers.id, id), mayGo);
    const [customer] = await tx.select().from(customers).where(still).for('update');
    // Where an event came meanwhile nothing is erased, and the next round tells of it.
    if (customer) await erasePerson(tx, world, customer);
  });
}

/** @returns how many were told */
async function tellSome({ db, clock: by, mail, publicOrigin }: Parameters<typeof endUnproven>[0]): Promise<number> {
  return db.transaction(async (tx) => {
    const isDue = and(
      isUnproven,
      isNull(customers.expiryTold),
      lt(customers.created, after(by, TOLD_BEFORE_MS - UNPROVEN_LIFE_MS)),
    );
    const due = await tx.select().from(customers).where(isDue).limit(STEP).for('update', { skipLocked: true });
    for (const { id, email, created, residenciaFiscal } of due) {
      await tx.update(customers).set({ expiryTold: by() }).where(eq(customers.id, id));
      const ends = new Date(Math.max(created.getTime() + UNPROVEN_LIFE_MS, after(by, TOLD_BEFORE_MS).getTime()));
      const day = longDate(today(ends, zoneFor(residenciaFiscal)));
      // The address may be a stranger's, who learns neither name nor number.
      await mail(
        {
          customerId: id,
          to: email,
          subject: 'Tu cuenta de Amparo está por borrarse',
          text: [
            'Hola:',
            `Alguien creó una cuenta de Amparo con este correo y aún no lo confirmó. La borraremos el ${day}, con los datos y las fotos que tiene.`,
            `Si fuiste tú, entra y escribe el código que te enviaremos: ${publicOrigin}`,
            'Si no fuiste tú, no tienes que hacer nada.',
          ].join('\n\n'),
          link: publicOrigin,
          usefulFor: TOLD_BEFORE_MS,
        },
        tx,
      );
    }
    return due.length;
  });
}
