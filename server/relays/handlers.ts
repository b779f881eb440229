import { and, eq, gt, isNull } from 'drizzle-orm';
import { RELAY_LIFE_MS } from '#contract/relay.ts';
import { fail, ok } from '#contract/result.ts';
import { weightOf } from '../accounts/attempts.ts';
import { after } from '../clock.ts';
import { relays } from '../database/schema.ts';
import { Counted, type Handler } from '../handler.ts';
import { hashOf, newToken } from '../secrets.ts';
import { overRelays, stepOf } from '../sweep.ts';

const over = fail('not-found', { text: 'El código venció o ya se usó. Crea otro en tu equipo' });

/** POST /relevos: a place for one message, which only who opened it may read. */
export const openRelay: Handler<'openRelay'> = async (call) => {
  const { db, ageClock, commonClock, attempts, networks, later, input } = call;
  const wait = await attempts.take('relayPerAddress', networks);
  if (wait > 0) return fail('rate-limited', { retryAfter: wait });
  const expires = after(await commonClock(db), RELAY_LIFE_MS);
  const relevo = newToken();
  // What nobody came for goes at once, not with the hourly sweep: more than comes in, and behind the answer.
  later.start(async () => {
    const by = await ageClock();
    await db.execute(stepOf(overRelays, by()));
  });
  await db.insert(relays).values({ id: relevo, readerHash: hashOf(input.lector), sealed: null, expires });
  return ok({ relevo, vence: expires.toISOString() });
};

/** POST /relevos/{relevo}/fotos: one message. Its sender may have lost the answer, and sends the same one again. */
export const handToRelay: Handler<'handToRelay'> = async (call) => {
  const { db, commonClock, attempts, networks } = call;
  const { relevo, contenido } = call.input;
  const wait = await attempts.take('relayPerAddress', networks, weightOf(contenido.length));
  if (wait > 0) return fail('rate-limited', { retryAfter: wait });
  const clock = await commonClock(db);
  const here = and(eq(relays.id, relevo), gt(relays.expires, clock()));
  const id = { id: relays.id };
  const [taken] = await db
    .update(relays)
    .set({ sealed: contenido })
    .where(and(here, isNull(relays.sealed)))
    .returning(id);
  const [came] = taken
    ? [taken]
    : await db
        .select(id)
        .from(relays)
        .where(and(here, eq(relays.sealed, contenido)));
  return came ? ok({}) : over;
};

/**
 * POST /relevos/{relevo}/recoger: the message, null while it has not come. Its reader may have lost the answer, and gets the same one
 * some times more, until the relay is over; nobody else knows `lector`.
 */
export const takeFromRelay: Handler<'takeFromRelay'> = async ({ db, commonClock, attempts, input }) => {
  const clock = await commonClock(db);
  const [open] = await db
    .select({ contenido: relays.sealed })
    .from(relays)
    .where(and(eq(relays.id, input.relevo), eq(relays.readerHash, hashOf(input.lector)), gt(relays.expires, clock())));
  if (!open) return over;
  if (open.contenido === null) return ok(open);
  return ok(new Counted(open, async () => ((await attempts.take('relayReads', input.relevo)) > 0 ? over : ok(null))));
};
