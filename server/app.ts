import { type Context, Hono } from 'hono';
import { OLDEST_CONTRACT } from '#contract/version.ts';
import type { Machine } from '#ports/machine.ts';
import { type RefundLimits, usualRefundLimits } from '#rules/refund-policy.ts';
import { type AttemptRules, attemptRules, openAttempts } from './accounts/attempts.ts';
import { PASSWORD_COST } from './accounts/passwords.ts';
import { recoveryRoutes } from './accounts/recovery-page.ts';
import type { Clock } from './clock.ts';
import type { Core } from './core/port.ts';
import type { AgeClock, CommonClock, CommonNow, StampClock } from './database/earlier-clock.ts';
import type { Database } from './database/open.ts';
import { isFull, isOutage } from './database/outage.ts';
import { endlessRoom, type Room } from './database/room.ts';
import { openFileAddresses } from './files/addresses.ts';
import { type Files, openFiles } from './files/files.ts';
import { fileRoutes } from './files/routes.ts';
import { DamagedFile, StoreUnavailable } from './files/store.ts';
import type { World } from './handler.ts';
import { type Caller, networksOf } from './http/address.ts';
import { apiRoutes } from './http/api-routes.ts';
import { tellProblem } from './http/as-page.ts';
import { openCrowd } from './http/crowd.ts';
import { healthRoutes, OUTAGE_RETRY_SECONDS } from './http/health.ts';
import { errorTrace, type Log, logLine } from './http/log.ts';
import { isForeign } from './http/origin-check.ts';
import { brokenAnswer, brokenBy, problemAnswer } from './http/problems.ts';
import { REQUEST_ID_HEADER, requestId } from './http/request-id.ts';
import { pageHeaders } from './http/security-headers.ts';
import { sharePage } from './http/share-page.ts';
import { staticRoutes } from './http/static-files.ts';
import { type StoreApps, wellKnownRoutes } from './http/well-known.ts';
import { reportRoutes } from './insurer/report-routes.ts';
import type { SigningKey } from './insurer/signature.ts';
import { type Later, openLater } from './later.ts';
import type { Mail } from './mail/mail.ts';
import type { Metrics } from './metrics/metrics.ts';
import { insurerFileRoutes } from './outgoing/files.ts';
import { type Outgoing, untold } from './outgoing/outgoing.ts';
import { Overloaded } from './overload.ts';
import { type News, openNews } from './push/news.ts';
import { openKeyedHash } from './secrets.ts';

export interface AppParts {
  db: Database;
  /** Looks whether a newer release took away what this one uses; left out, nobody does. */
  isOvertaken?: () => Promise<boolean>;
  clock: Clock;
  /** What is deleted for its age goes by it; left out, by `clock`. */
  ageClock?: AgeClock;
  /** What will go for its age is stamped by it; left out, by `clock`. */
  stampClock?: StampClock;
  /** What one process notes and another judges within minutes goes by it; left out, by `clock`. */
  commonClock?: CommonClock;
  commonNow?: CommonNow;
  machine: Pick<Machine, 'timers' | 'uuid' | 'steady'>;
  core: Core;
  mail: Mail;
  mailNote?: string;
  /** The app's public address, for links in mails. It is never taken from a request, whose host can be forged. */
  publicOrigin: string;
  /** Folder of the built app; without it the server answers only calls. */
  publicDir?: string;
  /** Folders of the app's other versions, whose hashed files pages may still ask for. */
  otherApps?: () => Promise<readonly string[]>;
  /** Whether the demo runs. Left out, accounts made in it stay closed. */
  demo?: boolean;
  /** Contact for security reports, as `mailto:` or `https:`; null for none. */
  securityContact?: string | null;
  /** The apps of the stores that may show this address; left out, none. */
  storeApps?: StoreApps;
  /** Further routes, such as the sandbox's payment page. */
  pages?: (world: World) => Hono;
  /** Passed in when the caller also runs the jobs. */
  news?: News;
  /** Sends events to the insurer's systems; by default nothing is sent. */
  outgoing?: Outgoing;
  /** What the insurer's systems sign with, to fetch files and to report. */
  insurerKeys?: readonly SigningKey[];
  /** Finds who sent a request; left out, all are one caller. */
  callerOf?: (c: Context) => Caller;
  attempts?: Partial<AttemptRules>;
  passwordCost?: number;
  /** The oldest contract that is understood (D51). */
  oldestContract?: number;
  /** The most a refund may ask for, by currency. */
  refundLimits?: RefundLimits;
  /** Whether a refund's invoice may be XML; by default not. */
  refundXml?: boolean;
  /** Storage of customers' files; by default the database, without a scanner. */
  storage?: Files;
  /** Whether the disk has room for a write; by default it always has. */
  room?: Room;
  log?: Log;
  /** Observes each answered request. */
  metrics?: Pick<Metrics, 'observe'>;
  /** Passed in when the caller waits for it before closing the database. */
  later?: Later;
}

const nobody: Caller = { networks: networksOf(''), proxied: false, here: false };

/** nginx's status for a client that closed the connection; no standard has one. */
const CLIENT_GONE = 499;

