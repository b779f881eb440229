import type { Page } from '@playwright/test';

/** The app's database, as whoever works with it in a page gets it. */
export interface OnDevice {
  db: IDBDatabase;
  got<T>(request: IDBRequest<T>): Promise<T>;
  /** Every row of a table. */
  all<T>(table: string): Promise<T[]>;
  /** Resolves once everything is written. */
  write(tables: string[], work: (storeOf: (table: string) => IDBObjectStore) => void): Promise<void>;
}

type Work<Answer, Given> = (device: OnDevice, given: Given) => Answer | Promise<Answer>;

/** Does this in the page with the app's database. `work` travels as text: nothing from around it is there. */
export const onDevice = <Answer, Given = undefined>(page: Page, work: Work<Answer, Given>, given?: Given) =>
  page.evaluate<Answer>(`(${asFunction(work)})(${JSON.stringify(given)})`);

/** The text of a function that does it in a page, whoever drives the browser. */
export const asFunction = <Answer, Given>(work: Work<Answer, Given>): string =>
  `(given) => (${withDatabase})(${work}, given)`;

async function withDatabase<Answer, Given>(work: Work<Answer, Given>, given: Given): Promise<Answer> {
  const got = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const db = await got(indexedDB.open('amparo'));
  try {
    return await work(
      {
        ...{ db, got },
        all: (table) => got(db.transaction(table).objectStore(table).getAll()),
        write: (tables, write) =>
          new Promise((resolve, reject) => {
            const writing = db.transaction(tables, 'readwrite');
            writing.oncomplete = () => resolve();
            writing.onerror = () => reject(writing.error);
            write((table) => writing.objectStore(table));
          }),
      },
      given,
    );
  } finally {
    db.close();
  }
}
