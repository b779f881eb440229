import type { Api } from '#api/create-api.ts';
import { ageOf, HOUR_MS } from '#contract/age.ts';
import { fail, type Result } from '#contract/result.ts';
import { deviceKeys, sendingKeys } from '#database/keyring.ts';
import type { Database } from '#database/open.ts';
import type { SessionRow } from '#database/rows.ts';
import { isSameSeal } from '#database/sealed.ts';
import { ifRoom } from '#database/storage.ts';
import { envelopeRows } from './envelopes.ts';
import { dropCustomer } from './erase.ts';
import { dropTokens, openPart, partId, readPart, sealPart } from './stored.ts';

/** told: nothing is left to tell. later: the server could not be reached. never: it has no such call. */
export type ReportOutcome = 'told' | 'later' | 'never';

/** Whom another's sign-in displaces, and the rows that tell the server of it afterwards. */
export interface Displaced {
  owner: string | undefined;
  rows: SessionRow[];
}

/**
 * A sign-in of `owner` takes the key to send with from whoever is here. Their send-only token is sealed again under the
 * device's key, or nothing could end the tokens they leave behind, nor hear that they want erased what lies here (D83).
 */
export async function sealDisplaced(db: Database, owner: string): Promise<Displaced> {
  const before = await sendingKeys(db);
  if (!before || before.owner === owner) return { owner: before?.owner, rows: [] };
  const held = await readPart(db, before.sendKey, before.owner, 'sending');
  const rows = held ? [await sealPart((await deviceKeys(db)).key, before.owner, 'telling', held)] : [];
  return { owner: before.owner, rows };
}

/** Whether the sign-in would displace somebody else than was here when it was prepared, inside the caller's transaction. */
export async function isAnother(db: Database, owner: string, displaced: Displaced): Promise<boolean> {
  const now = (await sendingKeys(db))?.owner;
  return now !== undefined && now !== owner && now !== displaced.owner;
}

/** A session that still stands is asked for again after this time. A shared device has many, and each start would ask for all. */
const ASKED_AGAIN_MS = HOUR_MS;

/** Runs a report that ends tokens of this customer. */
export type WhileEnding = <T>(owner: string, report: () => Promise<T>) => Promise<T>;

/** `askIn`: after so many milliseconds a session that stands is to be asked for again; without the member, none is. */
interface Told {
  outcome: ReportOutcome;
  askIn?: number;
}

/**
 * Tells the server of every customer who was displaced, as of a lock, and deletes the tokens that it ended. Later it asks
 * whether their session still stands, until the token is over: they may have ended it from elsewhere (D83).
 */
export async function tellDisplaced(db: Database, api: Api, whileEnding: WhileEnding): Promise<Told> {
  const said: Told[] = [];
  const tried = new Set<string>();
  const untried = async () => {
    const ids = await db.session.toCollection().primaryKeys();
    return ids.filter((id) => id.endsWith(TELLING) && !tried.has(id));
  };
  // Somebody else may come in while the server is told.
  for (let ids = await untried(); ids.length > 0; ids = await untried()) {
    for (const id of ids) {
      tried.add(id);
      const owner = id.slice(0, -TELLING.length);
      const left = await tokensLeft(db, owner);
      const tell = () => tellOne(db, api, id, left);
      said.push(await (left.length > 0 ? whileEnding(owner, tell) : tell()));
    }
  }
  const askIn = said.flatMap((one) => one.askIn ?? []);
  const outcome = said.some((one) => one.outcome === 'later') ? 'later' : 'told';
  return { outcome, ...(askIn.length > 0 && { askIn: Math.min(...askIn) }) };
}

const TELLING = ':telling';

/** @param left the tokens that the server is to end */
async function tellOne(db: Database, api: Api, id: SessionRow['id'], left: SessionRow[]): Promise<Told> {
  // Who is back has taken the row away.
  const row = await db.session.get(id);
  const since = row?.askedAt === undefined ? null : ageOf(row.askedAt, db.machine.clock());
  if (!row) return { outcome: 'told' };
  if (left.length === 0 && since !== null && since < ASKED_AGAIN_MS)
    return { outcome: 'told', askIn: ASKED_AGAIN_MS - since };
  const answer = await askFor(db, api, row, left.length > 0);
  if (!answer.ok && answer.problem.code === 'session-ended') await end(db, row, answer.problem.erase === true);
  const heard = hearLock(answer);
  if (heard !== 'later') await removeSeen(db, [...(answer.ok ? [] : [row]), ...(heard === 'told' ? left : [])]);
  if (!answer.ok) return { outcome: heard };
  await ifRoom(() => db.session.update(id, { askedAt: db.machine.clock() }));
  return { outcome: heard, askIn: ASKED_AGAIN_MS };
}

async function askFor(db: Database, api: Api, row: SessionRow, isLock: boolean): Promise<Result<unknown>> {
  // An erasure may have taken the device's key meanwhile. It is not made anew for this.
  const device = await db.vault.get('device');
  const held = device?.id === 'device' ? await openPart(device.key, row.owner, 'telling', row) : null;
  if (!held) return fail('not-found');
  const bearer = held.token;
  return isLock ? api.call('lock', {}, { bearer }) : api.call('readTogether', { lecturas: [] }, { bearer });
}

/**
 * Ends what is here of somebody who was displaced, unless they are back. Nobody is told of it. With `erase` everything of theirs
 * goes; otherwise queue and drafts stay sealed until their next sign-in. They stay too where it has been: an envelope lies aside
 * once its customer signed in with a newer password, and the order is older than what lies under that.
 */
function end(db: Database, seen: SessionRow, erase: boolean): Promise<void> {
  return db.transaction('rw', db.tables, async () => {
    const { owner } = seen;
    const now = await db.session.get(seen.id);
    if (!now || !isSameSeal(now, seen)) return;
    const isBack = (await envelopeRows(db)).some(({ aside }) => aside.some((one) => one.owner === owner));
    await (erase && !isBack ? dropCustomer(db, [owner]) : dropTokens(db, owner));
  });
}

/** What an answer to the report of a lock says. Refused tokens have ended. */
export function hearLock(answer: Result<unknown>): ReportOutcome {
  if (answer.ok || answer.problem.code === 'unauthorised' || answer.problem.code === 'session-ended') return 'told';
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
