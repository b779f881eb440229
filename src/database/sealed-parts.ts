import type { Table } from 'dexie';
import type { Sealed } from '#vault/codec.ts';
import { draftContext } from './draft-form.ts';
import { placeOf } from './last-home.ts';
import type { Database, TableName } from './open.ts';
import type { RowContext } from './row-context.ts';
import { type MirrorRow, type MirrorTable, mirrorTables, type OutboxRow, type SessionPart } from './rows.ts';

type Under = 'read' | 'send';

/** A sealed value of a row, and what it is bound to. */
export interface SealedPart {
  under: Under;
  /** The row's field that holds it; null when it is spread into the row. */
  field: string | null;
  sealed: Sealed;
  context: Omit<RowContext, 'owner'>;
}

/**
 * What becomes of a customer's rows when they get other keys (session/mover.ts).
 * - kept: exists only here, and goes along under its name
 * - renamed: the same; a name given by the new keys, which the sealed form tells
 * - of-session: names its owner, and goes along where the session does
 * - brought-again: the server has it, or the next visit makes it anew. Of a pull, what was left to pay goes along
 *   (session/move-left.ts)
 * - never: keys themselves
 */
type Moves = 'kept' | 'renamed' | 'of-session' | 'brought-again' | 'never';

interface Lies<Row> {
  under: readonly Under[];
  moves: Moves;
  parts: (row: Row) => SealedPart[];
  /** Rows of the same name move together or not at all. */
  together?: (row: Row) => string;
  /** The row's state under the new owner. */
  moved?: (row: Row) => Row;
}

type RowOf<Name extends TableName> = Database[Name] extends Table<infer Row, infer _Key, infer _Insert> ? Row : never;

const mirrored = (table: MirrorTable): Lies<MirrorRow> => ({
  under: ['read'],
  moves: 'brought-again',
  parts: (row) => [whole(row, { table, row: `${row.scope}/${row.group}` })],
});

/**
 * Under which key each part of a session lies. Under another one it stays behind when keys change: only a way in opens the
 * renewal token, so the next unlock signs in; the next sign-in writes the masked address again; nobody with a session is still to
 * be told of as displaced. A part that says nothing does not
 * compile, and one of a newer version stays behind too.
 */
const partsUnder: Record<SessionPart, Under | 'another'> = {
  identity: 'read',
  internal: 'read',
  access: 'read',
  sending: 'send',
  renewal: 'another',
  address: 'another',
  telling: 'another',
};

/** Under which key each table lies and how it moves. A table that says nothing does not compile. */
const lies: { readonly [Name in TableName]: Lies<RowOf<Name>> } = {
  ...(Object.fromEntries(mirrorTables.map((table) => [table, mirrored(table)])) as Record<
    MirrorTable,
    Lies<MirrorRow>
  >),
  pulls: {
    under: ['read'],
    moves: 'brought-again',
    parts: ({ scope, etag, paying }) => [
      ...part('etag', etag, { table: 'pulls', row: scope }),
      ...part('paying', paying, { table: 'pulls', row: `${scope}/paying` }),
    ],
  },
  lastHomes: { under: ['read'], moves: 'brought-again', parts: (row) => [whole(row, placeOf(row.owner))] },
  session: {
    under: ['read', 'send'],
    moves: 'of-session',
    parts: (row) => {
      const under = partsUnder[row.id.slice(row.id.lastIndexOf(':') + 1) as SessionPart];
      return under === 'read' || under === 'send' ? [whole(row, { table: 'session', row: row.id }, under)] : [];
    },
  },
  outbox: {
    under: ['send'],
    moves: 'kept',
    parts: (row) => [whole(row, { table: 'outbox', row: row.key }, 'send')],
    // A command without its files would be sent incomplete (F17).
    together: ({ key }) => key,
    moved: resumed,
  },
  outboxFiles: {
    under: ['send'],
    moves: 'kept',
    parts: ({ key, field, own }) => part('own', own, { table: 'outboxFiles', row: `${key}/${field}` }, 'send'),
    together: ({ key }) => key,
  },
  receipts: {
    under: ['read', 'send'],
    moves: 'kept',
    parts: (row) => [whole(row, { table: 'receipts', row: row.key }, row.under)],
  },
  news: { under: ['read'], moves: 'kept', parts: (row) => [whole(row, { table: 'news', row: row.id })] },
  savedDocuments: {
    under: ['read'],
    moves: 'kept',
    parts: (row) => [whole(row, { table: 'savedDocuments', row: row.id })],
    // A file, and what is told of it in a row beside it.
    together: ({ id }) => id.replace(/:.*$/, ''),
  },
  drafts: { under: ['read'], moves: 'renamed', parts: (row) => [whole(row, draftContext(row.id, row.part))] },
  vault: { under: [], moves: 'never', parts: () => [] },
};

export const tableNames = Object.keys(lies) as TableName[];

/** The tables that have something sealed for reading. */
export const readTables = tableNames.filter((table) => lies[table].under.includes('read'));

export const tablesThatAre = (...moves: readonly Moves[]): TableName[] =>
  tableNames.filter((table) => moves.includes(lies[table].moves));

/** What the table says of rows whose type the caller does not know. */
export const liesOf = (table: TableName): Lies<unknown> => lies[table] as Lies<unknown>;

/** The sealed values of a row, or those under one key. */
export const partsOf = (table: TableName, row: unknown, under?: Under): SealedPart[] =>
  liesOf(table)
    .parts(row)
    .filter((one) => under === undefined || one.under === under);

/** A page that is sending it loses its claim. It is sent again under its key, and the server gives the same answer. */
function resumed(row: OutboxRow): OutboxRow {
  const state = row.state === 'sending' || row.state === 'parked' ? 'waiting' : row.state;
  return { ...row, state, nextAt: 0, claim: null };
}

function whole(sealed: Sealed, context: SealedPart['context'], under: Under = 'read'): SealedPart {
  return { under, field: null, sealed, context };
}

function part(
  field: string,
  sealed: Sealed | null | undefined,
  context: SealedPart['context'],
  under: Under = 'read',
): SealedPart[] {
  return sealed ? [{ under, field, sealed, context }] : [];
}
