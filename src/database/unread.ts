import type { Database } from './open.ts';

/** How much there is that a customer has not seen: news, and receipts that came while nobody looked. Only counts, in the clear. */
export async function unreadOf(db: Database, owner: string): Promise<number> {
  const [news, receipts] = await Promise.all([
    db.news.where('owner').equals(owner).toArray(),
    db.receipts.where('owner').equals(owner).toArray(),
  ]);
  return news.filter(({ read }) => !read).length + receipts.filter(({ read }) => !read).length;
}
