/** What `npm start` runs: builds what is missing or older than its sources, then starts the server. */
import { fileURLToPath } from 'node:url';
import { buildIfStale } from './build.mjs';
import { whenParentEnds } from './with-parent.mjs';

if (!buildIfStale()) process.exit(1);
process.chdir(fileURLToPath(new URL('..', import.meta.url)));
if (process.env.npm_lifecycle_event === 'start') whenParentEnds(() => process.kill(process.pid, 'SIGTERM'));
await import('../dist/server/main.js');
