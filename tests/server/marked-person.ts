import { randomUUID } from 'node:crypto';
import { eq, getTableColumns, is, sql } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import type { Database } from '#server/database/open.ts';
import { rowsOf } from '#server/database/rows.ts';
import * as schema from '#server/database/schema.ts';
import type { Customer } from '#server/person/person.ts';

/** What no other row contains. It may stand in a document number too. */
export const MARK = 'MARCAQX7';

/** Tables in which no row is anybody's. Any other table needs a row of the marked person, so a new table is marked too. */
export const ofNobody = [
  'attempts',
  'ended_tokens',
  'insurer_reports',
  'loose_files',
  'maintenance',
  'relays',
  'secrets',
  'used_addresses',
  'used_questions',
];

/** Columns of a person's rows that hold no text of the person, because the server alone writes them. */
export const unmarked = [
  'customers.id',
  'tokens.hash',
  'renewals.family',
  ...['owner', 'key', 'customer_id'].map((column) => `commands.${column}`),
  ...['actor', 'event', 'customer_id', 'device_id', 'request'].map((column) => `audit_trail.${column}`),
];

type Values = Record<string, unknown>;

/** Rows of one table that must differ from one another, or cannot be had from the columns alone. */
const special = (customerId: string): Record<string, Values[]> => ({
  customers: [{ id: customerId, nif: MARK }],
  // A refund that was not paid, one that was, and one whose amounts are no amounts.
  refunds: [
    { paid: null },
    {
      paid: { importe: 80, fecha: '2026-11-20', nota: MARK },
      fields: { importe: '86.40', divisa: 'USD', diagnostico: MARK },
      caseNumber: 'R-2026-000077',
    },
    { fields: { importe: MARK, divisa: MARK }, paid: { importe: MARK, fecha: MARK } },
  ],
  // Hashes of random tokens, which stay among the ended ones.
  tokens: [{ hash: randomUUID() }],
  renewals: [{ family: randomUUID() }],
  // One to a device, and the last one to a device whose sign-in was ended.
  push_queue: [{ customerId: null }, { deviceId: null }],
  files: [{}, {}, {}],
  refund_documents: [{}, {}, {}],
  commands: [
    { owner: customerId, key: randomUUID(), customerId: null },
    { owner: 'registrations', key: randomUUID(), answer: { insertedId: customerId, nota: MARK } },
  ],
  audit_trail: [
    { actor: 'customer', event: 'documents-read', customerId, deviceId: null, request: '' },
    { actor: 'customer', event: 'file-opened', customerId, deviceId: null, request: '' },
  ],
});

/** Writes a person with the marker in every column of every table that can hold something of a person. */
export async function markPerson(db: Database): Promise<Customer> {
  const id = randomUUID();
  const tables: PgTable[] = Object.values<unknown>(schema).filter((one) => is(one, PgTable));
  const waiting = new Map(tables.map((table) => [getTableConfig(table).name, table] as const));
  for (const name of ofNobody) waiting.delete(name);
  const made = new Map<string, Values[]>();
  while (waiting.size > 0) {
    const [name, table] =
      [...waiting].find(([own, one]) => parentsOf(one).every((other) => other === own || made.has(other))) ?? stuck();
    waiting.delete(name);
    const variants = special(id)[name] ?? [{}];
    const rows = variants.map((given, position) => ({ ...rowOf(table, position, made), ...given }));
    await db.insert(table).values(rows as never);
    made.set(name, rows);
  }
  const [customer] = await db.select().from(schema.customers).where(eq(schema.customers.id, id));
  return customer ?? stuck();
}

const parentsOf = (table: PgTable): string[] =>
  getTableConfig(table).foreignKeys.map((key) => getTableConfig(key.reference().foreignTable).name);

