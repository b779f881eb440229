import { Dexie, type EntityTable, type Table } from 'dexie';
import { type Machine, thisMachine } from '#ports/machine.ts';
import { heal } from './heal.ts';
import { DATABASE_NAME } from './name.ts';
import {
  type DraftRow,
  type LastHomeRow,
  type MirrorRow,
  type MirrorTable,
  mirrorTables,
  type NewsRow,
  type OutboxFileRow,
  type OutboxRow,
  type PullRow,
  type ReceiptRow,
  type SavedDocumentRow,
  type SessionRow,
  type VaultRow,
} from './rows.ts';

interface OwnTables {
  pulls: EntityTable<PullRow, 'scope'>;
  session: EntityTable<SessionRow, 'id'>;
  outbox: EntityTable<OutboxRow, 'key'>;
  outboxFiles: Table<OutboxFileRow, [string, string]>;
  receipts: EntityTable<ReceiptRow, 'key'>;
  news: EntityTable<NewsRow, 'id'>;
  savedDocuments: EntityTable<SavedDocumentRow, 'id'>;
  drafts: Table<DraftRow, [string, string]>;
  lastHomes: EntityTable<LastHomeRow, 'owner'>;
  vault: Table<VaultRow, VaultRow['id']>;
}

/** Every table of the database. Each says in sealed-parts.ts what it has sealed and how it moves. */
export type TableName = keyof OwnTables | MirrorTable;

/** What whoever holds the database also needs of the machine: the time, timers, and ids for new rows. */
interface OfMachine {
  readonly machine: Pick<Machine, 'clock' | 'timers' | 'uuid'>;
}

export type Database = Dexie & OwnTables & Record<MirrorTable, Table<MirrorRow, [string, number]>> & OfMachine;

interface DatabaseOptions extends Partial<OfMachine> {
  /** Called when a page of a newer version has changed the tables. This page goes on with the tables it knows. */
  onOvertaken?: () => void;
  /** Called with true while a page of an earlier version, which hears of nothing, keeps this one from opening the database. */
  onBlocked?: (is: boolean) => void;
}

/**
 * The device's database, one instance per page or worker. It opens at first use, and again when its connection was lost.
 * In tests, two instances of one name play two tabs.
 */
export function createDatabase(
  name: string = DATABASE_NAME,
  { onOvertaken, onBlocked, machine = thisMachine }: DatabaseOptions = {},
): Database {
  // Strict durability: a write resolves once the bytes are on disk (IndexedDB 3.0, transaction durability hint).
  const dexie = new Dexie(name, { chromeTransactionDurability: 'strict' });
  const db = Object.assign(dexie, { machine }) as Database;
  const mirror = Object.fromEntries(mirrorTables.map((table) => [table, '[scope+group], owner, at']));
  // Dexie parses the tables of each version again at every start, so the tables of all versions stand in one. Only what a
  // version does to rows that are there needs an entry of its own. The first release has version 4.
  db.version(4).stores({
    ...mirror,
    pulls: 'scope, owner',
    session: 'id',
    outbox: 'key, seq, owner',
    outboxFiles: '[key+field], owner',
    receipts: 'key, owner, at',
    news: 'id, owner, at',
    savedDocuments: 'id, owner, at',
    drafts: '[id+part], owner, at',
    lastHomes: 'owner',
    vault: 'id',
  });
  // Only a database that is being made is told, also one that another page makes again after the storage was cleared.
  db.on('populate', (made) => {
    // Without room for this row the database is made all the same.
    made
      .table('vault')
      .add({ id: 'new' })
      .catch(() => undefined);
  });
  heal(db);
  // After this event Dexie closes the connection, so that the newer page need not wait (F22). A null version is a deletion.
  db.on('versionchange', ({ newVersion }) => {
    if (newVersion !== null) onOvertaken?.();
  });
  db.on('blocked', ({ newVersion }) => {
    if (newVersion !== null) onBlocked?.(true);
    db.on('ready', () => onBlocked?.(false));
  });
  return db;
}

/** The groups of a scope from this one on, in the order the screen shows them. */
export function groupsOf(db: Database, table: MirrorTable, scope: string, first = 0) {
  return db[table].where('[scope+group]').between([scope, first], [scope, Dexie.maxKey]);
}

/** Every part of a draft. */
export function draftParts(db: Database, id: string) {
  return db.drafts.where('[id+part]').between([id, Dexie.minKey], [id, Dexie.maxKey]);
}
