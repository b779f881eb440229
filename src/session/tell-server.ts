import type { Api } from '#api/create-api.ts';
import { fail, type Problem, type Result } from '#contract/result.ts';
import { atMost, holdLock, whenReleased } from '#database/hold-lock.ts';
import type { Database } from '#database/open.ts';
import { hearLock, type ReportOutcome, removeSeen, tellDisplaced } from './displaced.ts';
import type { SessionSettings } from './settings.ts';
import { storedSession, untoldTokens } from './state.ts';
import type { Tokens } from './tokens.ts';

/** How long a renewal waits for a report of another page, which may be frozen, or of this one, which may hang. */
const ON_ITS_WAY_MS = 10_000;

interface Teller {
  /** Tells of a lock, and of who was displaced. Resolves to whether nothing is left. Simultaneous calls share one request. */
  tell(): Promise<boolean>;
  /** The second alone, while a session is open: a lock that follows at once is told by a report of its own. */
  tellDisplaced(): Promise<boolean>;
  /**
   * Resolves when no report that ends tokens of this customer is on its way: one that arrives after a renewal would end the new
   * ones. Nobody waits for what is asked of others.
   */
  settled(owner: string): Promise<void>;
}

/**
 * Creates `tellLock`.
 *
 * @param settings its api hears no ending: one that is told of who was displaced is not of who is here
 * @param heard tells of a lock, and hears an ending
 */
export function createTeller(
  { db, api, onUntold }: Pick<SessionSettings, 'db' | 'api' | 'onUntold'>,
  heard: Api,
  tokens: Tokens,
): Teller {
  const { timers } = db.machine;
  const lock = `amparo telling ${db.name}`;
  const telling = new Map<() => Promise<ReportOutcome>, Promise<boolean>>();
  /** The reports on their way that end tokens, by the lock that other pages see. */
  const ending = new Map<string, Promise<unknown>>();
  const lockFor = (owner: string) => `${lock} ${owner}`;
  const ofLock = () => whileEnding(lock, () => tellLock(db, heard, tokens));
  let callOff = () => {};

  async function ofDisplaced(): Promise<ReportOutcome> {
    callOff();
    const { outcome, askIn } = await tellDisplaced(db, api, (owner, tell) => whileEnding(lockFor(owner), tell));
    // Who is here may use the app all day without another start.
    if (askIn !== undefined) callOff = timers.after(askIn, () => void report(ofDisplaced));
    return outcome;
  }

  function whileEnding<T>(name: string, tell: () => Promise<T>): Promise<T> {
    const release = holdLock(name);
    const started = tell().finally(() => {
      ending.delete(name);
      release();
    });
    ending.set(
      name,
      started.catch(() => undefined),
    );
    return started;
  }

  function report(tell: () => Promise<ReportOutcome>): Promise<boolean> {
    const running = telling.get(tell);
    if (running) return running;
    const run = async () => {
      const told = await tell().catch((error: unknown) => {
        console.error('session: the server could not be told', error);
        return 'later' as const;
      });
      if (told === 'later') onUntold?.();
      return told !== 'later';
    };
    const started = run().finally(() => telling.delete(tell));
    telling.set(tell, started);
    return started;
  }

  return {
    tell: async () => (await Promise.all([report(ofLock), report(ofDisplaced)])).every((told) => told),
    tellDisplaced: () => report(ofDisplaced),
    async settled(owner) {
      const over = [lock, lockFor(owner)].map(async (name) => {
        const here = ending.get(name);
        await (here ? atMost(here, timers, ON_ITS_WAY_MS) : whenReleased(name, timers, ON_ITS_WAY_MS));
      });
      await Promise.all(over);
    },
  };
}

/**
 * Tells the server that the device is locked (D57). The server ends the device's tokens, and they are deleted here. The call
 * uses the send-only token, which a locked device still has. Nothing is told while a session is open.
 */
async function tellLock(db: Database, api: Api, tokens: Tokens): Promise<ReportOutcome> {
  const stored = await storedSession(db);
  const untold = untoldTokens(stored);
  if (!stored.sending || untold.length === 0) return 'told';
  const { owner } = stored.sending;
  const bearer = await tokens.sendOnly(owner);
  if (bearer === null) return 'never';
  // With this token alone: who has signed in meanwhile would end the new session by it.
  const told = hearLock(await api.call('lock', {}, { bearer }));
  if (told === 'told') await removeSeen(db, untold);
  return told;
}

/** The result of a logout. The device is signed out in any case. */
export interface LoggedOut {
  /** Whether the session has ended at the server too; otherwise only on this device (D26). */
  everywhere: boolean;
  problem: Problem | null;
}

/** What ends the session at the server, read before the device forgets it; null when nobody is signed in. */
export async function endingTokens(tokens: Tokens) {
  const who = await tokens.open();
  if (!who) return null;
  const [internal, access, renewal] = await Promise.all([
    tokens.stored(who.owner, 'internal'),
    tokens.stored(who.owner, 'access'),
    tokens.toRenew(who.owner),
  ]);
  return { who, internal, access, renewal: renewal?.token ?? null };
}

/** Ends the session at the server, with the tokens it had. Each way is taken when what the one before has is refused. */
export async function tellLogout(
  { api, db }: Pick<SessionSettings, 'api' | 'db'>,
  { settled }: Tokens,
  had: Awaited<ReturnType<typeof endingTokens>>,
): Promise<LoggedOut> {
  if (!had || (had.internal === null && had.renewal === null)) return { everywhere: false, problem: null };
  const { who, internal, access, renewal } = had;
  const close = (bearer: string, internal: string) =>
    api.call('logout', { idUsuario: who.idUsuario }, { bearer, internal });
  const ways = [
    async () => internal && access && close(access, internal),
    async () => {
      if (!internal) return null;
      // The access token is expired or missing. A new one is fetched, because the internal token would stay valid for weeks.
      const fresh = await api.call('accessToken', { cedula: who.cedula }, { internal });
      return fresh.ok ? close(fresh.value.access_token, internal) : fresh;
    },
    async () => {
      if (!renewal) return null;
      // The unlock asked nobody (D76). A renewal of it that arrives later would end the tokens that this one brings.
      await atMost(settled(), db.machine.timers, ON_ITS_WAY_MS);
      const renewed = await api.call('renewSession', { renovacion: renewal });
      return renewed.ok ? close(renewed.value.accessToken.access_token, renewed.value.usuario.token) : renewed;
    },
  ];
  let told: Result<unknown> = fail('unauthorised');
  for (const way of ways) if (isRefused(told)) told = (await way()) || told;
  const everywhere = told.ok || isRefused(told);
  return { everywhere, problem: told.ok || everywhere ? null : told.problem };
}

const isRefused = (told: Result<unknown>): boolean => !told.ok && told.problem.code === 'unauthorised';
