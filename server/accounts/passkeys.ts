import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { and, asc, eq } from 'drizzle-orm';
import type { AnswerOf } from '#contract/endpoints.ts';
import { fail, ok, type Result } from '#contract/result.ts';
import { customers, passkeys as table } from '../database/schema.ts';
import type { Call, Handler, World } from '../handler.ts';
import { greeting } from '../mail/greeting.ts';
import type { Message } from '../mail/mail.ts';
import { accountOf } from './account-of.ts';
import type { Customer } from './bearer.ts';
import { pendingOf, provedPolicies } from './claim.ts';
import { counted } from './counted.ts';
import { askPasskey, isOurQuestion, QUESTION_LIFE_MS, takeQuestion } from './passkey-questions.ts';
import { proveOwner } from './prove-owner.ts';
import { openSession } from './sessions.ts';
import { isPasswordOf } from './still-signed-in.ts';
import { endRenewals } from './tokens.ts';
import { isUsableAccount } from './usable.ts';

/** More than anyone needs; without a limit the list could fill the database. */
const MAX_PASSKEYS = 20;
const SIGN_IN = 'sign-in';
/** Bound to the password that was proved for it: a new password ends the question. */
const addition = ({ id, password }: Customer) => `addition ${id} ${password}`;
const tooMany = fail('invalid', { text: 'Quita antes una forma de entrar de las que ya tienes' });
/** S28: whoever registered somebody else's address must not be able to come in after its owner did. */
const unproved = fail('invalid', {
  text: 'Podrás activar esta forma de entrar cuando hayas confirmado que la cuenta es tuya',
});
const unknownPasskey = fail('not-found', { text: 'Esta forma de entrar ya no existe' });
const notProved = fail('invalid', { text: 'No pudimos comprobar tu huella, rostro o PIN' });
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
  const { db, commonClock, hash, publicOrigin, who, input } = call;
  const { customer } = who;
  if (pendingOf(customer) !== null) return unproved;
  const owner = await proveOwner(call, who, input.password);
  if (!owner.ok) return owner;
  const known = await db.select().from(table).where(eq(table.customerId, customer.id));
  if (known.length >= MAX_PASSKEYS) return tooMany;
  const options = await generateRegistrationOptions({
    rpName: 'Amparo',
    rpID: new URL(publicOrigin).hostname,
    userID: new TextEncoder().encode(customer.id),
    userName: customer.email,
    userDisplayName: customer.nombre,
    challenge: Buffer.from(askPasskey(await commonClock(db), hash, addition(customer)), 'base64url'),
    timeout: QUESTION_LIFE_MS,
    attestationType: 'none',
    excludeCredentials: known.map(({ id, transports }) => ({ id, transports: transports as [] })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  return ok({ ...options });
};

/** POST /usuarios/passkeys. */
export const addPasskey: Handler<'addPasskey'> = async (call) => {
  const { db, clock, mail, publicOrigin, who, input } = call;
  const { customer } = who;
  if (pendingOf(customer) !== null) return unproved;
  const checkedAnswer = await checked(call, addition(customer), (isOurs) =>
    verifyRegistrationResponse({
      response: input.respuesta as unknown as RegistrationResponseJSON,
      expectedChallenge: isOurs,
      ...expectedAt(publicOrigin),
    }),
  );
  if (!checkedAnswer?.proved.verified) return notProved;
  const { proved, challenge } = checkedAnswer;
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
  const added = await db.transaction(async (tx) => {
    if (!(await isPasswordOf(tx, customer))) return fail('unauthorised');
    if (!(await takeQuestion(tx, challenge))) return notProved;
    const known = await tx.select({ id: table.id }).from(table).where(eq(table.customerId, customer.id));
    if (known.length >= MAX_PASSKEYS) return tooMany;
    const inserted = await tx.insert(table).values(row).onConflictDoNothing().returning({ id: table.id });
    if (inserted.length === 0) return fail('taken', { text: 'Esta forma de entrar ya está en una cuenta' });
    if (customer.emailVerified !== null) await mail(newWayIn(call, customer, input.nombre), tx);
    return ok(null);
  });
  return added.ok ? ok(worded(row)) : added;
};

const newWayIn = ({ publicOrigin }: Pick<World, 'publicOrigin'>, customer: Customer, name: string): Message => ({
  customerId: customer.id,
  to: customer.email,
  subject: 'Una nueva forma de entrar a tu cuenta de Amparo',
  text: [
    greeting(customer),
    `Alguien con tu contraseña añadió «${name}» para entrar con huella, rostro o PIN.`,
    `Si no fuiste tú, quítala en Gestiona tu cuenta y cambia tu contraseña ahora mismo: ${publicOrigin}`,
  ].join('\n\n'),
  link: publicOrigin,
});

/** PATCH /usuarios/passkeys. */
export const renamePasskey: Handler<'renamePasskey'> = async ({ db, who, input }) => {
  const named = own(who.customer.id, input.credencial);
  const changed = await db.transaction((tx) =>
    tx.update(table).set({ name: input.nombre }).where(named).returning({ id: table.id }),
  );
  return changed.length === 1 ? ok({}) : unknownPasskey;
};

/** DELETE /usuarios/passkeys/:credencial. A passkey that is already gone counts as removed. */
export const removePasskey: Handler<'removePasskey'> = async ({ db, who, input }) => {
  await db.transaction(async (tx) => {
    await tx.delete(table).where(own(who.customer.id, input.credencial));
    // A renewal does not ask for the passkey, so devices elsewhere must show it again (S19).
    await endRenewals(tx, who.customer.id, who.deviceId);
  });
  return ok({});
};

/** POST /usuarios/passkeys/entrada: names no account, so it tells nobody whether there is one. */
export const passkeySignInQuestion: Handler<'passkeySignInQuestion'> = async (call) => {
  const { db, commonClock, hash, publicOrigin } = call;
  const options = await generateAuthenticationOptions({
    rpID: new URL(publicOrigin).hostname,
    challenge: Buffer.from(askPasskey(await commonClock(db), hash, SIGN_IN), 'base64url'),
    timeout: QUESTION_LIFE_MS,
    userVerification: 'required',
  });
  return ok({ ...options });
};

/** POST /usuarios/passkeys/login: what POST /usuarios/login answers, for a signature in place of a password. */
export const passkeySignIn: Handler<'passkeySignIn'> = (call) =>
  counted(call.attempts, [['signInPerAddress', call.networks]], () => enter(call));

async function enter(call: Call<'passkeySignIn'>): Promise<Result<AnswerOf<'passkeySignIn'>>> {
  const { db, clock, attempts, networks, publicOrigin, input } = call;
  const [found] = await db
    .select({ passkey: table, customer: customers })
    .from(table)
    .innerJoin(customers, eq(customers.id, table.customerId))
    .where(and(eq(table.id, input.respuesta.id), isUsableAccount(call)));
  // A device whose passkey was removed learns it here and deletes its part.
  if (!found) return unknownPasskey;
  // One that an earlier version took before the account was proved.
  if (pendingOf(found.customer) !== null) return refused;
  const { passkey, customer } = found;
  const checkedAnswer = await checked(call, SIGN_IN, (isOurs) =>
    verifyAuthenticationResponse({
      response: input.respuesta as unknown as AuthenticationResponseJSON,
      expectedChallenge: isOurs,
      ...expectedAt(publicOrigin),
      credential: { id: passkey.id, publicKey: new Uint8Array(passkey.publicKey), counter: passkey.counter },
    }),
  );
  if (!checkedAnswer?.proved.verified) return refused;
  const { proved, challenge } = checkedAnswer;
  const used = { used: clock(), counter: proved.authenticationInfo.newCounter };
  const opened = await openSession(call, customer, input.instalacion, async (tx) => {
    // One that was removed since it was read opens nothing; the device learns it with its next try.
    const kept = await tx.update(table).set(used).where(eq(table.id, passkey.id)).returning({ id: table.id });
    return kept.length === 1 && (await takeQuestion(tx, challenge));
  });
  if (opened === null) return refused;
  await attempts.giveBack('signInPerAddress', networks);
  if (!opened.ok) return opened;
  return ok({
    usuario: accountOf(call, customer, opened.value, input.instalacion),
    polizas: await provedPolicies(call, customer),
  });
}

/** What the device must have signed, besides the question: our address, after it asked for the person. */
const expectedAt = (publicOrigin: string) => ({
  expectedOrigin: publicOrigin,
  expectedRPID: new URL(publicOrigin).hostname,
  requireUserVerification: true,
});

/** What an answer proves, and the question it answers; null for a wrong one (origin, challenge, counter), for which the library throws. */
async function checked<T>(
  { db, commonClock, hash }: Pick<Call, 'db' | 'commonClock' | 'hash'>,
  about: string,
  verify: (isOurs: (challenge: string) => boolean) => Promise<T>,
): Promise<{ proved: T; challenge: string } | null> {
  const clock = await commonClock(db);
  let challenge = '';
  try {
    const proved = await verify((asked) => {
      challenge = asked;
      return isOurQuestion(clock, hash, about, asked);
    });
    return { proved, challenge };
  } catch {
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
