/** What `npm start` runs: builds what is missing or older than its sources, then starts the server. */
import { fileURLToPath } from 'node:url';
import { buildIfStale } from './build.mjs';

if (!buildIfStale()) process.exit(1);
process.chdir(fileURLToPath(new URL('..', import.meta.url)));
// npm tells the shell it started to end, and the shell tells nobody: whose parent is gone was told to stop (F34).
if (process.env.npm_lifecycle_event === 'start') {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 250).unref();
}
await import('../dist/server/main.js');
