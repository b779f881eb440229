/** What `npm run core:demo` runs: an administration over HTTP with the demo's books, for a server with AMPARO_CORE_URL. */
import { fileURLToPath } from 'node:url';
import { buildIfStale } from './build.mjs';
import { whenParentEnds } from './with-parent.mjs';

if (!buildIfStale()) process.exit(1);
process.chdir(fileURLToPath(new URL('..', import.meta.url)));
if (process.env.npm_lifecycle_event === 'core:demo') whenParentEnds(() => process.kill(process.pid, 'SIGTERM'));
await import('../dist/server/core-demo.js');
