import { keysOf, sendingKeys } from '#database/keyring.ts';
import type { Database } from '#database/open.ts';
import type { ReadingRow, SendingRow, SessionRow } from '#database/rows.ts';
import { openPart, partId } from './stored.ts';

/**
 * The session on this device.
 * - none: nobody is signed in
 * - locked: only the queue can be sent. `untold`: tokens lie here that the server is to end (D57)
 * - open: data can be read. `keys`: whether the reading keys are stored or only in the memory of pages (D56). `left`:
 *   milliseconds until the lock; 0 when it is due
 *
 * A reading key without its customer's sending key and identity opens nothing. No way in writes that; a start removes it.
 */
export type SessionState =
  | { is: 'none' }
  | { is: 'locked'; owner: string; untold: boolean }
  | { is: 'open'; owner: string; keys: 'stored' | 'in-memory'; tokens: TokenState; left: number };

/**
 * - stale: they were here during a lock that the server may not know of, and are exchanged at the next contact (D57)
 * - refused: the server does not accept them any more (D49)
 * - missing: none are here, as after an offline sign-in that followed a logout
 */
type TokenState = 'good' | 'stale' | 'refused' | 'missing';

/** What is stored of the session: of the customer whose keys lie here. */
export interface StoredSession {
  reading: ReadingRow | null;
  sending: SendingRow | null;
  /** When the customer was last active, in milliseconds since 1970; null when that is not known. */
  activeAt: number | null;
  identity: SessionRow | undefined;
  internal: SessionRow | undefined;
  access: SessionRow | undefined;
}

/** Reads it in one transaction: another tab may sign in or lock at any moment. */
export function storedSession(db: Database): Promise<StoredSession> {
  return db.transaction('r', db.vault, db.session, async () => {
    const [first, sending, last] = await Promise.all([
      db.vault.get('reading'),
      sendingKeys(db),
      db.vault.get('activity'),
    ]);
    const reading = first?.id === 'reading' ? first : null;
    const activeAt = last?.id === 'activity' ? last.at : null;
    const owner = (reading ?? sending)?.owner;
    const parts = (['identity', 'internal', 'access'] as const).map((part) => partId(owner ?? '', part));
    const [identity, internal, access] = owner === undefined ? [] : await db.session.bulkGet(parts);
    return { reading, sending, activeAt, identity, internal, access };
  });
}

/** Whether it is still the reading that was found. Each sign-in, also with the same keys, notes its time beside them. */
export const isSameReading = (one: StoredSession, other: StoredSession): boolean =>
  one.activeAt === other.activeAt && isSameOpening(one, other);

/** Whether both are of one sign-in or unlock, whatever its customer did since. Each seals or names its keys anew. */
export const isSameOpening = (one: StoredSession, other: StoredSession): boolean =>
  openingMark(one) === openingMark(other);

const openingMark = ({ reading }: StoredSession): string =>
  JSON.stringify(reading && [reading.owner, 'held' in reading ? reading.held : Array.from(reading.secrets.iv)]);

/** The state of the session now, as `stateOf`. */
export const readSession = async (db: Database, left: Left): Promise<SessionState> =>
  stateOf(db, await storedSession(db), left);

/** Milliseconds until the lock by the time of the last activity (activity.ts). */
type Left = (activeAt: number | null) => number;

/**
 * The state of the session that was read. It asks other pages for keys that only they have.
 */
export async function stateOf(db: Database, stored: StoredSession, left: Left): Promise<SessionState> {
  const { reading, sending, activeAt } = stored;
  const keys = await keysOf(db, reading);
  if (!sending) return { is: 'none' };
  const { owner } = sending;
  const [who, internal, access] = await Promise.all(
    keys?.owner === owner
      ? [
          openPart(keys, owner, 'identity', stored.identity),
          openPart(keys, owner, 'internal', stored.internal),
          openPart(keys, owner, 'access', stored.access),
        ]
      : ([null, null, null] as const),
  );
  if (!reading || !who) return { is: 'locked', owner, untold: untoldTokens(stored).length > 0 };
  const held = internal?.stale || access?.stale ? 'stale' : 'good';
  const tokens = internal === null ? 'missing' : internal.refused ? 'refused' : held;
  return { is: 'open', owner, keys: 'held' in reading ? 'in-memory' : 'stored', tokens, left: left(activeAt) };
}

/** D49: whether a new sign-in is needed before the server accepts anything. */
export const isOver = (state: SessionState): boolean =>
  state.is === 'open' && (state.tokens === 'refused' || state.tokens === 'missing');

/**
 * The tokens that a lock left here. It looks at the reading row and not at the keys: with a passkey they may be in another
 * page's memory, where the session is open.
 */
export const untoldTokens = ({ reading, internal, access }: StoredSession): SessionRow[] =>
  reading ? [] : [internal, access].filter((row) => row !== undefined);
