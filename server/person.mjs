/** What `npm run person` runs: export and erasure as they were built with the server. */
import { buildIfStale } from './build.mjs';

if (!buildIfStale()) process.exit(1);
await import('../dist/server/person.js');
