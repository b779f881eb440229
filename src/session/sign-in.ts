import * as v from 'valibot';
import type { AccessToken, Account } from '#contract/account.ts';
import type { Policy } from '#contract/policies.ts';
import { fail, ok, type ProblemCode, type Result } from '#contract/result.ts';
import { cleanText } from '#contract/typed-text.ts';
import { deviceKeys, openSessionRows, passkeysHere } from '#database/keyring.ts';
import type { Database } from '#database/open.ts';
import type { SessionRow } from '#database/rows.ts';
import { withRoom } from '#database/storage.ts';
import { PBKDF2_ROUNDS } from '#vault/envelope.ts';
import { importKeys } from '#vault/keys.ts';
import {
  findEnvelopes,
  installationOf,
  isStillSo,
  type OpenSecrets,
  personOf,
  type Unsealed,
  unseal,
  unsealAccepted,
} from './envelopes.ts';
import { sealSecrets } from './open-secrets.ts';
import { handOnPush } from './push-row.ts';
import type { SessionSettings } from './settings.ts';
import { identity, markTokensStale, noRoom, readPart, sealAccess, sealPart } from './stored.ts';

export interface SignedIn {
  /** The random name of the customer on this device. */
  owner: string;
  /** The policies that came with the answer; null after an offline sign-in. */
  policies: Policy[] | null;
}

/**
 * Signs in at the server. Without a connection it opens the customer's envelope on this device. The whole session is written
 * in one transaction.
 *
 * @returns 'bad-credentials'; 'offline' without a connection when this device does not know the customer; 'timeout' when
 * `signal` aborted it; or the server's problem
 */
export async function signIn(
  settings: SessionSettings,
  typed: string,
  password: string,
  signal?: AbortSignal,
): Promise<Result<SignedIn>> {
  const { api } = settings;
  const email = cleanText(typed).trim();
  const enter = async (dispositivo?: string) => {
    const from = { ...(await installationOf(settings.db, email)), ...(dispositivo && { dispositivo }) };
    return api.call('login', { email, password, ...from }, { signal });
  };
  let login = await enter();
  if (!login.ok && login.problem.code === 'rate-limited') {
    // A stranger's guesses may have blocked the account. This device then sends a token that only the right password opens.
    const dispositivo = await deviceToken(settings, email, password);
    if (dispositivo) login = await enter(dispositivo);
  }
  if (signal?.aborted) return fail('timeout');
  if (!login.ok) {
    if (!unreachable.has(login.problem.code)) return login;
    return (await signInOffline(settings, email, password, signal)) ?? notReached(login.problem);
  }
  const { usuario, polizas } = login.value;
  // A missing access token does not fail the sign-in: the first call that needs one fetches it (V4.5).
  const access = await api.call('accessToken', { cedula: usuario.nif }, { internal: usuario.token, signal });
  const owner = await admit(settings, email, password, usuario, access.ok ? access.value : null, signal);
  return owner.ok ? ok({ owner: owner.value, policies: polizas }) : owner;
}

/** The token by which the server recognises this device; null when the password opens no envelope here. */
async function deviceToken({ db, rounds = PBKDF2_ROUNDS }: SessionSettings, email: string, password: string) {
  const unsealed = await unseal(db, email, password, rounds);
  if (!unsealed) return null;
  const keys = await importKeys(unsealed.secrets);
  return (await readPart(db, keys, unsealed.owner, 'identity'))?.dispositivo ?? null;
}

/** Problems after which the server has not checked the password. */
const unreachable = new Set<ProblemCode>(['offline', 'timeout', 'nonsense', 'unreadable', 'unavailable']);

function notReached(problem: { code: ProblemCode; text?: string }): Result<never> {
  if (problem.code === 'unavailable') return { ok: false, problem };
  return fail('offline', {
    text: 'No hay conexión. Para entrar por primera vez en este dispositivo necesitas conexión a internet',
  });
}

