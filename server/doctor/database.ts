import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { FolderInUse } from '../database/folder-lock.ts';
import { lackingMigrations } from '../database/migrate.ts';
import { openUnmigrated } from '../database/open.ts';
import { checkFolder, NotOurFolder } from '../database/our-folder.ts';
import { rowsOf } from '../database/rows.ts';
import { problemFound } from '../start-problem.ts';
import { type Check, fine, wrong } from './check.ts';
import { oddEmails } from './emails.ts';

/** Reached, ours, and of this version or an earlier one, which the next start brings up to date. */
export const database: Check = {
  subject: 'database',
  async look({ databaseUrl, dataFolder }) {
    if (!databaseUrl) {
      const whole = checkedFolder(dataFolder);
      if (whole !== null) return whole;
      if (!existsSync(join(dataFolder, 'base'))) return fine(`none yet in ${dataFolder}: the first start makes it`);
    }
    try {
      return await inside({ databaseUrl, folder: dataFolder });
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

async function inside(where: { databaseUrl: string; folder: string }) {
  const { db, close } = await openUnmigrated(where);
  try {
    const { missing, unknown } = await lackingMigrations(db);
    if (unknown.length > 0) return wrong(`was used by a newer version (${unknown.join(', ')}): deploy that one`);
    const [user] = await rowsOf<{ may: boolean }>(
      db,
      sql`select has_schema_privilege(current_user, current_schema(), 'create') as may`,
    );
    const kind = where.databaseUrl ? 'PostgreSQL' : `embedded in ${where.folder}`;
    if (missing.length === 0) return fine(`${kind}, up to date${await oddEmails(db)}`);
    if (!user?.may)
      return wrong(`AMP-18, ${kind}: this user may not make tables, and ${missing.length} migrations wait`);
    return fine(`${kind}; the next start applies ${missing.length} migrations`);
  } finally {
    await close();
  }
}
