import { and, desc, eq, ne, notBetween } from 'drizzle-orm';
import { ageOf, DAY_MS, HOUR_MS } from '#contract/age.ts';
import { fail, ok, type Result } from '#contract/result.ts';
import { after } from '../clock.ts';
import { notAwaited } from '../database/not-awaited.ts';
import type { Transaction } from '../database/open.ts';
import { devices, tokens } from '../database/schema.ts';
import type { Call, Handler, World } from '../handler.ts';
import { greeting } from '../mail/greeting.ts';
import { instantText } from '../mail/instant-text.ts';
import type { Message } from '../mail/mail.ts';
import { agentName } from './agent-name.ts';
import type { Bearer, Customer } from './bearer.ts';
import { endDevices } from './end-devices.ts';
import { isGoodToken } from './good-token.ts';
import { noteInstallation } from './installations.ts';
import { proveOwner } from './prove-owner.ts';
import { isPasswordOf, lockAccount } from './still-signed-in.ts';
import { type Opened, openDevice } from './tokens.ts';

/** How long a browser that signed in is known. */
export const INSTALLATION_LIFE_MS = 365 * DAY_MS;

/** GET /usuarios/sesiones: sign-ins with a valid token: the caller's first, then by last use. */
export const sessions: Handler<'sessions'> = async ({ db, commonNow, who }) => {
  const good = db
    .select({ id: tokens.deviceId, kind: tokens.kind })
    .from(tokens)
    .innerJoin(devices, eq(devices.id, tokens.deviceId))
    .where(and(eq(devices.customerId, who.customer.id), isGoodToken({ commonNow })));
  const [rows, held] = await Promise.all([
    db.select().from(devices).where(eq(devices.customerId, who.customer.id)).orderBy(desc(devices.seen)),
    good,
  ]);
  const kinds = new Map<string, Set<string>>();
  for (const { id, kind } of held) kinds.set(id, (kinds.get(id) ?? new Set()).add(kind));
  const listed = rows
    .filter(({ id }) => kinds.has(id))
    .map(({ id, agent, alias, created, seen }) => ({
      id,
      nombre: agent,
      apodo: alias,
      desde: created.toISOString(),
      visto: seen.toISOString(),
      aqui: id === who.deviceId,
      bloqueada: kinds.get(id)?.size === 1 && kinds.get(id)?.has('send') === true,
    }));
  return ok(listed.sort((a, b) => Number(b.aqui) - Number(a.aqui)));
};

/** PATCH /usuarios/sesiones: another customer's sign-in, and one that has ended, cannot be told apart. */
export const nameSession: Handler<'nameSession'> = async ({ db, who, input: { sesion, apodo } }) => {
  const own = and(eq(devices.id, sesion), eq(devices.customerId, who.customer.id));
  const named = await db.transaction((tx) =>
    tx.update(devices).set({ alias: apodo }).where(own).returning({ id: devices.id }),
  );
  return named.length === 1 ? ok({}) : notOpen;
};

const notOpen = fail('not-found', { text: 'Esta sesión ya no está abierta' });

/**
 * POST /usuarios/sesiones/cerrar: the named sign-in ends with all its tokens; without a name every other one does. What is erased
 * on another device cannot come back, so that asks for the password.
 */
export const endSessions: Handler<'endSessions'> = async (call) => {
  const { db, commonClock, news, who, input } = call;
  const { sesion, borrar = false, password = '' } = input;
  if (sesion === who.deviceId)
    return fail('invalid', { text: 'Esta es la sesión en la que estás: ciérrala con «Cerrar sesión»' });
  const proved = borrar ? await proveOwner(call, who, password) : ok(null);
  if (!proved.ok) return proved;
  const which = sesion === undefined ? { but: who.deviceId } : { only: sesion };
  const ended = await db.transaction(async (tx) => {
    if (borrar && !(await isPasswordOf(tx, who.customer))) return null;
    return endDevices(tx, commonClock, who.customer.id, which, { erase: borrar });
  });
  if (ended === null) return fail('unauthorised');
  if (ended === 0 && sesion !== undefined) return notOpen;
  news.sendSoon();
  return ok(borrar ? { borrar } : {});
};

