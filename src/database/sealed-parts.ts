import type { Table } from 'dexie';
import type { Sealed } from '#vault/codec.ts';
import { draftContext } from './draft-form.ts';
import { placeOf } from './last-home.ts';
import type { Database } from './open.ts';
import type { RowContext } from './row-context.ts';
import { type MirrorRow, type MirrorTable, mirrorTables } from './rows.ts';

/** A sealed value of a row, and what it is bound to. */
export interface SealedPart {
  /** The row's field that holds it; null when it is spread into the row. */
  field: string | null;
  sealed: Sealed;
  context: Omit<RowContext, 'owner'>;
}

type OwnTable = 'pulls' | 'session' | 'receipts' | 'news' | 'savedDocuments' | 'drafts' | 'lastHomes';
export type ReadTable = MirrorTable | OwnTable;
type RowOf<Name extends ReadTable> = Database[Name] extends Table<infer Row, infer _Key, infer _Insert> ? Row : never;

/** What each table has sealed under the reading key. The other tables are sealed under the sending key, or hold keys. */
export const partsUnderReadKey: { [Name in ReadTable]: (row: RowOf<Name>) => SealedPart[] } = {
  ...(Object.fromEntries(
    mirrorTables.map((table) => [table, (row: MirrorRow) => [whole(row, { table, row: `${row.scope}/${row.group}` })]]),
  ) as Record<MirrorTable, (row: MirrorRow) => SealedPart[]>),
  pulls: ({ scope, etag, paying }) => [
    ...part('etag', etag, { table: 'pulls', row: scope }),
    ...part('paying', paying, { table: 'pulls', row: `${scope}/paying` }),
  ],
  // The send-only token is sealed under the sending key.
  session: (row) => (row.id.endsWith(':sending') ? [] : [whole(row, { table: 'session', row: row.id })]),
  receipts: (row) => (row.under === 'send' ? [] : [whole(row, { table: 'receipts', row: row.key })]),
  news: (row) => [whole(row, { table: 'news', row: row.id })],
  savedDocuments: (row) => [whole(row, { table: 'savedDocuments', row: row.id })],
  drafts: (row) => [whole(row, draftContext(row.id, row.part))],
  lastHomes: (row) => [whole(row, placeOf(row.owner))],
};

export const readTables = Object.keys(partsUnderReadKey) as ReadTable[];

const whole = (row: Sealed, context: SealedPart['context']): SealedPart => ({ field: null, sealed: row, context });

const part = (field: string, sealed: Sealed | null | undefined, context: SealedPart['context']): SealedPart[] =>
  sealed ? [{ field, sealed, context }] : [];
