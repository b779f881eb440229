import { and, eq, or, type SQL, sql } from 'drizzle-orm';
import { type RegistrationField, registrationFields } from '#contract/account.ts';
import type { AnswerOf } from '#contract/endpoints.ts';
import { fail, ok, type Result } from '#contract/result.ts';
import { today } from '#rules/dates.ts';
import { documentTakenText } from '#rules/document-numbers.ts';
import { type Identity, identityOf } from '#rules/identity.ts';
import { EMAIL_TAKEN } from '#rules/registration-fields.ts';
import type { Country } from '#rules/wizard-country.ts';
import { documentOf } from '#rules/wizard-fields.ts';
import type { Clock } from '../clock.ts';
import { type Command, findAnswer, noteMade, runOnce } from '../commands/run-once.ts';
import type { Transaction } from '../database/open.ts';
import { customers, identityFiles } from '../database/schema.ts';
import { keepFiles } from '../files/uploads.ts';
import type { Call, Handler } from '../handler.ts';
import { toFetch } from '../outgoing/files.ts';
import { agentName } from './agent-name.ts';
import { weightOf } from './attempts.ts';
import { claimantOf, sendDueCode } from './claim.ts';
import { newPasswordProblem } from './common-passwords.ts';
import { counted } from './counted.ts';
import { ofEmail, plainEmail } from './emails.ts';
import { isPassword, ownersOf, sealPassword } from './passwords.ts';
import { lockAccount } from './still-signed-in.ts';
import { issueAccess, openDevice } from './tokens.ts';
import { holdsEmail, holdsNumber, replaceUnproven } from './unproven.ts';
import { isUsableAccount } from './usable.ts';
import { FURTHEST_AHEAD, readRegistration } from './validate-registration.ts';

/** The owner of registrations' idempotency keys, because there is no customer yet. */
const REGISTRATIONS = 'registrations';

/** The account, and what its replay is answered. */
type Made = Result<{ made: Result<Record<string, unknown>>; entered: Result<AnswerOf<'register'>> | null }>;

/**
 * POST /usuarios/create. An interrupted registration that is sent again under its key makes one account. The replay proves the
 * password and gets fresh tokens, since no token is stored readable.
 */
export const register: Handler<'register'> = async (call) => {
  const { db, hash, attempts, networks, files, key, fingerprint } = call;
  const command = { owner: REGISTRATIONS, key, fingerprint, name: 'register' };
  const done = await counted(attempts, [['registerPerAddress', networks, weightIn(files)]], async (): Promise<Made> => {
    const earlier = await findAnswer(db, hash, command);
    if (earlier) return ok({ made: earlier, entered: await enter(call, earlier) });
    const made = await make(call, command);
    return made.ok ? ok({ made, entered: null }) : made;
  });
  if (!done.ok) return done;
  const { made, entered } = done.value;
  if (entered) return entered;
  // An account that was made stays counted, whatever becomes of its first sign-in.
  if (made.ok) call.later.start(() => sendFirstCode(call, String(made.value.insertedId)));
  return enter(call, made);
};

/** Makes the account, or says why not. */
async function make(call: Call<'register'>, command: Command): Promise<Result<Record<string, unknown>>> {
  const { db, clock, hash, input, files } = call;
  const registration = await readRegistration(input, files, today(clock(), FURTHEST_AHEAD));
  if (!registration.ok) return registration;
  const { country, fields, photos } = registration.value;

  // V5.11 was asked with the form's other rules; its words come first.
  const common = newPasswordProblem(input.password);
  if (common) return fail('invalid', { fields: { password: common } });
  const identity = identityOf({ ...fields, residenciaFiscal: input.residenciaFiscal });
  const person = {
    email: plainEmail(input.email),
    nif: identity.number,
    documentKind: identity.kind,
    documentCountry: identity.country,
    nombre: fields.nombre ?? '',
    residenciaFiscal: input.residenciaFiscal,
    personal: personalOf(fields),
  };
  // Before the insurer is asked: where no processor is free, nothing is asked of anybody.
  const password = await sealPassword(input.password, call.passwordCost, ownersOf(call.networks));
  const claim = await call.core.claim(claimantOf(person));
  if (!claim.ok) return claim;
  const staged = await call.storage.stage(photos);
  const by = await call.ageClock();
  return runOnce({ db, clock, hash }, command, async (tx) => {
    const taken = await takenFields(tx, by, country, fields, identity);
    if (taken) return taken;
    // D88: an address that was never confirmed is free again; its account goes before the new one comes.
    if (!(await replaceUnproven(tx, call, person.email, { by }))) return fail('taken');
    const id = call.uuid();
    const added = await tx
      .insert(customers)
      .values({
        id,
        ...person,
        password,
        created: (await call.stampClock(tx))(),
        demo: call.demo,
        claim: claim.value.answer,
        // D60: the demo asks for no proof, and the screen says so.
        emailVerified: call.demo ? clock() : null,
      })
      .onConflictDoNothing()
      .returning({ id: customers.id });
    // Another registration took the email or number between the check and the insert.
    if (added.length === 0) return fail('taken');
    await noteMade(tx, command, id);
    const kept = await keepFiles(tx, staged);
    for (const { id: fileId, field } of kept) {
      await tx.insert(identityFiles).values({ customerId: id, side: field, fileId });
    }
    await call.outgoing.tell(tx, id, 'cliente.registrado', async () => ({
      nombre: person.nombre,
      correo: person.email,
      residenciaFiscal: person.residenciaFiscal,
      datos: person.personal,
      reclamo: claim.value.answer,
      archivos: await toFetch(tx, call, kept),
    }));
    return ok({ insertedId: id });
  });
}

