/** What `npm run maintenance` runs: the switch of the maintenance, as it was built with the server. */
import { fileURLToPath } from 'node:url';
import { buildIfStale } from './build.mjs';

if (!buildIfStale()) process.exit(1);
process.chdir(fileURLToPath(new URL('..', import.meta.url)));
await import('../dist/server/maintenance.js');
