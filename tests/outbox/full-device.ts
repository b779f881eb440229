import type { Database } from '#database/open.ts';

/** Makes every write of a draft fail for lack of room, until the returned function is called. */
export function fillDevice(db: Database): () => void {
  const full = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  db.drafts.hook('creating', full);
  db.drafts.hook('updating', full);
  return () => {
    db.drafts.hook('creating').unsubscribe(full);
    db.drafts.hook('updating').unsubscribe(full);
  };
}
