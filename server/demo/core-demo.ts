import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Hono } from 'hono';
import { openDatabase } from '../database/open.ts';
import { listen } from '../listen.ts';
import { readSettings } from '../settings.ts';
import { startProblem } from '../start-problem.ts';
import { openDemo } from './demo.ts';
import { referenceCore } from './reference-core.ts';
import { sandboxPages } from './sandbox-pages.ts';

/** What `npm run core:demo` runs: an administration on a port of its own, with the demo's books in a folder of its own. */
await main().catch((error: unknown) => {
  console.error(startProblem(error));
  process.exit(1);
});

/** Known to everybody: nothing but the demo's books lies behind it. */
const SECRET = 'demo-administration';

async function main(): Promise<void> {
  const { port, listen: host, dataFolder } = readSettings({ PORT: '4180', ...process.env });
  const clock = () => new Date();
  const listening = await listen(port, { host });
  const database = await openDatabase({
    databaseUrl: '',
    folder: join(dataFolder, 'administracion'),
    template: fileURLToPath(new URL(/* @vite-ignore */ './database-template.tar.gz', import.meta.url)),
  });
  const { db } = database;
  const { core } = await openDemo(db, clock);
  const origin = `http://localhost:${listening.port}`;
  const secret = process.env.AMPARO_CORE_SECRET || SECRET;
  listening.serve(new Hono().route('/', referenceCore(core, secret, origin)).route('/', sandboxPages(db, clock)));
  console.log(`La administración de la demostración está lista en ${origin}`);

  const stop = () =>
    void listening
      .stop({ within: 5_000 })
      .then(database.close)
      .then(() => process.exit(0));
  process.once('SIGTERM', stop).once('SIGINT', stop);
}
