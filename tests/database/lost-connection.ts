import type { Database } from '#database/open.ts';

/** WebKit's words when the system took the connection away in the background. */
export const lostError = () =>
  new DOMException('Connection to Indexed Database server lost. Refresh the page to try again', 'UnknownError');

/**
 * Lets a test take the connection away that is open at that moment: each transaction on it fails from there on, as in
 * WebKit; one opened later works. To be called before the database is used.
 */
export function losable(db: Database): { lose(): void } {
  const current = { lose: () => {} };
  db.use({
    stack: 'dbcore',
    name: 'a connection that can be lost',
    create: (core) => {
      let gone = false;
      current.lose = () => {
        gone = true;
      };
      const transaction: typeof core.transaction = (...request) => {
        if (gone) throw lostError();
        return core.transaction(...request);
      };
      return { ...core, transaction };
    },
  });
  return { lose: () => current.lose() };
}
