import * as v from 'valibot';
import type { Policy } from '#contract/policies.ts';
import { readingKeys } from '#database/keyring.ts';
import { rowName } from '#database/names.ts';
import type { Database } from '#database/open.ts';
import type { NewsRow, ReadingKeys } from '#database/rows.ts';
import { openRow, sealRow } from '#database/sealed.ts';
import { unreadOf } from '#database/unread.ts';
import { today } from '#rules/dates.ts';
import { hasNews, type News, newsKinds, newsOf } from '#rules/news.ts';
import type { Group } from './group.ts';
import type { Place } from './groups.ts';

/** What a pull changed, as it stands in Novedades. */
export interface KnownNews extends News {
  id: string;
  /** When the device learned of it, in milliseconds. */
  at: number;
  read: boolean;
}

/** Novedades (D61): made here from what pulls change, sealed, and never sent anywhere. */
export interface NewsList {
  /** The newest first; none while locked. */
  list(): Promise<KnownNews[]>;
  /** With the receipts that came while nobody looked. */
  unread(): Promise<number>;
  /** The customer has seen these; without names all of them. */
  markRead(ids?: readonly string[]): Promise<void>;
}

/** Older news goes, in milliseconds, and so does the oldest beyond the number. */
const KEPT_MS = 90 * 24 * 60 * 60_000;
const MOST_KEPT = 200;

const stored = v.object({
  kind: v.picklist(newsKinds),
  about: v.string(),
  policyId: v.string(),
  facts: v.record(v.string(), v.string()),
});

export function createNews(db: Database, clock: () => number): NewsList {
  const list: NewsList['list'] = async () => {
    const [keys, rows] = await Promise.all([readingKeys(db), db.news.orderBy('at').reverse().toArray()]);
    if (!keys) return [];
    const own = rows.filter(({ owner, at }) => owner === keys.owner && clock() - at < KEPT_MS);
    const opened = await Promise.all(own.map((row) => opening(keys, row)));
    return opened.filter((one) => one !== null);
  };

  return {
    list,
    unread: async () => {
      const keys = await readingKeys(db);
      return keys ? unreadOf(db, keys.owner) : 0;
    },
    markRead: async (ids) => {
      const keys = await readingKeys(db);
      if (!keys) return;
      await db.news
        .where('owner')
        .equals(keys.owner)
        .filter(({ id, read }) => !read && (ids === undefined || ids.includes(id)))
        .modify({ read: true });
    },
  };
}

async function opening({ readKey }: ReadingKeys, row: NewsRow): Promise<KnownNews | null> {
  const { id, owner, at, read } = row;
  const parsed = v.safeParse(stored, await openRow(readKey, row, { table: 'news', row: id, owner }));
  return parsed.success ? { ...parsed.output, id, at, read } : null;
}

interface Comparing {
  keys: ReadingKeys;
  place: Place;
  /** What was known; null when nothing was, and then there is no news. */
  before: readonly Group<unknown>[] | null;
  after: readonly Group<unknown>[];
  policyId: string;
  findPolicy: () => Promise<Policy | null>;
  at: number;
}

/** Seals the news between what was known of a place and what came. The name is the change's own: seen twice, it is one row. */
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

/** Writes news inside the caller's transaction over its table; what is there already stays as it is, read or not. */
export async function putNews(db: Database, rows: readonly NewsRow[]): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const known = await db.news.bulkGet(rows.map(({ id }) => id));
  await db.news.bulkPut(rows.filter((_, index) => !known[index]));
  const own = await db.news.where('owner').equals(first.owner).sortBy('at');
  const old = own.filter(({ at }, index) => first.at - at >= KEPT_MS || index < own.length - MOST_KEPT);
  await db.news.bulkDelete(old.map(({ id }) => id));
}
