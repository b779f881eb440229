/** What `npm start` runs: builds what is missing, older than its sources or made with other settings, then starts the server. */
import { fileURLToPath } from 'node:url';
import { buildForStart } from './build.mjs';
import { whenParentEnds } from './with-parent.mjs';

if (!buildForStart()) process.exit(1);
process.chdir(fileURLToPath(new URL('..', import.meta.url)));
if (process.env.npm_lifecycle_event === 'start') whenParentEnds(() => process.kill(process.pid, 'SIGTERM'));
await import('../dist/server/main.js');
