import type { Api } from '#api/create-api.ts';
import { fail, type Problem } from '#contract/result.ts';
import { atMost, holdLock, whenReleased } from '#database/hold-lock.ts';
import type { Database } from '#database/open.ts';
import type { SessionRow } from '#database/rows.ts';
import { isSameSeal } from '#database/sealed.ts';
import type { Calls } from './calls.ts';
import type { SessionSettings } from './settings.ts';
import { storedSession, untoldTokens } from './state.ts';
import type { Customer, Tokens } from './tokens.ts';

/** told: no token but the send-only one is left here. later: the server could not be reached. never: it has no such call. */
type Telling = 'told' | 'later' | 'never';

/** How long a renewal waits for a report of another page, which may be frozen, or of this one, which may hang. */
const ON_ITS_WAY_MS = 10_000;

interface Teller {
  /** Resolves to whether nothing is left to tell. Simultaneous calls share one request. */
  tell(): Promise<boolean>;
  /** Resolves when no report is on its way: one that arrives after a renewal would end the new tokens. */
  settled(): Promise<void>;
}

/** Creates `tellLock`. */
export function createTeller(
  { db, onUntold }: Pick<SessionSettings, 'db' | 'onUntold'>,
  tokens: Tokens,
  calls: Calls,
): Teller {
  const { timers } = db.machine;
  const lock = `amparo telling ${db.name}`;
  let telling: Promise<boolean> | null = null;
  const report = async () => {
    const told = await tellLock(db, tokens, calls).catch(() => 'later' as const);
    if (told === 'later') onUntold?.();
    return told !== 'later';
  };
  return {
    tell() {
      const release = telling ? null : holdLock(lock);
      telling ??= report().finally(() => {
        telling = null;
        release?.();
      });
      return telling;
    },
    async settled() {
      if (telling) await atMost(telling, timers, ON_ITS_WAY_MS);
      else await whenReleased(lock, timers, ON_ITS_WAY_MS);
    },
  };
}

/**
 * Tells the server that the device is locked (D57). The server ends the device's tokens, and they are deleted here. The call
 * uses the send-only token, which a locked device still has. Nothing is told while a session is open.
 */
async function tellLock(db: Database, tokens: Tokens, calls: Calls): Promise<Telling> {
  const stored = await storedSession(db);
  const untold = untoldTokens(stored);
  if (!stored.sending || untold.length === 0) return 'told';
  const { owner } = stored.sending;
  if ((await tokens.sendOnly(owner)) === null) return 'never';
  const answer = await calls.callSending('lock', {}, owner);
  if (answer.ok || answer.problem.code === 'unauthorised') {
    await remove(db, untold);
    return 'told';
  }
  return answer.problem.code === 'not-found' || answer.problem.code === 'method-not-allowed' ? 'never' : 'later';
}

/** Deletes the rows unless a sign-in has replaced them meanwhile. */
function remove(db: Database, seen: SessionRow[]): Promise<void> {
  return db.transaction('rw', db.session, async () => {
    for (const row of seen) {
      const now = await db.session.get(row.id);
      if (now && isSameSeal(now, row)) await db.session.delete(row.id);
    }
  });
}

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
