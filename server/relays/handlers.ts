import { and, eq, gt, inArray, isNotNull, isNull, lt } from 'drizzle-orm';
import { RELAY_LIFE_MS } from '#contract/relay.ts';
import { fail, ok } from '#contract/result.ts';
import { after } from '../clock.ts';
import { relays } from '../database/schema.ts';
import type { Handler } from '../handler.ts';
import { hashOf, newToken } from '../secrets.ts';

const over = fail('not-found', { text: 'El código venció o ya se usó. Crea otro en tu computadora' });

/** POST /relevos: a place for one message, which only who opened it may read. */
export const openRelay: Handler<'openRelay'> = async ({ db, clock, ageClock, attempts, networks, input }) => {
  const wait = await attempts.take('relayPerAddress', networks);
  if (wait > 0) return fail('rate-limited', { retryAfter: wait });
  const expires = after(clock, RELAY_LIFE_MS);
  const relevo = newToken();
  // What nobody came for goes at once, not with the hourly sweep: it may be two megabytes each.
  const by = await ageClock();
  await db.delete(relays).where(lt(relays.expires, by()));
  await db.insert(relays).values({ id: relevo, readerHash: hashOf(input.lector), sealed: null, expires });
  return ok({ relevo, vence: expires.toISOString() });
};

/** What stays of a message that was read. No message looks like it. */
const markOf = (contenido: string) => `sha256:${hashOf(contenido)}`;

/** POST /relevos/{relevo}/fotos: one message. Its sender may have lost the answer, and sends the same one again. */
export const handToRelay: Handler<'handToRelay'> = async ({ db, clock, input: { relevo, contenido } }) => {
  const here = and(eq(relays.id, relevo), gt(relays.expires, clock()));
  const id = { id: relays.id };
  const [taken] = await db
    .update(relays)
    .set({ sealed: contenido })
    .where(and(here, isNull(relays.sealed)))
    .returning(id);
  const isSame = inArray(relays.sealed, [contenido, markOf(contenido)]);
  const [came] = taken ? [taken] : await db.select(id).from(relays).where(and(here, isSame));
  return came ? ok({}) : over;
};

/** POST /relevos/{relevo}/recoger: the message, of which only the mark stays; null while it has not come. */
export const takeFromRelay: Handler<'takeFromRelay'> = async ({ db, clock, input }) => {
  const ofReader = and(
    eq(relays.id, input.relevo),
    eq(relays.readerHash, hashOf(input.lector)),
    gt(relays.expires, clock()),
  );
  const contenido = await db.transaction(async (tx) => {
    const [came] = await tx
      .delete(relays)
      .where(and(ofReader, isNotNull(relays.sealed)))
      .returning();
    if (!came?.sealed) return null;
    // No reader has an empty hash, also not at an older server beside this one.
    await tx.insert(relays).values({ ...came, readerHash: '', sealed: markOf(came.sealed) });
    return came.sealed;
  });
  if (contenido !== null) return ok({ contenido });
  const [open] = await db.select({ id: relays.id }).from(relays).where(ofReader);
  return open ? ok({ contenido: null }) : over;
};
