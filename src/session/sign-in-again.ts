import { fail, ok, type Result } from '#contract/result.ts';
import { readingKeys } from '#database/keyring.ts';
import { installationOf } from './envelopes.ts';
import { openSecrets } from './open-secrets.ts';
import type { SessionSettings } from './settings.ts';
import { admit, type SignedIn } from './sign-in.ts';
import type { Customer } from './tokens.ts';

/**
 * Signs the customer of the open session in once more (D49). Only the server can say that the password is right: opening the
 * envelope here would bring no tokens.
 *
 * @returns 'bad-credentials', also when the address belongs to somebody else by now; 'offline', 'timeout' or what the server said
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
    // The address changed hands. Nobody else comes in over what this customer typed and queued.
    const sent = { ...(access.ok && { bearer: access.value.access_token }), internal: usuario.token };
    if (access.ok) await api.call('logout', { idUsuario: usuario.id }, sent);
    return fail('bad-credentials');
  }
  // Locked meanwhile: whoever is here now has the whole sign-in before them.
  if ((await readingKeys(db))?.owner !== who.owner) return fail('unauthorised');
  const open = await openSecrets(db, who.owner);
  const owner = await admit(settings, email, password, usuario, access.ok ? access.value : null, signal, open);
  return owner.ok ? ok({ owner: owner.value, policies: polizas }) : owner;
}
