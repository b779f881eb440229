import type { Database } from '#database/open.ts';

/** Lets no draft be stored any more, as a browser without room refuses it; what it returns gives the room back. */
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
