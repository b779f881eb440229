/** What `npm run trail` runs: the audit trail's export as it was built with the server. Its output is lines of JSON alone. */
import { buildIfStale } from './build.mjs';

if (!buildIfStale({ quietly: true })) process.exit(1);
await import('../dist/server/trail.js');
