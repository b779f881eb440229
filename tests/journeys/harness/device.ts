import type { Page } from '@playwright/test';

export interface QueuedOnDevice {
  key: string;
  state: string;
  fields: Record<string, string>;
  /** Field name to the file's bytes in base64, exactly as they will be sent. */
  files: Record<string, string>;
}

/**
 * Opens the queue as it lies on the device, with the device's own key: what the customer was shown as saved, byte for byte.
 * The place of each row is sealed with it (src/database/sealed.ts), so this also proves where it belongs.
 */
export function queuedOnDevice(page: Page): Promise<QueuedOnDevice[]> {
  return page.evaluate(async () => {
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open('amparo');
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => reject(opening.error);
    });
    const all = <T>(table: string) =>
      new Promise<T[]>((resolve, reject) => {
        const asked = db.transaction(table).objectStore(table).getAll();
        asked.onsuccess = () => resolve(asked.result as T[]);
        asked.onerror = () => reject(asked.error);
      });
    type Sealed = { iv: Uint8Array<ArrayBuffer>; data: ArrayBuffer; owner: string };
    const open = (key: CryptoKey, row: Sealed, table: string, place: string) => {
      const additionalData = new TextEncoder().encode(JSON.stringify(['amparo 1', table, place, row.owner]));
      return crypto.subtle.decrypt({ name: 'AES-GCM', iv: row.iv, additionalData }, key, row.data);
    };
    const base64 = (bytes: ArrayBuffer) => {
      let text = '';
      for (const byte of new Uint8Array(bytes)) text += String.fromCharCode(byte);
      return btoa(text);
    };
    const keys = await all<{ id: string; sendKey?: CryptoKey }>('vault');
    const sendKey = keys.find(({ id }) => id === 'sending')?.sendKey;
    if (!sendKey) throw new Error('the device holds no key to send with');
    const rows = await all<Sealed & { key: string; state: string }>('outbox');
    const files = await all<Sealed & { key: string; field: string }>('outboxFiles');
    const queued = await Promise.all(
      rows.map(async (row) => {
        const body = JSON.parse(new TextDecoder().decode(await open(sendKey, row, 'outbox', row.key)));
        const own: Record<string, string> = {};
        for (const file of files.filter(({ key }) => key === row.key)) {
          own[file.field] = base64(await open(sendKey, file, 'outboxFiles', `${file.key}/${file.field}`));
        }
        return { key: row.key, state: row.state, fields: body.fields as Record<string, string>, files: own };
      }),
    );
    db.close();
    return queued;
  });
}

/** How many rows a table holds, without opening any. */
export function rowsOnDevice(page: Page, table: string): Promise<number> {
  return page.evaluate(async (name) => {
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open('amparo');
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => reject(opening.error);
    });
    const count = await new Promise<number>((resolve, reject) => {
      const asked = db.transaction(name).objectStore(name).count();
      asked.onsuccess = () => resolve(asked.result);
      asked.onerror = () => reject(asked.error);
    });
    db.close();
    return count;
  }, table);
}

/** Moves the last activity into the past, as if the customer had been away for that long. */
export function awayFor(page: Page, milliseconds: number): Promise<void> {
  return page.evaluate(async (gone) => {
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open('amparo');
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => reject(opening.error);
    });
    await new Promise<void>((resolve, reject) => {
      const writing = db.transaction('vault', 'readwrite');
      writing.objectStore('vault').put({ id: 'activity', at: Date.now() - gone });
      writing.oncomplete = () => resolve();
      writing.onerror = () => reject(writing.error);
    });
    db.close();
  }, milliseconds);
}
