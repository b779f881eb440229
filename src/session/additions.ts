import { ageOf, MINUTE_MS } from '#contract/age.ts';
import { holdLock, whileFree } from '#database/hold-lock.ts';
import type { Database } from '#database/open.ts';
import type { AdditionRow } from '#database/rows.ts';
import { withRoom } from '#database/storage.ts';
import type { Calls } from './calls.ts';
import { personOf } from './envelopes.ts';
import type { Customer } from './tokens.ts';

/**
 * Passkeys on their way to the server. Each is noted before the server is told of it, and until it opens this device. Where its
 * answer is lost or the page ends, the next contact takes it back: beside it the authenticator would make no other (F2).
 */

/** An addition that was sent may arrive this late, after what took it back. */
const LATE_MS = 10 * MINUTE_MS;

export const additionId = (credential: string): AdditionRow['id'] => `addition:${credential}`;

/** Runs an addition from its note on. Meanwhile no page takes it back. */
export async function whileAdding<T>(db: Database, add: () => Promise<T>): Promise<T> {
  const letGo = holdLock(lockOf(db));
  try {
    return await add();
  } finally {
    letGo();
  }
}

/** False without room; nothing is noted then. */
export async function noteAddition(
  db: Database,
  { idUsuario }: Pick<Customer, 'idUsuario'>,
  credential: string,
  at: number,
): Promise<boolean> {
  const row: AdditionRow = { id: additionId(credential), person: await personOf(db, idUsuario), at };
  return (await withRoom(db, () => db.vault.put(row))).ok;
}

/** Every addition of these persons that is noted. */
export async function additionsOf(db: Database, persons: readonly string[]): Promise<AdditionRow[]> {
  return (await additions(db)).filter(({ person }) => persons.includes(person));
}

/**
 * Takes back every addition of the customer that came to nothing.
 *
 * @param open whose session is open, or null
 * @returns false when the server could not be asked
 */
export async function takeBackAll(
  db: Database,
  call: Calls['call'],
  open: () => Promise<Pick<Customer, 'idUsuario'> | null>,
  now: number,
): Promise<boolean> {
  // Most devices have none, and every start asks.
  if ((await additions(db)).length === 0) return true;
  const who = await open();
  if (!who) return true;
  const taken = await whileFree(lockOf(db), async () => {
    const noted = await additionsOf(db, [await personOf(db, who.idUsuario)]);
    return takeBack(db, call, who, noted, now);
  });
  return taken ?? true;
}

/** Takes these back, as far as the server has them. One that it does not have yet stays noted for ten minutes. */
export async function takeBack(
  db: Database,
  call: Calls['call'],
  { idUsuario }: Pick<Customer, 'idUsuario'>,
  noted: readonly Pick<AdditionRow, 'id' | 'at'>[],
  now: number,
): Promise<boolean> {
  if (noted.length === 0) return true;
  const listed = await call('passkeys', { idUsuario });
  if (!listed.ok) return false;
  for (const { id, at } of noted) {
    const there = listed.value.find(({ credencial }) => additionId(credencial) === id);
    const removed = there && (await call('removePasskey', { idUsuario, credencial: there.credencial }));
    if (removed && !removed.ok) return false;
    if (removed || (ageOf(at, now) ?? LATE_MS) >= LATE_MS) await db.vault.delete(id);
  }
  return true;
}

async function additions(db: Database): Promise<AdditionRow[]> {
  const rows = await db.vault.where('id').startsWith(additionId('')).toArray();
  return rows.filter((row): row is AdditionRow => 'person' in row && 'at' in row);
}

const lockOf = (db: Database): string => `amparo adding ${db.name}`;
