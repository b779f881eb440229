import { fail, ok, type Result } from '#contract/result.ts';
import { readingKeys } from '#database/keyring.ts';
import { installationOf } from './envelopes.ts';
import { openSecrets } from './open-secrets.ts';
import type { SessionSettings } from './settings.ts';
import { admit, type SignedIn } from './sign-in.ts';
import type { Customer } from './tokens.ts';

/**
 * Signs the open session's customer in again (D49). Only the server can do that: opening the envelope here would give no
 * tokens.
 *
 * @returns 'bad-credentials', also when the email now belongs to another customer; 'offline', 'timeout' or the server's
 * problem
 */
export async function signInAgain(
  settings: SessionSettings,
  who: Customer,
  password: string,
  signal?: AbortSignal,
): Promise<Result<SignedIn>> {
  const { api, db } = settings;
  const { email, dispositivo } = who;
  const from = await installationOf(db, email);
  const enter = (known?: string) =>
    api.call('login', { email, password, ...from, ...(known && { dispositivo: known }) }, { signal });
  let login = await enter();
  if (!login.ok && login.problem.code === 'rate-limited' && dispositivo) login = await enter(dispositivo);
  if (signal?.aborted) return fail('timeout');
  if (!login.ok) return login;
  const { usuario, polizas } = login.value;
  const access = await api.call('accessToken', { cedula: usuario.nif }, { internal: usuario.token, signal });
  if (usuario.id !== who.idUsuario) {
    // The email now belongs to another customer, who must not get this customer's open screens.
    const sent = { ...(access.ok && { bearer: access.value.access_token }), internal: usuario.token };
    if (access.ok) await api.call('logout', { idUsuario: usuario.id }, sent);
    return fail('bad-credentials');
  }
  // The session was locked meanwhile, so a full sign-in is needed.
  if ((await readingKeys(db))?.owner !== who.owner) return fail('unauthorised');
  const open = await openSecrets(db, who.owner);
  const owner = await admit(settings, email, password, usuario, access.ok ? access.value : null, signal, open);
  return owner.ok ? ok({ owner: owner.value, policies: polizas }) : owner;
}
