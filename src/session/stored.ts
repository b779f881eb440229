import * as v from 'valibot';
import { type AccessToken, type Account, residences } from '#contract/account.ts';
import { fail } from '#contract/result.ts';
import { id, instant, text } from '#contract/values.ts';
import type { Database } from '#database/open.ts';
import type { SessionPart, SessionRow } from '#database/rows.ts';
import { isSameSeal, type OpeningKeys, openRow, type ReadKeys, sealRow } from '#database/sealed.ts';

/** Who the customer is. */
export const identity = v.object({
  email: text,
  idUsuario: id,
  cedula: text,
  nombre: text,
  /** The country whose rules and wording apply. An unknown value reads as 'Internacional'. */
  residence: v.fallback(v.picklist(residences), 'Internacional'),
  /** The token by which the server recognises this device (Account.dispositivo). */
  dispositivo: v.optional(text),
});
export type Identity = v.InferOutput<typeof identity>;

const token = v.pipe(v.string(), v.nonEmpty());
const stale = v.optional(v.literal(true));
const sessionParts = {
  identity,
  /**
   * `since` and `received` are the device's clock, in milliseconds. `refused`: the server no longer accepts the token.
   * `stale`: the token was on the device during a lock that the server may not know of. It is exchanged at the next contact
   * (D57).
   */
  internal: v.object({ token, since: v.number(), refused: v.optional(v.literal(true)), stale }),
  access: v.object({ token, updated: instant, received: v.number(), stale }),
  sending: v.object({ token }),
  /** Under a key that only a way in opens (D76). */
  renewal: v.object({ token }),
  /** As the locked screen shows it (D72). */
  address: v.object({ masked: text }),
  /** The send-only token of who was displaced: it stays until it is over, to hear of an ending from elsewhere (displaced.ts). */
  telling: v.object({ token }),
} satisfies Record<SessionPart, v.GenericSchema>;
export const partNames = Object.keys(sessionParts) as SessionPart[];
type PartOf<P extends SessionPart> = v.InferOutput<(typeof sessionParts)[P]>;

export const partId = (owner: string, part: SessionPart): SessionRow['id'] => `${owner}:${part}`;

/** Seals one part of the session for its row. */
export async function sealPart<P extends SessionPart>(
  key: CryptoKey,
  owner: string,
  part: P,
  value: PartOf<P>,
): Promise<SessionRow> {
  const row = partId(owner, part);
  return { id: row, owner, ...(await sealRow(key, value, { table: 'session', row, owner })) };
}

/** Reads one part; null when it is missing, damaged or another customer's. */
export async function readPart<P extends SessionPart>(
  db: Database,
  keys: OpeningKeys,
  owner: string,
  part: P,
): Promise<PartOf<P> | null> {
  return openPart(keys, owner, part, await db.session.get(partId(owner, part)));
}

/** The same of a row that was just read. */
export async function openPart<P extends SessionPart>(
  keys: OpeningKeys,
  owner: string,
  part: P,
  row: SessionRow | undefined,
): Promise<PartOf<P> | null> {
  if (!row) return null;
  const context = { table: 'session', row: partId(owner, part), owner };
  const opened = v.safeParse(sessionParts[part], await openRow(keys, row, context));
  return opened.success ? (opened.output as PartOf<P>) : null;
}

/** The rows of an answer of the authentication service: the access token, and the send-only token where there is one. */
export async function sealAccess(
  keys: { readKey: CryptoKey; sendKey: CryptoKey },
  owner: string,
  answer: AccessToken,
  now: number,
): Promise<SessionRow[]> {
  const { access_token: token, updated, sendToken } = answer;
  const access = await sealPart(keys.readKey, owner, 'access', { token, updated, received: now });
  return sendToken ? [access, await sealPart(keys.sendKey, owner, 'sending', { token: sendToken })] : [access];
}

/** What the server gave of one sign-in. */
export interface Given {
  account: Account;
  /** Null when it could not be fetched. */
  access: AccessToken | null;
}

/**
 * The rows of a session that the server gave, and the renewal token's. Where it gave none, or nothing here can seal it, the
 * earlier one is of no use any more: its row is in `gone`.
 *
 * @param key seals the renewal token; null where the way in has none
 */
export async function sealGiven(
  keys: { readKey: CryptoKey; sendKey: CryptoKey },
  owner: string,
  { account, access }: Given,
  { who, key, now }: { who: Pick<Identity, 'email' | 'dispositivo'>; key: CryptoKey | null; now: number },
): Promise<{ rows: SessionRow[]; gone: SessionRow['id'][] }> {
  const customer = v.parse(identity, {
    email: who.email,
    idUsuario: account.id,
    cedula: account.nif,
    nombre: account.nombre,
    residence: account.residenciaFiscal,
    dispositivo: account.dispositivo ?? who.dispositivo,
  });
  const { renovacion } = account;
  const renewal = key && renovacion !== undefined ? await sealPart(key, owner, 'renewal', { token: renovacion }) : null;
  const rows = [
    await sealPart(keys.readKey, owner, 'identity', customer),
    await sealPart(keys.readKey, owner, 'internal', { token: account.token, since: now }),
    ...(access ? await sealAccess(keys, owner, access, now) : []),
    ...(renewal ? [renewal] : []),
  ];
  return { rows, gone: renewal ? [] : [partId(owner, 'renewal')] };
}

/** The tokens that an offline unlock finds, sealed again as stale, and the rows that they replace. */
export async function markTokensStale(db: Database, keys: ReadKeys, owner: string) {
  const [internal, access] = await db.session.bulkGet([partId(owner, 'internal'), partId(owner, 'access')]);
  const [held, bearer] = await Promise.all([
    openPart(keys, owner, 'internal', internal),
    openPart(keys, owner, 'access', access),
  ]);
  const rows = await Promise.all([
    ...(held ? [sealPart(keys.readKey, owner, 'internal', { ...held, stale: true })] : []),
    ...(bearer ? [sealPart(keys.readKey, owner, 'access', { ...bearer, stale: true })] : []),
  ]);
  return { rows, replaced: [internal, access].filter((row) => row !== undefined) };
}

/** Whether nobody has written these rows since they were read, inside the caller's transaction. */
export async function areStillStored(db: Database, rows: readonly SessionRow[]): Promise<boolean> {
  const now = await db.session.bulkGet(rows.map(({ id }) => id));
  return rows.every((row, index) => isSameSeal(now[index] ?? row, row) && now[index] !== undefined);
}

/** The device is full, and nothing was written. */
export const noRoom = fail('unavailable', {
  text: 'No queda espacio para guardar. Libera espacio e inténtalo de nuevo',
});

/** Removes all parts of a customer's session but the identity. */
export function dropTokens(db: Database, owner: string): Promise<void> {
  const parts = partNames.filter((part) => part !== 'identity');
  return db.session.bulkDelete(parts.map((part) => partId(owner, part)));
}