/** The whole program. It keeps no state, so several processes may run side by side on one database. */
export async function createApp(parts: AppParts): Promise<Hono> {
  const { db, clock, machine, core, mail, publicOrigin, log = () => {}, callerOf = () => nobody } = parts;
  const { uuid, steady } = machine;
  const { ageClock = async () => clock, stampClock = async () => clock } = parts;
  const { commonClock = async () => clock, commonNow = clock } = parts;
  const hash = await openKeyedHash(db);
  const failed = (error: unknown) => log(logLine({ time: clock().toISOString(), ...errorTrace(error) }));
  const later = parts.later ?? openLater(failed);
  const news = parts.news ?? (await openNews({ db, clock, ageClock, commonClock, commonNow, hash, later }));
  const world: World = {
    db,
    clock,
    ageClock,
    stampClock,
    commonClock,
    commonNow,
    uuid,
    core,
    mail,
    mailNote: parts.mailNote ?? '',
    publicOrigin,
    hash,
    attempts: openAttempts(db, commonClock, hash, { ...attemptRules, ...parts.attempts }),
    storage: parts.storage ?? openFiles({ db, clock, stampClock, commonClock, uuid }),
    addresses: openFileAddresses(db, commonClock, hash),
    demo: parts.demo ?? false,
    oldestContract: parts.oldestContract ?? OLDEST_CONTRACT,
    refundLimits: parts.refundLimits ?? usualRefundLimits,
    refundXml: parts.refundXml ?? false,
    later,
    news,
    outgoing: parts.outgoing ?? untold,
    room: parts.room ?? endlessRoom,
    passwordCost: parts.passwordCost ?? PASSWORD_COST,
  };
  // In the demo everybody is on a machine of one's own.
  const crowd = openCrowd(clock, parts.demo ? null : log);
  const app = new Hono();
  app.use(async (c, next) => {
    const started = steady();
    const caller = callerOf(c);
    const id = requestId(c.req.header(REQUEST_ID_HEADER), caller.proxied);
    c.set('caller', caller);
    c.set('requestId', id);
    await next();
    if (!probes.includes(c.req.path)) crowd.note(caller);
    // A 304 carries no request id: nobody reports one, and each byte costs the customer.
    if (c.res.status !== 304) c.res.headers.set(REQUEST_ID_HEADER, id);
    // Successful probes come every few seconds and would fill the log.
    if (probes.includes(c.req.path) && c.res.ok) return;
    const request = { method: c.req.method, route: routeOf(c), status: c.res.status };
    const ms = steady() - started;
    parts.metrics?.observe({ ...request, ms });
    log(logLine({ time: clock().toISOString(), id, ...request, ms: Math.round(ms) }));
  });
  app.use(pageHeaders);
  app.use(async (c, next) => {
    const writes = !['GET', 'HEAD', 'OPTIONS'].includes(c.req.method);
    return writes && isForeign(c.req.raw) ? problemAnswer({ code: 'forbidden' }) : next();
  });
  /** Asked anew for each failure, since it may have come between two of them. */
  const isUnable = () => (parts.isOvertaken?.() ?? Promise.resolve(false)).catch(isOutage);
  app.onError(async (error, c) => {
    // The caller has closed the connection, so nobody reads the answer. The request's log line is enough.
    if (c.req.raw.signal.aborted) return problemAnswer({ code: 'unavailable', status: CLIENT_GONE });
    const id = c.get('requestId');
    log(logLine({ time: clock().toISOString(), id, method: c.req.method, route: routeOf(c), ...errorTrace(error) }));
    if (error instanceof Overloaded) return tellProblem(c, { code: 'unavailable', retryAfter: error.retryAfter });
    if (isFull(error)) return tellProblem(c, { code: 'unavailable', status: 507, retryAfter: 60 });
    // A file that this process cannot open may be opened by another, or by this one with its right key (F46).
    if (isOutage(error) || error instanceof StoreUnavailable || error instanceof DamagedFile) {
      return tellProblem(c, { code: 'unavailable', retryAfter: OUTAGE_RETRY_SECONDS });
    }
    if (await isUnable()) return tellProblem(c, { code: 'unavailable', retryAfter: OUTAGE_RETRY_SECONDS });
    return c.get('asPage') ? tellProblem(c, brokenBy(id)) : brokenAnswer(id);
  });
  app.route(
    '/',
    healthRoutes(db, machine.timers, () => world.room.any(), crowd.share),
  );
  app.route('/', apiRoutes(world, callerOf, steady));
  app.route('/', fileRoutes(world));
  if (parts.insurerKeys) {
    app.route('/', insurerFileRoutes(world, parts.insurerKeys));
    app.route('/', reportRoutes(world, parts.insurerKeys));
  }
  app.route('/', recoveryRoutes(world));
  app.route(
    '/',
    wellKnownRoutes(clock, publicOrigin, {
      securityContact: null,
      storeApps: { android: null, apple: null },
      ...parts,
    }),
  );
  if (parts.pages) app.route('/', parts.pages(world));
  app.route('/', sharePage());
  if (parts.publicDir) app.route('/', staticRoutes(parts.publicDir, { others: parts.otherApps, steady }));
  app.notFound(() => problemAnswer({ code: 'not-found' }));
  return app;
}

const probes = ['/health', '/ready'];

/** The pattern that matched: the address itself may carry an email or a token. */
function routeOf(c: Pick<Context, 'req'>): string {
  const patterns = c.req.matchedRoutes.map((route) => route.path).filter((path) => path !== '/*');
  return patterns.find((path) => !path.endsWith('*')) ?? patterns.at(-1) ?? '(none)';
}
