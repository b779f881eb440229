import type { Database } from './open.ts';

/** Number of a customer's unread news and unseen receipts. It reads only counts, which are in the clear. */
export async function unreadOf(db: Database, owner: string): Promise<number> {
  const [news, receipts] = await Promise.all([
    db.news.where('owner').equals(owner).toArray(),
    db.receipts.where('owner').equals(owner).toArray(),
  ]);
  return news.filter(({ read }) => !read).length + receipts.filter(({ read }) => !read).length;
}
