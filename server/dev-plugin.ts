import type { IncomingMessage, ServerResponse } from 'node:http';
import { join, resolve } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import type { Plugin, ViteDevServer } from 'vite';

/** What the server answers in development; everything else is Vite's. */
const answered = /^\/(api|host|archivos|aseguradora|pagar|restablecer|demo|health|ready)(\/|\?|$)/;

/**
 * Makes `npm run dev` one command. The server's calls are answered inside Vite's own process and at its address, by the
 * server's sources, loaded through Vite. The database opens with the first call.
 */
export function amparoServer(): Plugin {
  return {
    name: 'amparo:server',
    apply: 'serve',
    configureServer(vite) {
      // Vitest starts a Vite server too; a test brings its own app.
      if (process.env.VITEST) return;
      let listener: Promise<(request: IncomingMessage, response: ServerResponse) => void> | undefined;
      vite.middlewares.use((request, response, next) => {
        if (!answered.test(request.url ?? '')) return next();
        listener ??= open(vite);
        listener.then((listen) => listen(request, response), next);
      });
    },
  };
}

async function open(vite: ViteDevServer) {
  const load = <M>(path: string) => vite.ssrLoadModule(path) as Promise<M>;
  const [
    { createApp },
    { openDatabase },
    { openDemo },
    { folderNote, mailToFolder },
    { readSettings },
    { emptyCore },
    http,
  ] = await Promise.all([
    load<typeof import('./app.ts')>('/server/app.ts'),
    load<typeof import('./database/open.ts')>('/server/database/open.ts'),
    load<typeof import('./demo/demo.ts')>('/server/demo/demo.ts'),
    load<typeof import('./mail/mail.ts')>('/server/mail/mail.ts'),
    load<typeof import('./settings.ts')>('/server/settings.ts'),
    load<typeof import('./core/empty-core.ts')>('/server/core/empty-core.ts'),
    load<typeof import('./core/http-core.ts')>('/server/core/http-core.ts'),
  ]);
  const { core, databaseUrl, dataFolder, demo: withDemo, publicOrigin, refundLimits } = readSettings(process.env);
  const clock = () => new Date();
  const database = await openDatabase({ databaseUrl, folder: resolve(dataFolder) });
  vite.httpServer?.once('close', () => void database.close());
  const demo = withDemo ? await openDemo(database.db, clock) : null;
  const app = await createApp({
    db: database.db,
    clock,
    core: core ? http.openHttpCore(core) : (demo?.core ?? emptyCore),
    demo: withDemo,
    refundLimits,
    ...(withDemo && { mailNote: folderNote(dataFolder) }),
    ...(demo && { pages: demo.pages }),
    mail: mailToFolder(join(dataFolder, 'correo')),
    publicOrigin,
    log: (line) => vite.config.logger.info(line),
  });
  return getRequestListener(app.fetch);
}
