import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endUnproven } from './accounts/unproven.ts';
import { createApp } from './app.ts';
import { emptyCore } from './core/empty-core.ts';
import { openHttpCore } from './core/http-core.ts';
import { type CoreEvent, coreLine } from './core/not-answered.ts';
import { openDatabase } from './database/open.ts';
import { endlessRoom, freeBytesOf, openRoom } from './database/room.ts';
import { openStorage } from './files/open.ts';
import { callerReader } from './http/address.ts';
import { errorTrace, logLine } from './http/log.ts';
import { queuedJobs } from './jobs/jobs.ts';
import { startJobs } from './jobs/start.ts';
import { openLater } from './later.ts';
import { type Listening, listen, reachedAt } from './listen.ts';
import { folderNote, folderTransport } from './mail/mail.ts';
import { openMailQueue } from './mail/queue.ts';
import { smtpTransport } from './mail/smtp.ts';
import { listenForMetrics } from './metrics/listen.ts';
import { openDelivery } from './outgoing/deliver.ts';
import { openOutgoing } from './outgoing/outgoing.ts';
import { ownBuild } from './own-build.ts';
import { openNews } from './push/news.ts';
import { openKeyedHash } from './secrets.ts';
import { demandAddress, isHere, readSettings } from './settings.ts';
import { startProblem } from './start-problem.ts';
import { sweep } from './sweep.ts';

await main().catch((error: unknown) => {
  console.error(startProblem(error));
  process.exit(1);
});

async function main(): Promise<void> {
  const settings = readSettings(process.env);
  demandAddress(settings);
  const own = ownBuild();
  own.occupy();
  const clock = () => new Date();
  // First of all: with the port taken, nothing may be touched.
  const listening = await listen(settings.port, { host: settings.listen });
  const database = await openDatabase({
    databaseUrl: settings.databaseUrl,
    ownerUrl: settings.ownerUrl,
    folder: settings.dataFolder,
    // The build puts it beside this file.
    template: fileURLToPath(new URL(/* @vite-ignore */ './database-template.tar.gz', import.meta.url)),
  });
  const { db } = database;
  // Loaded only when asked for: a production server carries neither demo customers nor a sandbox.
  const demo = settings.demo ? await import('./demo/demo.ts').then(({ openDemo }) => openDemo(db, clock)) : null;

  // Loaded only where it is asked for.
  const metrics = settings.metrics && (await import('./metrics/metrics.ts')).openMetrics(db, database.pool);
  const asked = settings.metrics && metrics && (await listenForMetrics(settings.metrics, metrics));
  const failed = (error: unknown, more: { sweep?: string } = {}) =>
    console.log(logLine({ time: clock().toISOString(), ...more, ...errorTrace(error) }));
  const later = openLater(failed);
  const storage = await openStorage(db, clock, settings, failed);
  const jobs = queuedJobs;
  const { receiver, mailServer } = settings;
  const transport = mailServer ? await smtpTransport(mailServer) : folderTransport(join(settings.dataFolder, 'correo'));
  const mails = openMailQueue({ db, clock, jobs, transport });
  const news = await openNews({ db, clock, hash: await openKeyedHash(db), later, ...settings.push });
  const tell = (event: CoreEvent) => console.log(logLine({ time: clock().toISOString(), ...coreLine(event) }));
  const core = settings.core ? openHttpCore({ ...settings.core, tell }) : (demo?.core ?? emptyCore);
  const app = await createApp({
    later,
    db,
    clock,
    core,
    demo: settings.demo,
    refundLimits: settings.refundLimits,
    ...(settings.demo && !mailServer && { mailNote: folderNote(settings.dataFolder) }),
    ...(demo && { pages: demo.pages }),
    ...(metrics && { metrics }),
    news,
    storage,
    ...(receiver && { outgoing: openOutgoing({ clock, jobs }), insurerKeys: receiver.keys }),
    mail: mails.mail,
    publicOrigin: settings.publicOrigin,
    publicDir: own.app,
    otherApps: own.others,
    callerOf: callerReader(settings.proxies),
    securityContact: settings.securityContact,
    // A PostgreSQL has a disk of its own, and says so when it is full.
    room: settings.databaseUrl ? endlessRoom : openRoom(() => freeBytesOf(settings.dataFolder)),
    log: (line) => console.log(line),
  });
  const running = await startJobs(
    database.jobs,
    {
      outgoing: receiver ? openDelivery({ db, clock, jobs, receiver }) : async () => {},
      mail: mails.sendDue,
      push: news.sendDue,
      scan: storage.scanDue,
      sweep: async () => {
        await sweep(db, clock, (error, table) => failed(error, { sweep: table }));
        const { publicOrigin } = settings;
        const notErased = (error: unknown) => failed(error, { sweep: 'unproven' });
        await endUnproven({ db, clock, mail: mails.mail, publicOrigin }, notErased).catch(notErased);
        await storage.sweep();
      },
      tidy: database.tidy,
    },
    failed,
  );
  listening.serve(app);
  const host = reachedAt(settings.listen);
  // A server that is restarted more than once an hour may be asleep whenever the clock asks.
  await jobs.ask(db, 'sweep').catch(failed);
  const other = own.otherSettings(process.env, settings.demo);
  if (other.length > 0) console.log(`La versión preparada tiene otros ajustes: ${other.join(', ')} (npm run build)`);
  console.log(`Amparo está listo en http://${isHere(host) ? 'localhost' : host}:${listening.port}`);

  const stop = () => {
    // Asked once more, it ends at once.
    process.once('SIGTERM', () => process.exit(1)).once('SIGINT', () => process.exit(1));
    void end(listening, settings.drain, async () => {
      asked?.close();
      await Promise.all([later.settled(), running.stop()]);
      await database.close();
    });
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
}

async function end(listening: Listening, drain: number, close: () => Promise<void>): Promise<void> {
  const whole = await listening.stop({ drain });
  // A database that is frozen does not say goodbye.
  setTimeout(() => process.exit(1), 5_000).unref();
  await close().catch(() => {});
  process.exit(whole ? 0 : 1);
}
