import type { Database } from '#database/open.ts';
import type { AdditionRow } from '#database/rows.ts';

export const additionId = (credential: string): AdditionRow['id'] => `addition:${credential}`;

/** Every passkey on its way to the server that is noted here (take-back.ts); with `persons`, theirs alone. */
export async function additionsHere(db: Database, persons?: readonly string[]): Promise<AdditionRow[]> {
  const rows = await db.vault.where('id').startsWith(additionId('')).toArray();
  return rows.filter((row): row is AdditionRow => 'person' in row && 'at' in row && isOf(row, persons));
}

const isOf = ({ person = '' }: { person?: string }, persons?: readonly string[]) => persons?.includes(person) ?? true;
