/** What `npm start` runs: builds what is missing or older than its sources, then starts the server. */
import { fileURLToPath } from 'node:url';
import { buildIfStale } from './build.mjs';

if (!buildIfStale()) process.exit(1);
process.chdir(fileURLToPath(new URL('..', import.meta.url)));
await import('../dist/server/main.js');
