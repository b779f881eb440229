import { and, asc, desc, eq, inArray, ne } from 'drizzle-orm';
import { pushSubjects } from '#contract/push.ts';
import { fail, ok } from '#contract/result.ts';
import { devices, pushRefusals, pushSubscriptions } from '../database/schema.ts';
import { violates } from '../database/violations.ts';
import type { Acting, Handler } from '../handler.ts';

/** How many devices of a customer are told; a new one replaces the oldest. */
const MAX_DEVICES = 20;

/** GET /notificaciones/getByUsuario. */
export const pushSettings: Handler<'pushSettings'> = async (call) => ok(await settingsOf(call, call.who.customer.id));

/** POST /notificaciones/elegirTema: one subject on or off, so that two devices which choose at once keep both choices. */
export const choosePush: Handler<'choosePush'> = async (call) => {
  const { db, who, input } = call;
  const choice = { customerId: who.customer.id, subject: input.tema };
  await db.transaction(async (tx) => {
    if (input.activo) {
      await tx
        .delete(pushRefusals)
        .where(and(eq(pushRefusals.customerId, choice.customerId), eq(pushRefusals.subject, choice.subject)));
    } else await tx.insert(pushRefusals).values(choice).onConflictDoNothing();
  });
  return ok(await settingsOf(call, who.customer.id));
};

/** POST /notificaciones/suscribir: the device of the token is told there from now on, and no other one. */
export const subscribePush: Handler<'subscribePush'> = async ({ db, clock, news, who, input }) => {
  const { endpoint, p256dh, auth } = input;
  if (!news.isPushAddressAllowed(endpoint)) {
    return fail('invalid', { fields: { endpoint: 'No podemos enviar avisos a esta dirección' } });
  }
  const { deviceId, customer } = who;
  const values = { endpoint, p256dh, auth, created: clock() };
  const subscribe = () =>
    db.transaction(async (tx) => {
      // Whoever signed in in this browser before is told here no more.
      await tx
        .delete(pushSubscriptions)
        .where(and(eq(pushSubscriptions.endpoint, endpoint), ne(pushSubscriptions.deviceId, deviceId)));
      await tx
        .insert(pushSubscriptions)
        .values({ deviceId, ...values })
        .onConflictDoUpdate({ target: pushSubscriptions.deviceId, set: values });
      const kept = await tx
        .select({ id: pushSubscriptions.deviceId })
        .from(pushSubscriptions)
        .innerJoin(devices, eq(devices.id, pushSubscriptions.deviceId))
        .where(eq(devices.customerId, customer.id))
        .orderBy(desc(pushSubscriptions.created), asc(pushSubscriptions.deviceId));
      const over = kept.slice(MAX_DEVICES).map(({ id }) => id);
      if (over.length > 0) await tx.delete(pushSubscriptions).where(inArray(pushSubscriptions.deviceId, over));
    });
  await subscribe().catch((error: unknown) => {
    // Another customer subscribed this browser in the same instant, and is seen now.
    if (violates(error, 'push_subscriptions_endpoint_unique')) return subscribe();
    throw error;
  });
  return ok({});
};

/** POST /notificaciones/cancelar: by any of the customer's sign-ins, since each sign-in makes a new one. */
export const unsubscribePush: Handler<'unsubscribePush'> = async ({ db, who, input }) => {
  await db.transaction((tx) => {
    const own = tx.select({ id: devices.id }).from(devices).where(eq(devices.customerId, who.customer.id));
    return tx
      .delete(pushSubscriptions)
      .where(and(eq(pushSubscriptions.endpoint, input.endpoint), inArray(pushSubscriptions.deviceId, own)));
  });
  return ok({});
};

async function settingsOf({ db, news }: Acting, customerId: string) {
  const rows = await db.select().from(pushRefusals).where(eq(pushRefusals.customerId, customerId));
  const refused = new Set(rows.map(({ subject }) => subject));
  return { clave: news.publicKey, temas: pushSubjects.map((tema) => ({ tema, activo: !refused.has(tema) })) };
}