/** Opens the session of a customer whom the server has just accepted. Keys, identity and tokens are written together. */
export async function admit(
  settings: SessionSettings,
  email: string,
  password: string,
  account: Account,
  access: AccessToken | null,
  signal: AbortSignal | undefined,
  open: OpenSecrets | null = null,
): Promise<Result<string>> {
  const { db, clock, rounds = PBKDF2_ROUNDS } = settings;
  if (!(await hasOwnKeys(db))) return noRoom;
  for (;;) {
    const unsealed = await unsealAccepted(db, { email, idUsuario: account.id, password }, rounds, open);
    const { owner } = unsealed;
    const { readKey, sendKey } = await importKeys(unsealed.secrets);
    const customer = v.parse(identity, {
      email: email.trim(),
      idUsuario: account.id,
      cedula: account.nif,
      nombre: account.nombre,
      residence: account.residenciaFiscal,
      dispositivo: account.dispositivo,
    });
    const rows = [
      await sealPart(readKey, owner, 'identity', customer),
      await sealPart(readKey, owner, 'internal', { token: account.token, since: clock() }),
    ];
    if (access) rows.push(...(await sealAccess({ readKey, sendKey }, owner, access, clock())));
    const entered = await enter(settings, unsealed, rows, signal);
    if (!entered.ok || entered.value) return entered.ok ? ok(owner) : entered;
  }
}

/** Null when this device does not know the customer, or their identity cannot be opened. */
async function signInOffline(
  settings: SessionSettings,
  email: string,
  password: string,
  signal: AbortSignal | undefined,
): Promise<Result<SignedIn> | null> {
  const { db, rounds = PBKDF2_ROUNDS } = settings;
  if (!(await hasOwnKeys(db))) return noRoom;
  if (!(await findEnvelopes(db, email))) return null;
  for (;;) {
    const unsealed = await unseal(db, email, password, rounds);
    if (!unsealed) return fail('bad-credentials', { text: 'El correo o la contraseña no son correctos' });
    const keys = await importKeys(unsealed.secrets);
    const who = await readPart(db, keys, unsealed.owner, 'identity');
    if (!who) return null;
    // Older versions did not write whose the row is.
    unsealed.row.person ??= await personOf(db, who.idUsuario);
    const lain = await markTokensStale(db, keys, unsealed.owner);
    const entered = await enter(settings, unsealed, lain, signal);
    if (!entered.ok) return entered;
    if (entered.value) return ok({ owner: unsealed.owner, policies: null });
  }
}

/**
 * Writes envelope, keys, activity and session rows in one transaction. Both keys change together, so one customer never
 * reads while another one's queue is sent. False, with nothing written, when another tab wrote this customer's envelope
 * meanwhile: its secrets must not be lost.
 */
async function enter(
  { db, clock }: SessionSettings,
  unsealed: Unsealed,
  rows: SessionRow[],
  signal: AbortSignal | undefined,
): Promise<Result<boolean>> {
  const { owner, secrets, row, others } = unsealed;
  const keys = await importKeys(secrets);
  const forLater = await sealSecrets(keys.readKey, owner, secrets);
  // The customer has left the sign-in, so its late answer must not open a session.
  if (signal?.aborted) return fail('timeout');
  const written = await withRoom(db, () =>
    db.transaction('rw', db.vault, db.session, async () => {
      if (!(await isStillSo(db, unsealed))) return false;
      await db.session.bulkPut(rows);
      await handOnPush(db, owner);
      // The password is the customer's, so a passkey that the server no longer knows opens nothing that it does not (S19).
      const over = others ? (await passkeysHere(db, [owner])).filter((one) => one.over) : [];
      if (over.length > 0) await db.vault.bulkDelete(over.map(({ id }) => id));
      if (others) await db.vault.bulkDelete(others.drop);
      await db.vault.bulkPut([
        row,
        ...(others?.put ?? []),
        ...(await openSessionRows(db, owner, { ...keys, secrets: forLater }, clock())),
      ]);
      return true;
    }),
  );
  return written.ok ? ok(written.value) : noRoom;
}

/** Writes the device's keys, which the first sign-in needs before anything else. False when there is no room (F16). */
async function hasOwnKeys(db: Database): Promise<boolean> {
  return (await withRoom(db, () => deviceKeys(db))).ok;
}