/** The photos stay for weeks, whoever sent them. */
const weightIn = (files: Call['files']): number => weightOf(files.reduce((sum, { bytes }) => sum + bytes.length, 0));

/** Runs after the answer. If the mail fails, home offers to send it again; the account exists all the same. */
async function sendFirstCode(call: Call<'register'>, id: string): Promise<void> {
  const [customer] = await call.db.select().from(customers).where(eq(customers.id, id));
  if (customer) await sendDueCode(call, customer);
}

async function enter(
  call: Call<'register'>,
  made: Result<Record<string, unknown>>,
): Promise<Result<AnswerOf<'register'>>> {
  if (!made.ok) return made;
  const { db, input, passwordCost, networks } = call;
  const insertedId = String(made.value.insertedId);
  const [customer] = await db
    .select()
    .from(customers)
    .where(and(eq(customers.id, insertedId), isUsableAccount(call)));
  if (!customer) return fail('bad-credentials');
  const wait = await call.attempts.waitOf('entriesPerCustomer', insertedId);
  if (wait > 0) return fail('rate-limited', { retryAfter: wait });
  const owners = ownersOf(networks, customer.email);
  if (!(await isPassword(input.password, customer.password, passwordCost, owners))) return fail('bad-credentials');
  const opened = await db.transaction(async (tx) => {
    const now = await lockAccount(tx, call, insertedId);
    if (now?.password !== customer.password) return null;
    const device = await openDevice(tx, call, insertedId, { agent: agentName(call.agent) });
    return device.ok
      ? ok({ ...device.value, accessToken: await issueAccess(tx, call, device.value.deviceId) })
      : device;
  });
  if (!opened) return fail('bad-credentials');
  if (!opened.ok) return opened;
  const { accessToken, internal: token, renovacion, ended } = opened.value;
  if (ended > 0) call.news.sendSoon();
  return ok({ accessToken, insertedId, token, renovacion });
}

async function takenFields(
  tx: Transaction,
  by: Clock,
  country: Country,
  fields: Record<string, string>,
  identity: Identity,
) {
  const sameIdentity = and(
    holdsNumber,
    eq(customers.nif, identity.number),
    eq(customers.documentKind, identity.kind),
    eq(customers.documentCountry, identity.country),
  );
  const sameEmail = and(ofEmail(fields.email ?? ''), holdsEmail(by));
  const isSame = (condition: SQL | undefined) => sql<boolean>`coalesce(${condition}, false)`;
  const found = await tx
    .select({ email: isSame(sameEmail), identity: isSame(sameIdentity) })
    .from(customers)
    .where(or(sameEmail, sameIdentity));
  if (found.length === 0) return null;
  const texts: Record<string, string> = {};
  if (found.some(({ email }) => email)) texts.email = EMAIL_TAKEN;
  if (found.some((one) => one.identity)) texts.nif = documentTakenText(documentOf(country, 'tipoId', fields)?.number);
  return fail('taken', { text: Object.values(texts)[0], fields: texts });
}

/** The form's fields that are stored as personal information: those without a column of their own, and not the password. */
function personalOf(input: Record<string, string>): Record<string, string> {
  const elsewhere: readonly RegistrationField[] = ['email', 'password', 'nif', 'nombre'];
  const kept = registrationFields.filter((name) => !elsewhere.includes(name) && (input[name] ?? '') !== '');
  return Object.fromEntries(kept.map((name) => [name, input[name] ?? '']));
}
