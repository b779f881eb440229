import { fileURLToPath } from 'node:url';
import { thisMachine } from '#ports/machine.ts';
import { composeServer } from './compose.ts';
import { openDatabase } from './database/open.ts';
import { end } from './end.ts';
import { listen, reachedAt } from './listen.ts';
import { listenForMetrics } from './metrics/listen.ts';
import { ownBuild } from './own-build.ts';
import { demandAddress, isHere, readSettings } from './settings.ts';
import { startProblem } from './start-problem.ts';

await main().catch((error: unknown) => {
  console.error(startProblem(error));
  process.exit(1);
});

async function main(): Promise<void> {
  const settings = readSettings(process.env);
  demandAddress(settings);
  const own = ownBuild();
  own.occupy();
  // First of all: with the port taken, nothing may be touched.
  const listening = await listen(settings.port, { host: settings.listen });
  const server = await composeServer(settings, {
    machine: thisMachine,
    log: (line) => console.log(line),
    open: openDatabase,
    // The build puts it beside this file.
    template: fileURLToPath(new URL(/* @vite-ignore */ './database-template.tar.gz', import.meta.url)),
    parts: () => ({ publicDir: own.app, otherApps: own.others }),
  });
  const { app, metrics } = server;
  const asked = settings.metrics && metrics && (await listenForMetrics(settings.metrics, metrics));
  listening.serve(app);
  server.begin();
  const host = reachedAt(settings.listen);
  if (settings.quiet) console.log('Esta copia no envía ni borra nada (AMPARO_QUIET)');
  const other = own.otherSettings(process.env, settings.demo);
  if (other.length > 0) console.log(`La versión preparada tiene otros ajustes: ${other.join(', ')} (npm run build)`);
  console.log(`Amparo está listo en http://${isHere(host) ? 'localhost' : host}:${listening.port}`);

  const stop = () => {
    // Asked once more, it ends at once.
    process.once('SIGTERM', () => process.exit(1)).once('SIGINT', () => process.exit(1));
    const close = async () => {
      asked?.close();
      return server.close();
    };
    void end(listening, settings.drain, close, thisMachine.timers);
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
}
