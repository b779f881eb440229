import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ended, freePort, launch } from './server.ts';

/** Lets the server create the demo customers once. Every journey copies the folder. @returns what removes it */
export default async function seed(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'amparo-journey-seed-'));
  const server = await launch(await freePort(), folder);
  await ended(server, 'SIGTERM');
  process.env.AMPARO_JOURNEY_SEED = folder;
  return () => rm(folder, { recursive: true, force: true });
}
