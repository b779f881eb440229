import type { Api } from '#api/create-api.ts';
import { fail, type Problem } from '#contract/result.ts';
import type { Customer } from './tokens.ts';

/** The result of a logout. The device is signed out in any case. */
export interface LoggedOut {
  /** Whether the session has ended at the server too; otherwise only on this device (D26). */
  everywhere: boolean;
  problem: Problem | null;
}

/** Ends the session at the server, with the tokens it had. */
export async function tellLogout(api: Api, who: Customer, internal: string, access: string | null): Promise<LoggedOut> {
  const close = (bearer: string) => api.call('logout', { idUsuario: who.idUsuario }, { bearer, internal });
  let told = access === null ? fail('unauthorised') : await close(access);
  if (!told.ok && told.problem.code === 'unauthorised') {
    // The access token is expired or missing. A new one is fetched, because the internal token would stay valid for weeks.
    const fresh = await api.call('accessToken', { cedula: who.cedula }, { internal });
    told = fresh.ok ? await close(fresh.value.access_token) : fresh;
  }
  const everywhere = told.ok || told.problem.code === 'unauthorised';
  return { everywhere, problem: told.ok || everywhere ? null : told.problem };
}
