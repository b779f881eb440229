import type { IncomingMessage, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { Plugin, ViteDevServer } from 'vite';

/** What the server answers in development; everything else is Vite's. */
const answered = /^\/(api|host|archivos|aseguradora|pagar|restablecer|demo|health|ready)(\/|\?|$)/;

/**
 * Makes `npm run dev` one command. The server's calls are answered inside Vite's own process and at its address, by the
 * server's sources, loaded through Vite, with jobs and webhooks. The database opens with the first call.
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
  const [{ thisMachine }, { composeServer }, { openDatabase }, { readSettings }] = await Promise.all([
    load<typeof import('#ports/machine.ts')>('/src/ports/machine.ts'),
    load<typeof import('./compose.ts')>('/server/compose.ts'),
    load<typeof import('./database/open.ts')>('/server/database/open.ts'),
    load<typeof import('./settings.ts')>('/server/settings.ts'),
  ]);
  const server = await composeServer(readSettings(process.env), {
    machine: thisMachine,
    log: (line) => vite.config.logger.info(line),
    open: openDatabase,
  });
  vite.httpServer?.once('close', () => void server.close());
  server.begin();
  return getRequestListener(server.app.fetch);
}
