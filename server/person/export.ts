import { mkdir, open, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { isOneOf } from '../database/one-of.ts';
import type { Database } from '../database/open.ts';
import { type Row, rowsOf, STEP_ROWS } from '../database/rows.ts';
import type { Files } from '../files/files.ts';
import { DamagedFile, StoreUnavailable } from '../files/store.ts';
import { type Customer, type Reference, referencesIn } from './person.ts';

/** Secrets, not data of the person: whoever had them could come in. */
const secret: Record<string, readonly string[]> = {
  customers: ['password'],
  passkeys: ['public_key'],
  tokens: ['hash', 'replaces'],
  renewals: ['family', 'current', 'previous'],
  recoveries: ['hash'],
  mail_codes: ['hash'],
  // A code or a link that is still good.
  mail_queue: ['text', 'html', 'subject'],
  push_subscriptions: ['p256dh', 'auth', 'endpoint'],
  // The same of a sign-in that was ended from elsewhere.
  push_queue: ['address'],
};

/**
 * Tables that name the customer without a reference too, by the column that does. Whatever the person does adds a row, so they are read
 * in pages along the key, from before its first; each has an index of both columns.
 */
const named: Record<string, { column: string; key: string; first: string | number }> = {
  commands: { column: 'owner', key: 'key', first: '' },
  audit_trail: { column: 'customer_id', key: 'id', first: 0 },
};

/** With two exports in one folder nobody could tell their files apart. */
export class FolderNotEmpty extends Error {
  override name = 'FolderNotEmpty';
  constructor(folder: string) {
    super(`${folder} is not empty; name a new folder`);
  }
}

/** A file that is the person's and was not written, and why: its row in `refund_documents` or `identity_files` names it. */
interface LeftOut {
  id: string;
  why: string;
}

/**
 * Writes all that lies here of one person into a new folder: a JSON file a table, and their files as they sent them. What the
 * insurer's administration has is exported there.
 *
 * @returns how many rows and files were written, and which files were not
 * @throws FolderNotEmpty
 */
export async function exportPerson(
  db: Database,
  storage: Pick<Files, 'read'>,
  customer: Customer,
  folder: string,
): Promise<{ rows: number; files: number; leftOut: LeftOut[] }> {
  const there = await readdir(folder).catch(() => []);
  if (there.length > 0) throw new FolderNotEmpty(folder);
  const tables = await tablesOf(db, customer);
  await mkdir(join(folder, 'archivos'), { recursive: true, mode: 0o700 });
  let rows = 0;
  for (const table of new Set([...tables.keys(), ...Object.keys(named)]))
    rows += await writeTable(folder, table, pagesOf(db, table, customer.id, tables.get(table) ?? []));
  const ids = fileIdsIn(tables);
  const leftOut: LeftOut[] = [];
  for (const id of ids) {
    const file = await fileOr(storage, id);
    if (typeof file === 'string') leftOut.push({ id, why: file });
    else await writeFile(join(folder, 'archivos', nameOnDisk(id, file.name)), file.bytes, { mode: 0o600, flag: 'wx' });
  }
  return { rows, files: ids.length - leftOut.length, leftOut };
}

/** The rows that were found, and in pages those that name the customer otherwise. */
async function* pagesOf(db: Database, table: string, customerId: string, found: Row[]): AsyncGenerator<Row[]> {
  yield found;
  const by = named[table];
  if (!by) return;
  const [column, key] = [sql.identifier(by.column), sql.identifier(by.key)];
  for (let last: unknown = by.first; ; ) {
    const whose = sql`${column} = ${customerId} and ${key} > ${last}`;
    const page = await rowsOf(
      db,
      sql`select * from ${sql.identifier(table)} where ${whose} order by ${key} limit ${STEP_ROWS}`,
    );
    yield page;
    if (page.length < STEP_ROWS) return;
    last = page.at(-1)?.[by.key];
  }
}

/** As one JSON list, page by page: no text has all of what may be very much. @returns how many rows */
async function writeTable(folder: string, table: string, pages: AsyncIterable<Row[]>): Promise<number> {
  const file = await open(join(folder, `${table}.json`), 'wx', 0o600);
  let rows = 0;
  try {
    for await (const page of pages) {
      if (page.length === 0) continue;
      const shown = page.map((row) => without(secret[table] ?? [], row));
      // Without the brackets of its own list.
      await file.appendFile(`${rows === 0 ? '[' : ','}${JSON.stringify(shown, null, 2).slice(1, -2)}`);
      rows += page.length;
    }
    await file.appendFile(rows === 0 ? '[]\n' : '\n]\n');
  } finally {
    await file.close();
  }
  return rows;
}

/** The longest name that usual disks take. */
const MAX_NAME_BYTES = 255;

/** The id and the file's name, of which as much is left as a disk takes, with its ending: 80 signs may be 320 bytes. */
function nameOnDisk(id: string, name: string): string {
  const ending = /\.\w{1,5}$/.exec(name)?.[0] ?? '';
  let whole = `${id}-`;
  for (const sign of name.slice(0, name.length - ending.length)) {
    if (Buffer.byteLength(whole + sign + ending) > MAX_NAME_BYTES) break;
    whole += sign;
  }
  return whole + ending;
}

/** The file, or why it is not written. What is held or quarantined is the person's too, and may harm whoever opens it. */
async function fileOr(storage: Pick<Files, 'read'>, id: string): Promise<{ name: string; bytes: Uint8Array } | string> {
  try {
    return (await storage.read(id)) ?? 'not in the store';
  } catch (error) {
    // One file that does not open, or that the store does not give, keeps no other from the person.
    if (error instanceof DamagedFile || error instanceof StoreUnavailable) return error.message;
    throw error;
  }
}

/** Every row that refers to the person's, by table, and the person's own. Of these only so many can be made in a year. */
async function tablesOf(db: Database, customer: Customer): Promise<Map<string, Row[]>> {
  const references = await referencesIn(db);
  const tables = new Map<string, Row[]>([
    ['customers', await rowsOf(db, sql`select * from customers where id = ${customer.id}`)],
  ]);
  for (const parent of tables.keys()) {
    for (const reference of references.filter((one) => one.parent === parent)) {
      const found = await referring(db, reference, tables.get(parent) ?? []);
      if (found.length > 0) tables.set(reference.child, [...(tables.get(reference.child) ?? []), ...found]);
    }
  }
  return tables;
}

async function referring(
  db: Database,
  { child, column, parentColumn }: Reference,
  parents: readonly Row[],
): Promise<Row[]> {
  if (parents.length === 0) return [];
  const refers = isOneOf(
    sql`${sql.identifier(column)}`,
    parents.map((row) => String(row[parentColumn])),
  );
  return rowsOf(db, sql`select * from ${sql.identifier(child)} where ${refers}`);
}

/** The files that the person's rows name. */
const fileIdsIn = (tables: Map<string, Row[]>): string[] => [
  ...new Set([...tables.values()].flat().flatMap(({ file_id }) => (typeof file_id === 'string' ? [file_id] : []))),
];

const without = (names: readonly string[], row: Row): Row =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)));