/**
 * Opens a sign-in for a customer. If the browser is new, the customer is told by mail.
 *
 * @param proved whether the way in still stands. A proof takes time, in which a recovery may have ended every sign-in (S29).
 * @returns its tokens; 'rate-limited' when the customer signed in too often; null when the proof no longer holds
 */
export async function openSession(
  call: World & Pick<Call, 'agent'>,
  customer: Customer,
  installation: string | undefined,
  proved: (tx: Transaction, now: Customer) => Promise<boolean>,
): Promise<Result<Opened> | null> {
  const { db, commonClock, news, mail, attempts } = call;
  // Before a proof is used up for nothing. `openDevice` counts the sign-in.
  const wait = await attempts.waitOf('entriesPerCustomer', customer.id);
  if (wait > 0) return fail('rate-limited', { retryAfter: wait });
  const agent = agentName(call.agent);
  const opened = await db.transaction(async (tx) => {
    const now = await lockAccount(tx, call, customer.id);
    if (!now || !(await proved(tx, now))) return null;
    const device = await openDevice(tx, call, customer.id, { agent, installation });
    if (!device.ok) return device;
    const isKnown =
      installation !== undefined && (await noteInstallation(tx, await commonClock(tx), customer.id, installation));
    // An address that nobody confirmed may be a stranger's. Limits the mails: a person with the password could fill the mailbox.
    const isTold =
      customer.emailVerified !== null &&
      !isKnown &&
      (await attempts.take('noticePerCustomer', customer.id, 1, tx)) === 0;
    if (isTold) await mail(newSignIn(call, customer, agent), tx);
    return device;
  });
  if (opened?.ok && opened.value.ended > 0) news.sendSoon();
  return opened;
}

/** Ends a browser's earlier sign-ins. Call it once the new sign-in uses its token. */
export async function replaceEarlier(db: Transaction, { customer, deviceId }: Bearer): Promise<void> {
  const [device] = await db.select().from(devices).where(eq(devices.id, deviceId));
  if (!device?.installation) return;
  const same = and(eq(devices.customerId, customer.id), eq(devices.installation, device.installation));
  await db.delete(devices).where(and(same, ne(devices.id, deviceId)));
}

/** How exact the last use is: a write at every read would cost more than the read. */
const SEEN_EVERY_MS = HOUR_MS;

/** Notes a sign-in's use, after the answer. Whether it is time says the common clock, by which too many sign-ins are ended. */
export function noteSeen({ db, clock, commonClock, later, room }: World, { deviceId, seen }: Bearer): void {
  const age = ageOf(seen.getTime(), clock().getTime());
  if ((age !== null && age < SEEN_EVERY_MS) || !room.any()) return;
  const noteIt = async (tx: Transaction) => {
    const common = await commonClock(tx);
    const isDue = notBetween(devices.seen, after(common, -SEEN_EVERY_MS), common());
    await tx
      .update(devices)
      .set({ seen: common() })
      .where(and(eq(devices.id, deviceId), isDue));
  };
  later.start(() => notAwaited(db, noteIt));
}

function newSignIn({ clock, publicOrigin }: World, customer: Customer, agent: string): Message {
  const { id, email, residenciaFiscal } = customer;
  const link = `${publicOrigin}/.well-known/change-password`;
  return {
    customerId: id,
    to: email,
    subject: 'Nuevo ingreso a tu cuenta de Amparo',
    text: [
      greeting(customer),
      `Alguien ingresó a tu cuenta desde ${agent || 'un navegador'} por primera vez, el ${instantText(clock(), residenciaFiscal)}.`,
      'Si fuiste tú, no tienes que hacer nada.',
      `Si no fuiste tú, cambia tu contraseña ahora mismo: ${link}\nAl cambiarla se cierran todas las demás sesiones.`,
    ].join('\n\n'),
    link,
  };
}
