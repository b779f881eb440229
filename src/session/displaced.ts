import type { Api } from '#api/create-api.ts';
import { deviceKeys, sendingKeys } from '#database/keyring.ts';
import type { Database } from '#database/open.ts';
import type { SessionRow } from '#database/rows.ts';
import { isSameSeal } from '#database/sealed.ts';
import { openPart, partId, readPart, sealPart } from './stored.ts';

/** told: nothing is left to tell. later: the server could not be reached. never: it has no such call. */
export type ReportOutcome = 'told' | 'later' | 'never';

/** Whom another's sign-in displaces, and the rows that tell the server of it afterwards. */
export interface Displaced {
  owner: string | undefined;
  rows: SessionRow[];
}

/**
 * A sign-in of `owner` takes the key to send with from whoever is here. Their send-only token is sealed again under the
 * device's key, or nothing could end the tokens they leave behind.
 */
export async function sealDisplaced(db: Database, owner: string): Promise<Displaced> {
  const before = await sendingKeys(db);
  if (!before || before.owner === owner) return { owner: before?.owner, rows: [] };
  const [held, left] = await Promise.all([
    readPart(db, before.sendKey, before.owner, 'sending'),
    tokensLeft(db, before.owner),
  ]);
  const rows =
    held && left.length > 0 ? [await sealPart((await deviceKeys(db)).key, before.owner, 'telling', held)] : [];
  return { owner: before.owner, rows };
}

/** Whether the sign-in would displace somebody else than was here when it was prepared, inside the caller's transaction. */
export async function isAnother(db: Database, owner: string, displaced: Displaced): Promise<boolean> {
  const now = (await sendingKeys(db))?.owner;
  return now !== undefined && now !== owner && now !== displaced.owner;
}

/** Tells the server of every customer who was displaced, as of a lock, and deletes the tokens that it ended. */
export async function tellDisplaced(db: Database, api: Api): Promise<ReportOutcome> {
  const said: ReportOutcome[] = [];
  const tried = new Set<string>();
  const next = () => db.session.filter(({ id }) => id.endsWith(':telling') && !tried.has(id)).first();
  // Somebody else may come in while the server is told.
  for (let row = await next(); row; row = await next()) {
    tried.add(row.id);
    const left = await tokensLeft(db, row.owner);
    const held = await openPart((await deviceKeys(db)).key, row.owner, 'telling', row);
    const one = held ? hearLock(await api.call('lock', {}, { bearer: held.token })) : 'never';
    if (one !== 'later') await removeSeen(db, one === 'told' ? [row, ...left] : [row]);
    said.push(one);
  }
  return said.includes('later') ? 'later' : 'told';
}

/** What an answer to the report of a lock says. Refused tokens have ended. */
export function hearLock(answer: Awaited<ReturnType<Api['call']>>): ReportOutcome {
  if (answer.ok || answer.problem.code === 'unauthorised') return 'told';
  return answer.problem.code === 'not-found' || answer.problem.code === 'method-not-allowed' ? 'never' : 'later';
}

/** Deletes the rows unless a sign-in has replaced them meanwhile. */
export function removeSeen(db: Database, seen: SessionRow[]): Promise<void> {
  return db.transaction('rw', db.session, async () => {
    for (const row of seen) {
      const now = await db.session.get(row.id);
      if (now && isSameSeal(now, row)) await db.session.delete(row.id);
    }
  });
}

const tokensLeft = async (db: Database, owner: string): Promise<SessionRow[]> =>
  (await db.session.bulkGet([partId(owner, 'internal'), partId(owner, 'access')])).filter((row) => row !== undefined);
