import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import type { RunningServer } from './server.ts';

/** Ends every token that the server has issued, as an administrator would. The server is down meanwhile. */
export const revokeTokens = (server: RunningServer) =>
  changeData(server, "update tokens set expires = now() - interval '1 day'");

/** Gives a customer another address, as they would on another device. The server is down meanwhile. */
export const changeAddress = (server: RunningServer, from: string, to: string) =>
  changeData(server, 'update customers set email = $2 where email = $1', [from, to]);

async function changeData(server: RunningServer, statement: string, values: string[] = []): Promise<void> {
  await server.kill();
  const db = await PGlite.create(join(server.data, 'base'));
  await db.query(statement, values);
  await db.close();
  await server.restart();
}
