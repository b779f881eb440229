import * as v from 'valibot';
import { type AccessToken, residences } from '#contract/account.ts';
import { id, instant, text } from '#contract/values.ts';
import type { Database } from '#database/open.ts';
import type { SessionPart, SessionRow } from '#database/rows.ts';
import { openRow, sealRow } from '#database/sealed.ts';

/** Who the customer is. */
export const identity = v.object({
  email: text,
  idUsuario: id,
  cedula: text,
  nombre: text,
  /** Which country's rules and wording apply; a value the product does not know reads as 'Internacional'. */
  residence: v.fallback(v.picklist(residences), 'Internacional'),
  /** The token by which the server knows this device (Account.dispositivo). */
  dispositivo: v.optional(text),
});
export type Identity = v.InferOutput<typeof identity>;

const token = v.pipe(v.string(), v.nonEmpty());
const sessionParts = {
  identity,
  /** `since` and `received` are the device's clock, in milliseconds. `refused`: the server does not know the token any more. */
  internal: v.object({ token, since: v.number(), refused: v.optional(v.literal(true)) }),
  access: v.object({ token, updated: instant, received: v.number() }),
  sending: v.object({ token }),
} satisfies Record<SessionPart, v.GenericSchema>;
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

/** Reads one part; null when there is none, or when it belongs to another customer or is damaged. */
export async function readPart<P extends SessionPart>(
  db: Database,
  key: CryptoKey,
  owner: string,
  part: P,
): Promise<PartOf<P> | null> {
  const id = partId(owner, part);
  const row = await db.session.get(id);
  if (!row) return null;
  const opened = v.safeParse(sessionParts[part], await openRow(key, row, { table: 'session', row: id, owner }));
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

/** Removes a customer's tokens and leaves the identity. */
export function dropTokens(db: Database, owner: string): Promise<void> {
  return db.session.bulkDelete([partId(owner, 'internal'), partId(owner, 'access'), partId(owner, 'sending')]);
}
