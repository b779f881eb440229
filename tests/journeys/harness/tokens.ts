import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import type { RunningServer } from './server.ts';

/** Ends every token that the server has issued, as an administrator would. The server is down meanwhile. */
export async function revokeTokens(server: RunningServer): Promise<void> {
  await server.kill();
  const db = await PGlite.create(join(server.data, 'base'));
  await db.exec("update tokens set expires = now() - interval '1 day'");
  await db.close();
  await server.restart();
}
