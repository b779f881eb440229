import * as v from 'valibot';
import { type AccessToken, residences } from '#contract/account.ts';
import { fail } from '#contract/result.ts';
import { id, instant, text } from '#contract/values.ts';
import type { Database } from '#database/open.ts';
import type { SessionPart, SessionRow } from '#database/rows.ts';
import { type OpeningKeys, openRow, type ReadKeys, sealRow } from '#database/sealed.ts';

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
const sessionParts = {
  identity,
  /**
   * `since` and `received` are the device's clock, in milliseconds. `refused`: the server no longer accepts the token.
   * `lay`: the token was on the device during a lock that the server may not know of. It is exchanged at the next contact
   * (D57).
   */
  internal: v.object({
    token,
    since: v.number(),
    refused: v.optional(v.literal(true)),
    lay: v.optional(v.literal(true)),
  }),
  access: v.object({ token, updated: instant, received: v.number(), lay: v.optional(v.literal(true)) }),
  sending: v.object({ token }),
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
  const id = partId(owner, part);
  const row = await db.session.get(id);
  if (!row) return null;
  const opened = v.safeParse(sessionParts[part], await openRow(keys, row, { table: 'session', row: id, owner }));
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

/** The tokens that an offline unlock finds, marked `lay`: they were on the device during the lock. */
export async function sealLain(db: Database, keys: ReadKeys, owner: string): Promise<SessionRow[]> {
  const { readKey } = keys;
  const [internal, access] = await Promise.all([
    readPart(db, keys, owner, 'internal'),
    readPart(db, keys, owner, 'access'),
  ]);
  return Promise.all([
    ...(internal ? [sealPart(readKey, owner, 'internal', { ...internal, lay: true })] : []),
    ...(access ? [sealPart(readKey, owner, 'access', { ...access, lay: true })] : []),
  ]);
}

/** The device is full, and nothing was written. */
export const noRoom = fail('unavailable', {
  text: 'No queda espacio en este dispositivo. Libera espacio e inténtalo de nuevo',
});

/** Removes a customer's tokens and leaves the identity. */
export function dropTokens(db: Database, owner: string): Promise<void> {
  return db.session.bulkDelete([partId(owner, 'internal'), partId(owner, 'access'), partId(owner, 'sending')]);
}
