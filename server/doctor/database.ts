import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { FolderInUse } from '../database/folder-lock.ts';
import { missingLimits } from '../database/limits.ts';
import { standingOf } from '../database/migrate.ts';
import { type Database, openUnmigrated } from '../database/open.ts';
import { checkFolder, NotOurFolder } from '../database/our-folder.ts';
import { rowsOf } from '../database/rows.ts';
import { maintenanceIn } from '../maintenance/maintenance.ts';
import { problemFound } from '../start-problem.ts';
import { type Check, fine, wrong } from './check.ts';
import { oddEmails } from './emails.ts';
import { replicationOf } from './replication.ts';

/** Reached, ours, and of a version that this one serves: an earlier one is brought up to date by the next start. */
export const database: Check = {
  subject: 'database',
  async look({ databaseUrl, ownerUrl, dataFolder }) {
    if (!databaseUrl) {
      const whole = checkedFolder(dataFolder);
      if (whole !== null) return whole;
      if (!existsSync(join(dataFolder, 'base'))) return fine(`none yet in ${dataFolder}: the first start makes it`);
    }
    try {
      return await inside({ databaseUrl, ownerUrl, folder: dataFolder });
    } catch (error) {
      if (error instanceof FolderInUse) return fine(`embedded in ${dataFolder}, in use by the running server`);
      return wrong(problemFound(error));
    }
  },
};

function checkedFolder(folder: string) {
  try {
    checkFolder(folder);
    return null;
  } catch (error) {
    if (error instanceof NotOurFolder) return wrong(problemFound(error));
    throw error;
  }
}

async function inside(where: { databaseUrl: string; ownerUrl: string; folder: string }) {
  const { db, close } = await openUnmigrated({ ...where, databaseUrl: where.ownerUrl || where.databaseUrl });
  try {
    const { missing, unknown, tooNew } = await standingOf(db);
    if (tooNew) return wrong(problemFound(tooNew));
    const [user] = await rowsOf<{ may: boolean }>(
      db,
      sql`select has_schema_privilege(current_user, current_schema(), 'create') as may`,
    );
    const kind = where.databaseUrl ? 'PostgreSQL' : `embedded in ${where.folder}`;
    if (missing.length > 0)
      return user?.may
        ? fine(`${kind}; the next start applies ${missing.length} migrations`)
        : wrong(`AMP-18, ${kind}: this user may not make tables, and ${missing.length} migrations wait`);
    const newer = unknown.length > 0 ? `, with what a newer release added (${unknown.join(', ')})` : '';
    const found = `${kind}, up to date${newer}${await oddEmails(db)}${await heldSince(db)}`;
    if (!where.databaseUrl) return fine(found);
    return await asServed(where.databaseUrl, found);
  } finally {
    await close();
  }
}

async function heldSince(db: Database): Promise<string> {
  const on = await maintenanceIn(db);
  return on ? `; in maintenance since ${on.since.toISOString()} (npm run maintenance -- off)` : '';
}

/** What holds for the user that serves: standbys, limits also behind a pooler, and whether it could empty the audit trail (S25). */
async function asServed(databaseUrl: string, found: string) {
  const { db, close } = await openUnmigrated({ databaseUrl, folder: '' });
  try {
    const replication = await replicationOf(db);
    if (!replication.fine) return wrong(`${found}, but ${replication.message}`);
    const missing = await missingLimits(db);
    if (missing.length > 0)
      return wrong(`${found}, but without its limits (${missing.join(', ')}): start the server, then the pooler, anew`);
    const [trail] = await rowsOf<{ empties: boolean }>(
      db,
      sql`select has_table_privilege(current_user, 'audit_trail', 'truncate') as empties`,
    );
    const whose = trail?.empties
      ? 'the user that serves could empty the audit trail (DATABASE_OWNER_URL)'
      : 'the user that serves can only add to the audit trail';
    return fine(`${found}; ${replication.message}; ${whose}`);
  } finally {
    await close();
  }
}
