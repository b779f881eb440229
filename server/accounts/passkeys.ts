import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { and, asc, eq } from 'drizzle-orm';
import { fail, ok } from '#contract/result.ts';
import { customers, passkeys as table } from '../database/schema.ts';
import type { Handler } from '../handler.ts';
import { pendingOf, provedPolicies } from './claim.ts';
import { knownDevice } from './known-device.ts';
import { askPasskey, QUESTION_LIFE_MS, takeQuestion } from './passkey-questions.ts';
import { isPassword } from './passwords.ts';
import { openSession } from './sessions.ts';
import { usable } from './usable.ts';

/** More than anyone needs; without a limit the list could fill the database. */
const MAX_PASSKEYS = 20;
const SIGN_IN = 'sign-in';
const addition = (customerId: string) => `addition ${customerId}`;
/** S28: whoever registered somebody else's address must not be able to come in after its owner did. */
const unproved = fail('invalid', { text: 'Podrás activarla cuando hayas confirmado que la cuenta es tuya' });
const unknownPasskey = fail('not-found', { text: 'Esta forma de entrar ya no existe' });
const refused = fail('bad-credentials', {
  text: 'No pudimos comprobar tu huella, rostro o PIN. Ingresa con tu contraseña',
});

/** GET /usuarios/passkeys. */
export const passkeys: Handler<'passkeys'> = async ({ db, who }) => {
  const rows = await db.select().from(table).where(eq(table.customerId, who.customer.id)).orderBy(asc(table.created));
  return ok(rows.map(worded));
};

