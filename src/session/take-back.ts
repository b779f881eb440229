import { ageOf, MINUTE_MS, SECOND_MS } from '#contract/age.ts';
import { whileFree, whileHeld } from '#database/hold-lock.ts';
import type { Database } from '#database/open.ts';
import type { AdditionRow } from '#database/rows.ts';
import { withRoom } from '#database/storage.ts';
import { additionId, additionsHere } from './additions.ts';
import type { Calls } from './calls.ts';
import { personOf } from './envelopes.ts';
import type { PasskeyCalls } from './settings.ts';
import type { Customer } from './tokens.ts';

/**
 * Passkeys on their way to the server. Each is noted before the server is told of it, and until it opens this device. Where its
 * answer is lost or the page ends, the next contact takes it back: beside it the authenticator would make no other (F2).
 */

/** An addition that was sent may arrive this late, after what took it back. */
const LATE_MS = 10 * MINUTE_MS;

/** A page that takes back asks the server. Longer than that it is not waited for. */
const LONGEST_MS = 10 * SECOND_MS;

/**
 * Runs an addition from its note on. Meanwhile no page takes it back. One that is at it already is waited for: it might find the
 * note, and at the server the passkey that this addition has just made.
 */
export const whileAdding = <T>(db: Database, add: () => Promise<T>): Promise<T> =>
  whileHeld(lockOf(db), db.machine.timers, LONGEST_MS, add);

/** False without room; nothing is noted then. */
export async function noteAddition(
  db: Database,
  { idUsuario }: Customer,
  credential: string,
  at: number,
): Promise<boolean> {
  const row: AdditionRow = { id: additionId(credential), person: await personOf(db, idUsuario), at };
  return (await withRoom(db, () => db.vault.put(row))).ok;
}

/** Takes back every addition of the customer that came to nothing. */
export const takeBackAll: PasskeyCalls['takeBackAll'] = async ({ db, clock }, call, who) => {
  const taken = await whileFree(lockOf(db), async () => {
    const noted = await additionsHere(db, [await personOf(db, who.idUsuario)]);
    return takeBack(db, call, who, noted, clock());
  });
  return taken ?? true;
};

/**
 * Takes these back, as far as the server has them. One that it does not have yet stays noted for ten minutes.
 *
 * @returns false when the server could not be asked
 */
export async function takeBack(
  db: Database,
  call: Calls['call'],
  { idUsuario }: Customer,
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

const lockOf = (db: Database): string => `amparo adding ${db.name}`;
