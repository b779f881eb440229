import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isNull, sql } from 'drizzle-orm';
import { thisMachine } from '#ports/machine.ts';
import { FolderInUse } from '../database/folder-lock.ts';
import { missingLimits } from '../database/limits.ts';
import { standingOf } from '../database/migrate.ts';
import { type Database, openUnmigrated } from '../database/open.ts';
import { checkFolder } from '../database/our-folder.ts';
import { rowsOf } from '../database/rows.ts';
import { files } from '../database/schema.ts';
import { type Place, placeOf, refuseTwo } from '../database/two-addresses.ts';
import { maintenanceIn } from '../maintenance/current.ts';
import { problemFound } from '../start-problem.ts';
import { type Check, type Finding, fine, wrong } from './check.ts';
import { oddEmails } from './emails.ts';
import { replicationOf } from './replication.ts';

/** Reached, ours, and of a version that this one serves: an earlier one is brought up to date by the next start. */
export const database: Check = {
  subject: 'database',
  async look({ databaseUrl, ownerUrl, dataFolder, files }) {
    try {
      if (!databaseUrl) {
        checkFolder(dataFolder);
        if (!existsSync(join(dataFolder, 'base'))) return fine(`none yet in ${dataFolder}: the first start makes it`);
      }
      return await inside({ databaseUrl, ownerUrl, folder: dataFolder }, files !== null);
    } catch (error) {
      if (error instanceof FolderInUse) return fine(`embedded in ${dataFolder}, in use by the running server`);
      return wrong(problemFound(error));
    }
  },
};

async function inside(
  where: { databaseUrl: string; ownerUrl: string; folder: string },
  hasBucket: boolean,
): Promise<Said> {
  const { db, close } = await openUnmigrated({ ...where, databaseUrl: where.ownerUrl || where.databaseUrl });
  try {
    const { missing, unknown, tooNew } = await standingOf(db);
    if (tooNew) return wrong(problemFound(tooNew));
    const [user] = await rowsOf<{ may: boolean }>(
      db,
      sql`select has_schema_privilege(current_user, current_schema(), 'create') as may`,
    );
    // Also where nothing more can be looked at: the next start comes by both.
    if (where.ownerUrl) await comesToo(where.databaseUrl, await placeOf(db));
    const kind = where.databaseUrl ? 'PostgreSQL' : `embedded in ${where.folder}`;
    if (missing.length > 0)
      return user?.may
        ? fine(`${kind}; the next start applies ${missing.length} migrations`)
        : wrong(`AMP-18, ${kind}: this user may not make tables, and ${missing.length} migrations wait`);
    const newer = unknown.length > 0 ? `, with what a newer release added (${unknown.join(', ')})` : '';
    // Of no weight for the verdict, whatever becomes of it.
    const odd = await oddEmails(db, thisMachine).catch((error: unknown) => {
      return `; the addresses of accounts could not be looked at (${reasonOf(error)})`;
    });
    const found = `${kind}, up to date${newer}${odd}${await heldSince(db)}`;
    if (!hasBucket && (await hasFilesElsewhere(db)))
      return wrong(`${found}, but files of customers lie in a bucket, and this server has none (AMPARO_FILES)`);
    if (!where.databaseUrl) return fine(found);
    return await asServed(where.databaseUrl, found);
  } finally {
    await close();
  }
}

/** The user that serves is let in, to the same database. @throws TwoDatabases, what a start throws */
async function comesToo(databaseUrl: string, owned: Place): Promise<void> {
  const { db, close } = await openUnmigrated({ databaseUrl, folder: '' });
  await placeOf(db)
    .then((served) => refuseTwo(owned, served))
    .finally(close);
}

/** Where many lie beside the database, the look may take longer than a statement may: then nothing is said. */
const hasFilesElsewhere = (db: Database): Promise<boolean> =>
  db
    .select({ id: files.id })
    .from(files)
    .where(isNull(files.bytes))
    .limit(1)
    .then(
      (found) => found.length > 0,
      () => false,
    );

/** What the database said, and not the statement. */
const reasonOf = (error: unknown): string => problemFound((error instanceof Error && error.cause) || error);

async function heldSince(db: Database): Promise<string> {
  const on = await maintenanceIn(db);
  return on ? `; in maintenance since ${on.since.toISOString()} (npm run maintenance -- off)` : '';
}

/** What holds for the user that serves. One that fails hides none of the others. */
const ofUser: ((db: Database) => Promise<Said>)[] = [replicationOf, limitsOf, trailOf];

type Said = Omit<Finding, 'subject'>;

async function asServed(databaseUrl: string, found: string): Promise<Said> {
  const { db, close } = await openUnmigrated({ databaseUrl, folder: '' });
  try {
    const all: Said[] = [];
    for (const look of ofUser) all.push(await look(db).catch((error: unknown) => wrong(reasonOf(error))));
    const bad = all.filter((one) => !one.fine);
    const said = (some: readonly Said[]) => some.map(({ message }) => message).join('; ');
    return bad.length > 0 ? wrong(`${found}, but ${said(bad)}`) : fine(`${found}; ${said(all)}`);
  } finally {
    await close();
  }
}

/** Also behind a pooler. */
async function limitsOf(db: Database): Promise<Said> {
  const missing = await missingLimits(db);
  return missing.length > 0
    ? wrong(`without its limits (${missing.join(', ')}): start the server, then the pooler, anew`)
    : fine('its limits hold');
}

/** Whether it could empty the audit trail (S25). */
async function trailOf(db: Database): Promise<Said> {
  const [trail] = await rowsOf<{ empties: boolean }>(
    db,
    sql`select has_table_privilege(current_user, 'audit_trail', 'truncate') as empties`,
  );
  return fine(
    trail?.empties
      ? 'the user that serves could empty the audit trail (DATABASE_OWNER_URL)'
      : 'the user that serves can only add to the audit trail',
  );
}