/** POST /usuarios/passkeys/nueva: a new way in is as much as a new password, so an unlocked phone alone must not add one. */
export const passkeyQuestion: Handler<'passkeyQuestion'> = async (call) => {
  const { db, clock, hash, attempts, passwordCost, publicOrigin, who, input } = call;
  const { customer, deviceId } = who;
  if (pendingOf(customer) !== null) return unproved;
  const wait = await attempts.take('signInPerDevice', deviceId);
  if (wait > 0) return fail('rate-limited', { retryAfter: wait });
  if (!(await isPassword(input.password, customer.password, passwordCost))) {
    const text = 'La contraseña no es correcta';
    return fail('invalid', { text, fields: { password: text } });
  }
  await attempts.giveBack('signInPerDevice', deviceId);
  const known = await db.select().from(table).where(eq(table.customerId, customer.id));
  if (known.length >= MAX_PASSKEYS) return fail('invalid', { text: 'Quita antes una de las que ya tienes' });
  const options = await generateRegistrationOptions({
    rpName: 'Amparo',
    rpID: new URL(publicOrigin).hostname,
    userID: new TextEncoder().encode(customer.id),
    userName: customer.email,
    userDisplayName: customer.nombre,
    challenge: Buffer.from(askPasskey(clock, hash, addition(customer.id)), 'base64url'),
    timeout: QUESTION_LIFE_MS,
    attestationType: 'none',
    excludeCredentials: known.map(({ id, transports }) => ({ id, transports: transports as [] })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  return ok({ ...options });
};

/** POST /usuarios/passkeys. */
export const addPasskey: Handler<'addPasskey'> = async (call) => {
  const { db, clock, mail, later, publicOrigin, who, input } = call;
  const { customer } = who;
  if (pendingOf(customer) !== null) return unproved;
  const look = (challenge: string) => takeQuestion(call, addition(customer.id), challenge);
  const proved = await checked(look, (isOurs) =>
    verifyRegistrationResponse({
      response: input.respuesta as unknown as RegistrationResponseJSON,
      expectedChallenge: isOurs,
      ...expectedAt(publicOrigin),
    }),
  );
  if (!proved?.verified) return fail('invalid', { text: 'No pudimos comprobar tu huella, rostro o PIN' });
  const { id, publicKey, counter, transports = [] } = proved.registrationInfo.credential;
  const row = {
    id,
    customerId: customer.id,
    publicKey: Buffer.from(publicKey),
    counter,
    transports,
    name: input.nombre,
    created: clock(),
    used: null,
  };
  const added = await db.insert(table).values(row).onConflictDoNothing().returning({ id: table.id });
  if (added.length === 0) return fail('taken', { text: 'Esta forma de entrar ya está en una cuenta' });
  if (customer.emailVerified !== null) {
    later.start(() =>
      mail({
        customerId: customer.id,
        to: customer.email,
        subject: 'Una nueva forma de entrar a tu cuenta de Amparo',
        text: [
          `Hola, ${customer.nombre}:`,
          `Alguien con tu contraseña añadió «${input.nombre}» para entrar con huella, rostro o PIN.`,
          `Si no fuiste tú, quítala en Gestiona tu cuenta y cambia tu contraseña ahora mismo: ${publicOrigin}`,
        ].join('\n\n'),
      }),
    );
  }
  return ok(worded(row));
};

/** PATCH /usuarios/passkeys. */
export const renamePasskey: Handler<'renamePasskey'> = async ({ db, who, input }) => {
  const changed = await db
    .update(table)
    .set({ name: input.nombre })
    .where(own(who.customer.id, input.credencial))
    .returning({ id: table.id });
  return changed.length === 1 ? ok({}) : unknownPasskey;
};

/** DELETE /usuarios/passkeys/:credencial. A passkey that is already gone counts as removed. */
export const removePasskey: Handler<'removePasskey'> = async ({ db, who, input }) => {
  await db.delete(table).where(own(who.customer.id, input.credencial));
  return ok({});
};

/** POST /usuarios/passkeys/entrada: names no account, so it tells nobody whether there is one. */
export const passkeySignInQuestion: Handler<'passkeySignInQuestion'> = async ({ clock, hash, publicOrigin }) => {
  const options = await generateAuthenticationOptions({
    rpID: new URL(publicOrigin).hostname,
    challenge: Buffer.from(askPasskey(clock, hash, SIGN_IN), 'base64url'),
    timeout: QUESTION_LIFE_MS,
    userVerification: 'required',
  });
  return ok({ ...options });
};

/** POST /usuarios/passkeys/login: what POST /usuarios/login answers, for a signature in place of a password. */
export const passkeySignIn: Handler<'passkeySignIn'> = async (call) => {
  const { db, clock, hash, attempts, networks, publicOrigin, input } = call;
  const wait = await attempts.take('signInPerAddress', networks);
  if (wait > 0) return fail('rate-limited', { retryAfter: wait });
  const [found] = await db
    .select({ passkey: table, customer: customers })
    .from(table)
    .innerJoin(customers, eq(customers.id, table.customerId))
    .where(and(eq(table.id, input.respuesta.id), usable(call)));
  // A device whose passkey was removed learns it here and deletes its part.
  if (!found) return unknownPasskey;
  // One that an earlier version took before the account was proved.
  if (pendingOf(found.customer) !== null) return refused;
  const { passkey, customer } = found;
  const look = (challenge: string) => takeQuestion(call, SIGN_IN, challenge);
  const proved = await checked(look, (isOurs) =>
    verifyAuthenticationResponse({
      response: input.respuesta as unknown as AuthenticationResponseJSON,
      expectedChallenge: isOurs,
      ...expectedAt(publicOrigin),
      credential: { id: passkey.id, publicKey: new Uint8Array(passkey.publicKey), counter: passkey.counter },
    }),
  );
  if (!proved?.verified) return refused;
  await attempts.giveBack('signInPerAddress', networks);
  const used = { used: clock(), counter: proved.authenticationInfo.newCounter };
  await db.update(table).set(used).where(eq(table.id, passkey.id));
  const internal = await openSession(call, customer, input.instalacion);
  const { id, nif, nombre, residenciaFiscal } = customer;
  return ok({
    usuario: { id, nif, nombre, token: internal, residenciaFiscal, ...knownDevice(clock, hash, id, input.instalacion) },
    polizas: await provedPolicies(call, customer),
  });
};

/** What the device must have signed, besides the question: our address, after it asked for the person. */
const expectedAt = (publicOrigin: string) => ({
  expectedOrigin: publicOrigin,
  expectedRPID: new URL(publicOrigin).hostname,
  requireUserVerification: true,
});

/**
 * The library throws for a wrong answer (origin, challenge, counter), which is a refusal. An error while looking up the
 * challenge is not.
 */
async function checked<T>(
  look: (challenge: string) => Promise<boolean>,
  verify: (isOurs: (challenge: string) => Promise<boolean>) => Promise<T>,
): Promise<T | null> {
  let trouble: unknown = null;
  try {
    return await verify((challenge) =>
      look(challenge).catch((error: unknown) => {
        trouble = error;
        throw error;
      }),
    );
  } catch {
    if (trouble !== null) throw trouble;
    return null;
  }
}

const own = (customerId: string, id: string) => and(eq(table.customerId, customerId), eq(table.id, id));

type Row = Pick<typeof table.$inferSelect, 'id' | 'name' | 'created' | 'used'>;
const worded = ({ id, name, created, used }: Row) => ({
  credencial: id,
  nombre: name,
  creado: created.toISOString(),
  usado: used?.toISOString() ?? null,
});
