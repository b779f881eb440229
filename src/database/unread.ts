import { cameLately, isNews, newsSince } from '#contract/age.ts';
import { newestOf } from './newest.ts';
import type { Database } from './open.ts';
import type { ReceiptRow } from './rows.ts';

/** So many of the newest are looked at where none is young by the server's time. */
const MAX_LOOKED_AT = 20;

/** The receipts that Novedades tells of, the newest first. */
export async function recentReceipts(db: Database, owner: string, now: number): Promise<ReceiptRow[]> {
  const young = await newestOf(db.receipts, owner, { since: newsSince(now) });
  if (young.length > 0) return young;
  const newest = await newestOf(db.receipts, owner, { first: MAX_LOOKED_AT });
  return newest.filter(({ arrived }) => cameLately(arrived, now));
}

/** Number of a customer's unread news and unseen receipts. It reads only counts, which are in the clear. */
export async function unreadOf(db: Database, owner: string): Promise<number> {
  const now = db.machine.clock();
  const [news, receipts] = await Promise.all([
    db.news.where('owner').equals(owner).toArray(),
    recentReceipts(db, owner, now),
  ]);
  return [...news.filter(({ at }) => isNews(at, now)), ...receipts].filter(({ read }) => !read).length;
}
