import { isNews, newsSince } from '#contract/age.ts';
import { newestOf } from './newest.ts';
import type { Database } from './open.ts';

/** Number of a customer's unread news and unseen receipts. It reads only counts, which are in the clear. */
export async function unreadOf(db: Database, owner: string): Promise<number> {
  const now = db.machine.clock();
  const [news, receipts] = await Promise.all([
    db.news.where('owner').equals(owner).toArray(),
    newestOf(db.receipts, owner, { since: newsSince(now) }),
  ]);
  return [...news.filter(({ at }) => isNews(at, now)), ...receipts].filter(({ read }) => !read).length;
}
