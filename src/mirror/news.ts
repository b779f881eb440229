import * as v from 'valibot';
import { ageOf, isNews } from '#contract/age.ts';
import type { Policy } from '#contract/policies.ts';
import { readerHere, readingKeys, rowName } from '#database/keyring.ts';
import { newestOf } from '#database/newest.ts';
import type { Database } from '#database/open.ts';
import type { NewsRow, ReadingKeys } from '#database/rows.ts';
import { openRow, sealRow } from '#database/sealed.ts';
import { type WriteResult, withRoom } from '#database/storage.ts';
import { unreadOf } from '#database/unread.ts';
import { whileOpen } from '#database/while-open.ts';
import { today } from '#rules/dates.ts';
import { hasNews, type News, newsKinds, newsOf } from '#rules/news.ts';
import type { Group } from './group.ts';
import type { Place } from './groups.ts';

/** News of a kind that this version does not know: a newer one wrote it, in another tab or before a rollback (F42). */
export interface ForeignNews {
  kind: 'foreign';
  about: '';
  policyId: '';
  facts: Record<string, never>;
}

/** One change that a pull brought, as Novedades shows it. */
export type KnownNews = (News | ForeignNews) & {
  id: string;
  /** When the device learned of it, in milliseconds since 1970. */
  at: number;
  read: boolean;
};

/** Novedades (D61): made on the device from the changes that pulls bring, sealed, and never sent anywhere. */
export interface NewsList {
  /** The newest first; none while locked. */
  list(): Promise<KnownNews[]>;
  /** The list as this page last read it; undefined before, and after a lock. */
  lastList(): readonly KnownNews[] | undefined;
  /** Number of unread news, and of receipts that arrived unseen. */
  unread(): Promise<number>;
  /** Marks these as read; without `ids`, all of them. */
  markRead(ids?: readonly string[]): Promise<WriteResult<unknown>>;
}

/** The oldest news beyond this number is deleted. */
const MAX_KEPT = 200;

const stored = v.object({
  kind: v.picklist(newsKinds),
  about: v.string(),
  policyId: v.string(),
  facts: v.record(v.string(), v.string()),
});
const foreign: ForeignNews = { kind: 'foreign', about: '', policyId: '', facts: {} };

export function createNews(db: Database, clock: () => number): NewsList {
  const last = whileOpen(db, (): { list?: KnownNews[] } => ({}));
  const read = async (): Promise<KnownNews[]> => {
    const [keys, rows] = await Promise.all([
      readingKeys(db),
      readerHere(db).then((owner) => (owner === null ? [] : newestOf(db.news, owner))),
    ]);
    if (!keys) return [];
    const own = rows.filter(({ owner, at }) => owner === keys.owner && isNews(at, clock()));
    const opened = await Promise.all(own.map((row) => opening(keys, row)));
    return opened.filter((one) => one !== null);
  };

  return {
    list: async () => {
      const memory = last();
      memory.list = await read();
      return memory.list;
    },
    lastList: () => last().list,
    unread: async () => {
      const keys = await readingKeys(db);
      return keys ? unreadOf(db, keys.owner) : 0;
    },
    markRead: async (ids) => {
      const keys = await readingKeys(db);
      if (!keys) return { ok: true, value: 0 };
      const unread = db.news
        .where('owner')
        .equals(keys.owner)
        .filter(({ id, read }) => !read && (ids === undefined || ids.includes(id)));
      return withRoom(db, () => unread.modify({ read: true }));
    },
  };
}

async function opening(keys: ReadingKeys, row: NewsRow): Promise<KnownNews | null> {
  const { id, owner, at, read } = row;
  const content = await openRow(keys, row, { table: 'news', row: id, owner });
  if (content === null) return null;
  const parsed = v.safeParse(stored, content);
  return { ...(parsed.success ? parsed.output : foreign), id, at, read };
}

interface Comparing {
  keys: ReadingKeys;
  place: Place;
  /** The groups known before; null when none were, and then there is no news. */
  before: readonly Group<unknown>[] | null;
  after: readonly Group<unknown>[];
  policyId: string;
  findPolicy: () => Promise<Policy | null>;
  at: number;
}

/** Seals the news between the known groups of a place and the new ones. A change has one name, so that it makes one row only. */
export async function newsRows(comparing: Comparing): Promise<NewsRow[]> {
  const { keys, place, before, after, policyId, findPolicy, at } = comparing;
  if (!before || !hasNews(place.table)) return [];
  const policy = policyId === '' ? null : await findPolicy();
  const [was, is] = [before, after].map((groups) => groups.flatMap(({ rows }) => rows));
  const found = newsOf(place.table, was ?? [], is ?? [], { today: today(new Date(at)), policyId, policy });
  return Promise.all(
    found.map(async (news) => {
      const id = await rowName(keys, 'news', `${news.policyId} ${news.kind}`, news.about);
      const { owner } = place;
      return { id, owner, at, read: false, ...(await sealRow(keys.readKey, news, { table: 'news', row: id, owner })) };
    }),
  );
}

/** Writes news inside the caller's transaction. Rows that exist already stay as they are, read or not. */
export async function putNews(db: Database, rows: readonly NewsRow[]): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const known = await db.news.bulkGet(rows.map(({ id }) => id));
  await db.news.bulkPut(rows.filter((_, index) => !known[index]));
  const own = await db.news.where('owner').equals(first.owner).sortBy('at');
  const old = own.filter(({ at }, index) => !isNews(at, first.at) || index < own.length - MAX_KEPT);
  await db.news.bulkDelete(old.map(({ id }) => id));
  // What a wrong clock stamped begins its time now, or it would stay for ever (F60).
  const ageless = own.filter(({ at }) => ageOf(at, first.at) === null);
  await db.news.bulkUpdate(ageless.map(({ id }) => ({ key: id, changes: { at: first.at } })));
}
