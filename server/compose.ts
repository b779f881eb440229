import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import type { Hono } from 'hono';
import { MINUTE_MS } from '#contract/age.ts';
import { atMost } from '#ports/limit.ts';
import type { Machine } from '#ports/machine.ts';
import { attemptRules } from './accounts/attempts.ts';
import { endUnproven } from './accounts/unproven.ts';
import { type AppParts, createApp } from './app.ts';
import type { Clock } from './clock.ts';
import { emptyCore } from './core/empty-core.ts';
import { openHttpCore } from './core/http-core.ts';
import { type CoreEvent, coreLine } from './core/not-answered.ts';
import type { Core } from './core/port.ts';
import {
  type AgeClock,
  type CommonClock,
  type CommonNow,
  databaseClock,
  earlierClock,
  laterClock,
  type StampClock,
} from './database/earlier-clock.ts';
import type { Database, OpenDatabase, openDatabase } from './database/open.ts';
import { endlessRoom, freeBytesOf, openRoom } from './database/room.ts';
import type { SeedPlan } from './demo/seed.ts';
import { openStorage } from './files/open.ts';
import { callerReader } from './http/address.ts';
import { errorTrace, type Log, logLine } from './http/log.ts';
import { CHANNEL, type Jobs, rungJobs } from './jobs/jobs.ts';
import { IN_HAND_MS, startJobs, type Work } from './jobs/start.ts';
import { openLater } from './later.ts';
import { folderNote, folderTransport, type Mail } from './mail/mail.ts';
import { openMailQueue } from './mail/queue.ts';
import { smtpTransport } from './mail/smtp.ts';
import { followOrder } from './maintenance/order.ts';
import type { Metrics } from './metrics/metrics.ts';
import { openDelivery } from './outgoing/deliver.ts';
import { openOutgoing } from './outgoing/outgoing.ts';
import { type News, openNews } from './push/news.ts';
import type { post } from './push/post.ts';
import { openKeyedHash } from './secrets.ts';
import type { Settings } from './settings.ts';
import { sweep } from './sweep.ts';

/** Everything that the server takes from where it runs: a process, the development server, a test or a simulator. */
export interface ServerPorts {
  machine: Machine;
  log: Log;
  open: typeof openDatabase;
  /** File with an empty database to begin a new folder with. */
  template?: string;
  /** Who is asked for work behind the answers; without it, all processes on the database. */
  jobs?: Jobs;
  /** Takes mails at once, instead of the queue. */
  mail?: Mail;
  /** How an event travels to the insurer; without it, over the network. */
  travels?: typeof post;
  /** Whom the demo has, instead of everybody. */
  demo?: SeedPlan;
  /** What a program puts in place of a part, as where the built app lies. */
  parts?: (db: Database) => Partial<AppParts>;
}

export interface Server {
  app: Hono;
  database: OpenDatabase;
  core: Core;
  news: News;
  metrics: Metrics | null;
  /** Is told of what failed behind an answer. */
  failed(error: unknown): void;
  /** Each piece of the work behind the answers, to be called by itself. */
  work: Work;
  /** Resolves when the work that goes on after an answer is done, such as a mail. */
  settled(): Promise<void>;
  /** Begins the work behind the answers; without it, nothing is done by itself. */
  begin(): void;
  /**
   * Hands over nothing more, waits for what is in hand, then lets the database go.
   *
   * @returns whether all that was in hand ended
   */
  close(): Promise<boolean>;
}

/** Everybody who tries the demo signs in as the same few customers. */
const demoLimits = { entriesPerCustomer: { ...attemptRules.entriesPerCustomer, free: 1_000_000 } };
const limitsOf = ({ demo, limits }: Settings) => ({ ...(demo && demoLimits), ...limits });

const nothing = async () => {};
/**
 * A restored copy holds mails, pushes and events that the original sent long ago, and its sweep would delete files of the
 * bucket that both know. Pushes go behind an answer too, so that `news` itself sends none.
 */
const nothingSent = { outgoing: nothing, mail: nothing, sweep: nothing };

/**
 * Wires the server as the settings say, for everybody who needs one. It opens the database first, and listens nowhere.
 *
 * @throws what `open` throws
 */
