import { isNews } from '#contract/age.ts';
import type { Database } from './open.ts';

/** Number of a customer's unread news and unseen receipts. It reads only counts, which are in the clear. */
export async function unreadOf(db: Database, owner: string): Promise<number> {
  const [news, receipts] = await Promise.all([
    db.news.where('owner').equals(owner).toArray(),
    db.receipts.where('owner').equals(owner).toArray(),
  ]);
  const now = db.machine.clock();
  return [...news, ...receipts].filter(({ at, read }) => !read && isNews(at, now)).length;
}
