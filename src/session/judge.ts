import type { SentFile } from '#api/exchange.ts';
import { FINGERPRINT_HEADER, IDEMPOTENCY_HEADER, type InputOf } from '#contract/endpoints.ts';
import { fingerprint, sha256 } from '#contract/fingerprint.ts';
import type { Policy } from '#contract/policies.ts';
import { fail, ok, type Result } from '#contract/result.ts';
import type { Database } from '#database/open.ts';
import { withRoom } from '#database/storage.ts';
import { PBKDF2_ROUNDS } from '#vault/envelope.ts';
import { importKeys } from '#vault/keys.ts';
import { openPasskeyEnvelope } from '#vault/passkey.ts';
import type { Made, PasskeyProof } from './authenticator.ts';
import { installationOf, passkeysInUse, type Typed, unseal } from './envelopes.ts';
import type { SessionSettings } from './settings.ts';
import { type Given, readPart } from './stored.ts';
import type { Customer } from './tokens.ts';

/** What a customer comes in with. */
export type Proof =
  | ({ by: 'password' } & Typed)
  | { by: 'registration'; email: string; password: string; account: NewAccount }
  | PasskeyProof;

/** A registration to send. The key stays the same until its outcome is known. */
export interface NewAccount {
  fields: InputOf<'register'>;
  photos: Record<string, SentFile & { bytes: ArrayBuffer }>;
  /** A random UUID. However often it is sent, the server makes one account for it. */
  key: string;
  signal?: AbortSignal;
  onProgress?: (sent: number, total: number) => void;
}

/** What the server gave for a proof. Without an access token the first call that needs one fetches it (V4.5). */
export interface Judged extends Given {
  /** Null when none came with the answer. */
  policies: Policy[] | null;
}

/**
 * Asks the server about a proof: the only place that signs in or registers.
 *
 * @param again the only customer who may come in; a session of another one is ended at the server
 */
export async function judge(
  settings: SessionSettings,
  proof: Proof,
  again: Customer | null,
  signal: AbortSignal | undefined,
): Promise<Result<Judged>> {
  const { api } = settings;
  if (proof.by === 'registration') return register(settings, proof.account);
  const login = await (proof.by === 'password'
    ? byPassword(settings, proof, again, signal)
    : byPasskey(settings, proof, again));
  if (!login.ok) return login;
  const { usuario: account, polizas: policies } = login.value;
  const access = await api.call('accessToken', { cedula: account.nif }, { internal: account.token, signal });
  if (again && account.id !== again.idUsuario) {
    // The email now belongs to another customer, who must not get this customer's open screens.
    const sent = { ...(access.ok && { bearer: access.value.access_token }), internal: account.token };
    if (access.ok) await api.call('logout', { idUsuario: account.id }, sent);
    return fail('bad-credentials');
  }
  return ok({ account, access: access.ok ? access.value : null, policies });
}

async function byPassword(
  settings: SessionSettings,
  typed: Typed,
  again: Customer | null,
  signal: AbortSignal | undefined,
) {
  const { email, password } = typed;
  const from = await installationOf(settings.db, email);
  const login = (dispositivo?: string) =>
    settings.api.call('login', { email, password, ...from, ...(dispositivo && { dispositivo }) }, { signal });
  const first = await login();
  if (first.ok || first.problem.code !== 'rate-limited') return first;
  // A stranger's guesses may have blocked the account. This device then sends a token that only the right password opens.
  const dispositivo = again ? again.dispositivo : await deviceToken(settings, typed);
  return dispositivo ? login(dispositivo) : first;
}

/** The token by which the server recognises this device; undefined when the password opens no envelope here. */
async function deviceToken({ db, rounds = PBKDF2_ROUNDS }: SessionSettings, typed: Typed) {
  const unsealed = await unseal(db, typed, rounds);
  const keys = unsealed && (await importKeys(unsealed.secrets));
  return keys ? (await readPart(db, keys, unsealed.owner, 'identity'))?.dispositivo : undefined;
}

async function byPasskey({ db, api }: SessionSettings, { made, response }: PasskeyProof, again: Customer | null) {
  const here = await openByPasskey(db, made, again);
  if (!here.ok) return here;
  if (!response) return fail('offline');
  const { row, identity } = here.value;
  const login = await api.call('passkeySignIn', { respuesta: response, ...(await installationOf(db, identity.email)) });
  if (login.ok) return login.value.usuario.id === identity.idUsuario ? login : notYours;
  if (login.problem.code !== 'not-found') return login;
  // It unlocks nothing any more. Where a forgotten password was the reason, it still opens what lies under the earlier one.
  const known = db.vault.where('id').equals(row.id);
  await withRoom(db, () =>
    known.modify((one) => {
      if ('credential' in one) one.over = true;
    }),
  );
  return fail('not-found', { text: 'Esta forma de entrar ya no sirve. Ingresa con tu contraseña' });
}

const notYours = fail('bad-credentials', { text: 'No pudimos abrir tus datos así. Ingresa con tu contraseña' });

/**
 * Opens with a passkey of this device, without the server.
 *
 * @param again the only customer whose passkeys count
 * @returns 'not-found' when this device does not know the passkey; 'bad-credentials' when it opens no envelope
 */
export async function openByPasskey(db: Database, { credential, secret }: Made, again: Customer | null) {
  const row = (await passkeysInUse(db, again ? [again.owner] : undefined)).find((one) => one.credential === credential);
  if (!row)
    return fail('not-found', { text: 'Esta forma de entrar es de otro dispositivo. Ingresa con tu contraseña' });
  const secrets = await openPasskeyEnvelope(secret, row);
  const identity = secrets && (await readPart(db, await importKeys(secrets), row.owner, 'identity'));
  return identity ? ok({ row, secrets, identity }) : notYours;
}

/**
 * Creates the account (V4.1). After 'offline', 'timeout', 'nonsense' and 'unreadable' it may exist, and sending again with the
 * same key is safe.
 */
async function register(
  { api }: SessionSettings,
  { fields, photos, key, signal, onProgress }: NewAccount,
): Promise<Result<Judged>> {
  const sums = await Promise.all(
    Object.entries(photos).map(async ([side, { bytes }]) => [side, await sha256(bytes)] as const),
  );
  const print = await fingerprint(fields as Record<string, string>, Object.fromEntries(sums));
  const created = await api.call('register', fields, {
    files: photos,
    headers: { [IDEMPOTENCY_HEADER]: key, [FINGERPRINT_HEADER]: print },
    ...(signal && { signal }),
    ...(onProgress && { onProgress }),
  });
  if (!created.ok) return created;
  const { accessToken: access, insertedId: id, token, renovacion } = created.value;
  const { nif, residenciaFiscal } = fields;
  const nombre = typeof fields.nombre === 'string' ? fields.nombre : '';
  return ok({ account: { id, nif, nombre, token, residenciaFiscal, renovacion }, access, policies: null });
}