export async function composeServer(settings: Settings, ports: ServerPorts): Promise<Server> {
  const { machine, log, jobs = rungJobs } = ports;
  const { timers, random, uuid } = machine;
  const clock: Clock = () => new Date(machine.clock());
  const { receiver, mailServer, publicOrigin } = settings;
  const say = (more: object) => log(logLine({ time: clock().toISOString(), ...more }));
  const slow = () =>
    say({ warning: 'the database is still being opened: a change of tables, or one that does not answer' });
  const told = timers.every(MINUTE_MS, slow);
  const opening = ports.open({
    databaseUrl: settings.databaseUrl,
    ownerUrl: settings.ownerUrl,
    folder: settings.dataFolder,
    ...(ports.template !== undefined && { template: ports.template }),
  });
  const database = await opening.finally(told);
  const { db } = database;
  // An embedded database has the clock of its process.
  const ageClock: AgeClock = async () => (settings.databaseUrl ? earlierClock(db, clock) : clock);
  const stampClock: StampClock = async (tx) => (settings.databaseUrl ? laterClock(tx, clock) : clock);
  const commonClock: CommonClock = async (tx) => (settings.databaseUrl ? databaseClock(tx) : clock);
  const commonNow: CommonNow = () => (settings.databaseUrl ? sql`now()` : clock());
  const failed = (error: unknown, more: { sweep?: string } = {}) => say({ ...more, ...errorTrace(error) });
  // Loaded only when asked for: a production server carries neither demo customers nor a sandbox.
  const demo = settings.demo
    ? await import('./demo/demo.ts').then(({ openDemo }) => openDemo(db, { clock, timers, uuid }, ports.demo))
    : null;
  const metrics = settings.metrics
    ? (await import('./metrics/metrics.ts')).openMetrics(db, clock, database.pool)
    : null;
  const gaveUp = (queue: string) => (count: number) => metrics?.gaveUp(queue, count);
  const later = openLater(failed);
  let isClosing = false;
  const isOver = () => isClosing;
  const storage = await openStorage({ db, clock, stampClock, commonClock, isOver, uuid, failed }, settings);
  const transport = mailServer
    ? await smtpTransport(mailServer)
    : folderTransport(join(settings.dataFolder, 'correo'), { clock, uuid });
  const clocks = { clock, ageClock, stampClock, commonClock, commonNow };
  const mails = openMailQueue({ db, ...clocks, isOver, uuid, jobs, transport, gaveUp: gaveUp('mail') });
  const mail = ports.mail ?? mails.mail;
  const pushes = await openNews({
    db,
    ...clocks,
    isOver,
    hash: await openKeyedHash(db),
    later,
    ...settings.push,
    gaveUp: gaveUp('push'),
  });
  const news = settings.quiet ? { ...pushes, sendSoon() {}, sendDue: nothing } : pushes;
  const tell = (event: CoreEvent) => {
    metrics?.core(event);
    say(coreLine(event));
  };
  const core = settings.core
    ? openHttpCore({ ...settings.core, tell, steady: machine.steady })
    : (demo?.core ?? emptyCore);
  let stop = async (): Promise<string[]> => [];
  let isTold = false;
  const isOvertaken = async () => {
    const overtaken = await database.isOvertaken();
    if (overtaken && !isTold) {
      isTold = true;
      say({
        warning: 'a newer release took away what this one uses: every call gets 503 until this process is stopped',
      });
      void stop();
    }
    return overtaken;
  };
  const app = await createApp({
    later,
    db,
    isOvertaken,
    ...clocks,
    machine,
    core,
    demo: settings.demo,
    refundLimits: settings.refundLimits,
    refundXml: settings.refundXml,
    attempts: limitsOf(settings),
    ...(settings.demo && !mailServer && { mailNote: folderNote(settings.dataFolder) }),
    ...(demo && { pages: demo.pages }),
    ...(metrics && { metrics }),
    news,
    storage,
    ...(receiver && { outgoing: openOutgoing({ clock, commonClock, uuid, jobs }), insurerKeys: receiver.keys }),
    mail,
    publicOrigin,
    callerOf: callerReader(settings.proxies),
    securityContact: settings.securityContact,
    storeApps: settings.storeApps,
    // A PostgreSQL has a disk of its own, and says so when it is full.
    room: settings.databaseUrl ? endlessRoom : openRoom(() => freeBytesOf(settings.dataFolder)),
    log,
    ...ports.parts?.(db),
  });

  const work: Work = {
    watch: async () => {
      if (!(await isOvertaken()) && !settings.databaseUrl) await followOrder(settings.dataFolder, db, clock);
    },
    outgoing: receiver
      ? openDelivery({
          db,
          clock,
          commonClock,
          isOver,
          receiver,
          random,
          travels: ports.travels,
          gaveUp: gaveUp('outgoing'),
        })
      : async () => {},
    mail: mails.sendDue,
    push: news.sendDue,
    scan: storage.scanDue,
    sweep: async () => {
      const earlier = await ageClock();
      await sweep(db, earlier, (error, table) => failed(error, { sweep: table }));
      const notErased = (error: unknown) => failed(error, { sweep: 'unproven' });
      await endUnproven({ db, clock: earlier, commonClock, uuid, mail, publicOrigin }, notErased).catch(notErased);
      await storage.sweep(earlier);
    },
    tidy: database.tidy,
  };
  const begun = settings.quiet ? { ...work, ...nothingSent } : work;
  return {
    app,
    database,
    core,
    news,
    metrics,
    failed,
    work,
    settled: later.settled,
    begin() {
      const listen = (heard: (task: string) => void) => database.listen(CHANNEL, timers, heard);
      ({ stop } = startJobs({ timers, listen, failed }, begun));
    },
    async close() {
      isClosing = true;
      const [settled, jobs] = await Promise.all([atMost(later.settled(), timers, IN_HAND_MS), stop()]);
      const cutOff = [...(settled === null ? ['work after an answer'] : []), ...jobs];
      if (cutOff.length > 0) say({ warning: `cut off at the stop: ${cutOff.join(', ')}` });
      await database.close();
      return cutOff.length === 0;
    },
  };
}
