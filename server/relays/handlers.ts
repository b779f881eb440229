import { and, eq, gt, isNotNull, isNull, lt } from 'drizzle-orm';
import { RELAY_LIFE_MS } from '#contract/relay.ts';
import { fail, ok } from '#contract/result.ts';
import { after } from '../clock.ts';
import { relays } from '../database/schema.ts';
import type { Handler } from '../handler.ts';
import { hashOf, newToken } from '../secrets.ts';

const over = fail('not-found', { text: 'El código venció o ya se usó. Crea otro en tu computadora' });

/** POST /relevos: a place for one message, which only who opened it may read. */
export const openRelay: Handler<'openRelay'> = async ({ db, clock, attempts, networks, input }) => {
  const wait = await attempts.take('relayPerAddress', networks);
  if (wait > 0) return fail('rate-limited', { retryAfter: wait });
  const expires = after(clock, RELAY_LIFE_MS);
  const relevo = newToken();
  // What nobody came for goes at once, not with the hourly sweep: it may be two megabytes each.
  await db.delete(relays).where(lt(relays.expires, clock()));
  await db.insert(relays).values({ id: relevo, readerHash: hashOf(input.lector), sealed: null, expires });
  return ok({ relevo, vence: expires.toISOString() });
};

/** POST /relevos/{relevo}/fotos: the message, once. */
export const handToRelay: Handler<'handToRelay'> = async ({ db, clock, input }) => {
  const taken = await db
    .update(relays)
    .set({ sealed: input.contenido })
    .where(and(eq(relays.id, input.relevo), isNull(relays.sealed), gt(relays.expires, clock())))
    .returning({ id: relays.id });
  return taken.length > 0 ? ok({}) : over;
};

/** POST /relevos/{relevo}/recoger: the message, after which the place is gone; null while it has not come. */
export const takeFromRelay: Handler<'takeFromRelay'> = async ({ db, clock, input }) => {
  const ofReader = and(
    eq(relays.id, input.relevo),
    eq(relays.readerHash, hashOf(input.lector)),
    gt(relays.expires, clock()),
  );
  const [came] = await db
    .delete(relays)
    .where(and(ofReader, isNotNull(relays.sealed)))
    .returning({ sealed: relays.sealed });
  if (came) return ok({ contenido: came.sealed });
  const [open] = await db.select({ id: relays.id }).from(relays).where(ofReader);
  return open ? ok({ contenido: null }) : over;
};
