import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serve } from '@hono/node-server';
import { createApp } from './app.ts';
import { HOUR } from './clock.ts';
import { emptyCore } from './core/empty-core.ts';
import { FolderInUse } from './database/folder-lock.ts';
import { openDatabase } from './database/open.ts';
import { addressReader } from './http/address.ts';
import { errorTrace, logLine } from './http/log.ts';
import { openLater } from './later.ts';
import { folderNote, mailToFolder } from './mail.ts';
import { readSettings } from './settings.ts';
import { sweep } from './sweep.ts';

await main().catch((error: unknown) => {
  const message = error instanceof Error ? error.message : String(error);
  console.error(
    error instanceof FolderInUse
      ? `Amparo ya está funcionando con esta carpeta de datos (AMPARO_DATA). ${message}`
      : `Amparo no pudo arrancar: ${message}`,
  );
  process.exit(1);
});

async function main(): Promise<void> {
  const settings = readSettings(process.env);
  const clock = () => new Date();
  const database = await openDatabase({
    databaseUrl: settings.databaseUrl,
    folder: settings.dataFolder,
    // The build puts it beside this file.
    template: fileURLToPath(new URL(/* @vite-ignore */ './database-template.tar.gz', import.meta.url)),
  });
  const { db } = database;
  // Loaded only when asked for: a production server carries neither demo customers nor a sandbox.
  const demo = settings.demo ? await import('./demo/demo.ts').then(({ openDemo }) => openDemo(db, clock)) : null;
  await sweep(db, clock);

  const later = openLater((error) => console.log(logLine({ time: clock().toISOString(), ...errorTrace(error) })));
  const app = await createApp({
    later,
    db,
    clock,
    core: demo?.core ?? emptyCore,
    demo: settings.demo,
    refundLimits: settings.refundLimits,
    ...(settings.demo && { mailNote: folderNote(settings.dataFolder) }),
    pages: demo?.pages,
    mail: mailToFolder(join(settings.dataFolder, 'correo')),
    publicOrigin: settings.publicOrigin,
    publicDir: builtApp(),
    addressOf: addressReader(settings.trustProxy),
    log: (line) => console.log(line),
  });
  const server = serve({ fetch: app.fetch, port: settings.port }, ({ port }) => {
    console.log(`Amparo está listo en http://localhost:${port}`);
  });
  // A 10 MB body over a very slow line takes longer than Node's five minutes (F28).
  if ('requestTimeout' in server) server.requestTimeout = 30 * 60_000;
  setInterval(() => void sweep(db, clock).catch(() => {}), HOUR).unref();

  const stop = () => {
    // What is being answered may finish; a connection that only waits is closed, and nothing holds the end for ever.
    setTimeout(() => process.exit(1), 10_000).unref();
    server.close(
      () =>
        void later
          .settled()
          .then(() => database.close())
          .finally(() => process.exit(0)),
    );
    if ('closeIdleConnections' in server) server.closeIdleConnections();
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
}

/** dist/client beside dist/server; a server built alone answers the calls only. */
function builtApp(): string | undefined {
  const folder = resolve(fileURLToPath(new URL('../client', import.meta.url)));
  return existsSync(join(folder, 'index.html')) ? folder : undefined;
}
