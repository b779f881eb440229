import type { Database } from '#database/open.ts';

/** WebKit's error when the system ended the connection in the background. */
export const lostError = () =>
  new DOMException('Connection to Indexed Database server lost. Refresh the page to try again', 'UnknownError');

/**
 * Lets a test end the connection that is open at that moment. From then on each transaction on it fails, as in WebKit; a
 * connection opened later works. It must be called before the database is used.
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