/** One row by its columns: the marker wherever a text or bytes fit, the parent's key where it refers to one. */
function rowOf(table: PgTable, position: number, made: ReadonlyMap<string, Values[]>): Values {
  const { name, foreignKeys } = getTableConfig(table);
  const references = foreignKeys.map((key) => key.reference());
  const row: Values = {};
  for (const [property, column] of Object.entries(getTableColumns(table))) {
    const reference = references.find(({ columns }) => columns[0] === column);
    if (reference) {
      const parents = made.get(getTableConfig(reference.foreignTable).name) ?? [];
      const [theirs] =
        Object.entries(getTableColumns(reference.foreignTable)).find(
          ([, one]) => one === reference.foreignColumns[0],
        ) ?? [];
      row[property] = parents[position % parents.length]?.[theirs ?? ''];
      continue;
    }
    const text = `${MARK} ${name}.${column.name} ${position}`;
    const type = column.getSQLType();
    if (type === 'text') row[property] = text;
    else if (type === 'jsonb') row[property] = { [text]: text, lista: [{ [text]: text }] };
    else if (type === 'bytea') row[property] = Buffer.from(text);
    else if (type === 'boolean') row[property] = false;
    else if (type === 'integer' || type === 'bigint') row[property] = 1;
    else if (type === 'timestamp with time zone') row[property] = new Date('2026-11-20T10:00:00Z');
    else if (!/serial/.test(type)) throw new Error(`${name}.${column.name}: no marker for ${type}`);
  }
  return row;
}

/** The text and byte columns of every table and schema but the demo insurer's, as 'table.column'; those of a table's parts by the table. */
async function columnsOf(db: Database) {
  return rowsOf<{ place: string; space: string; name: string; column: string; type: string }>(
    db,
    sql`select c.table_schema as space, c.table_name as name, c.column_name as column, c.data_type as type,
          c.table_name || '.' || c.column_name as place
        from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
        join pg_class p on p.oid = format('%I.%I', c.table_schema, c.table_name)::regclass and not p.relispartition
        where t.table_type = 'BASE TABLE' and c.table_schema not in ('pg_catalog', 'information_schema', 'demo')
          and c.data_type in ('text', 'jsonb', 'json', 'bytea', 'character varying')
        order by place`,
  );
}

/** Where the text stands, as 'table.column', in texts, JSON and bytes. */
export async function placesWith(db: Database, text: string): Promise<string[]> {
  const found: string[] = [];
  for (const { space, name, column, type, place } of await columnsOf(db)) {
    const value = sql.identifier(column);
    const where =
      type === 'bytea'
        ? sql`position(convert_to(${text}, 'UTF8') in ${value}) > 0`
        : sql`position(lower(${text}) in lower(${value}::text)) > 0`;
    const rows = await rowsOf(
      db,
      sql`select 1 from ${sql.identifier(space)}.${sql.identifier(name)} where ${where} limit 1`,
    );
    if (rows.length > 0) found.push(place);
  }
  return found;
}

/** Every column that the marker should stand in before the erasure: those of the person's tables, but for keys and {@link unmarked}. */
export async function placesToMark(db: Database): Promise<string[]> {
  const ours = new Set(
    Object.values<unknown>(schema)
      .filter((one) => is(one, PgTable))
      .map((table) => getTableConfig(table).name)
      .filter((name) => !ofNobody.includes(name)),
  );
  const keys = await rowsOf<{ place: string }>(
    db,
    sql`select child.relname || '.' || a.attname as place from pg_constraint held
        join pg_class child on child.oid = held.conrelid
        join pg_attribute a on a.attrelid = child.oid and a.attnum = held.conkey[1]
        where held.contype = 'f' and held.confrelid = 'customers'::regclass`,
  );
  const left = [...unmarked, ...keys.map(({ place }) => place)];
  return (await columnsOf(db))
    .filter(({ name, place }) => ours.has(name) && !left.includes(place))
    .map(({ place }) => place);
}

function stuck(): never {
  throw new Error('The tables refer to one another in a circle');
}
