/** What `npm run invoice` runs: the reader of invoices as it was built with the server. Its output is lines of JSON alone. */
import { buildIfStale } from './build.mjs';

if (!buildIfStale({ quietly: true })) process.exit(1);
await import('../dist/server/invoice.js');
