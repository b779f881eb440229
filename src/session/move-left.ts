import { mirrorScope } from '#database/keyring.ts';
import { openLeft, sealLeft } from '#database/left-to-pay.ts';
import type { Database } from '#database/open.ts';
import { neverPulled, type PullRow } from '#database/rows.ts';
import type { Sealed } from '#vault/codec.ts';
import type { CustomerKeys } from '#vault/keys.ts';

/** The keys of a customer, and their random name on this device. */
export type Owned = CustomerKeys & { owner: string };

/** The payment pages of one policy that the customer left for, sealed for a new owner. The rest of their row is pulled again. */
export interface MovedLeft {
  was: string;
  scope: string;
  owner: string;
  paying: Sealed;
}

type LeftRow = PullRow & { paying: Sealed };

const rowsOf = (db: Database, owners: readonly string[]): Promise<LeftRow[]> =>
  db.pulls
    .where('owner')
    .anyOf(owners)
    .filter((row): row is LeftRow => row.paying != null)
    .toArray() as Promise<LeftRow[]>;

/** Tells whether they are still as they were read. */
export const marksOfLeft = async (db: Database, owners: readonly string[]): Promise<string[]> =>
  (await rowsOf(db, owners)).map(({ scope, paying }) => scope + paying.iv.join());

/** Seals them again, together with those that the new owner has. One that does not tell its policy stays. */
export async function prepareLeft(db: Database, from: Owned, to: Owned, idUsuario: string): Promise<MovedLeft[]> {
  const rows = await rowsOf(db, [from.owner, to.owner]);
  const moved: MovedLeft[] = [];
  for (const row of rows.filter(({ owner }) => owner === from.owner)) {
    const left = await openLeft(from, row, row.paying);
    const policyId = left?.[0]?.policyId;
    if (!left || policyId === undefined) continue;
    const where = { scope: await mirrorScope(to, 'payments', idUsuario, policyId), owner: to.owner };
    const there = rows.find(({ scope }) => scope === where.scope);
    const later = there ? await openLeft(to, there, there.paying) : [];
    if (!later) continue;
    const all = [...left.filter(({ billNo }) => !later.some((one) => one.billNo === billNo)), ...later];
    moved.push({ was: row.scope, ...where, paying: await sealLeft(to.readKey, where, all) });
  }
  return moved;
}

/** Writes them inside the caller's transaction. */
export async function putLeft(db: Database, moved: readonly MovedLeft[]): Promise<void> {
  for (const { was, scope, owner, paying } of moved) {
    await db.pulls.put({ ...neverPulled(scope, owner), ...(await db.pulls.get(scope)), paying });
    await db.pulls.delete(was);
  }
}
