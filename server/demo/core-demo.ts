import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Hono } from 'hono';
import { thisMachine } from '#ports/machine.ts';
import { BadSetting } from '../bad-setting.ts';
import { openDatabase } from '../database/open.ts';
import { listen } from '../listen.ts';
import { startProblem } from '../start-problem.ts';
import { openDemo } from './demo.ts';
import { referenceCore } from './reference-core.ts';
import { sandboxPages } from './sandbox-pages.ts';

/** Known to everybody: nothing but the demo's books lies behind it. */
const SECRET = 'demo-administration';

/** Its own options only: an environment that is set for the server would give it the server's port, folder and secret. */
const options = {
  port: { type: 'string', default: '4180' },
  data: { type: 'string', default: join('.data', 'administracion') },
} as const;

/** What `npm run core:demo` runs: an administration on a port of its own, with the demo's books in a folder of its own. */
await main().catch((error: unknown) => {
  console.error(startProblem(error));
  process.exit(1);
});

async function main(): Promise<void> {
  const { port, data } = parseArgs({ options }).values;
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) throw new BadSetting('--port', port);
  const clock = () => new Date();
  const listening = await listen(Number(port), { host: '127.0.0.1' });
  const database = await openDatabase({
    databaseUrl: '',
    folder: resolve(data),
    template: fileURLToPath(new URL(/* @vite-ignore */ './database-template.tar.gz', import.meta.url)),
  });
  const { db } = database;
  const { core } = await openDemo(db, { ...thisMachine, clock });
  const origin = `http://localhost:${listening.port}`;
  listening.serve(new Hono().route('/', referenceCore(core, SECRET, origin)).route('/', sandboxPages(db, clock)));
  console.log(`La administración de la demostración está lista en ${origin}`);

  const stop = () =>
    void listening
      .stop({ within: 5_000 })
      .then(database.close)
      .then(() => process.exit(0));
  process.once('SIGTERM', stop).once('SIGINT', stop);
}
