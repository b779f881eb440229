import type { Page } from '@playwright/test';

/**
 * Everything the browser keeps for this origin, as one text: each row of each IndexedDB database with its keys and bytes,
 * Cache Storage with its bodies, localStorage, sessionStorage, and the address bar. What can be read at rest is in it.
 */
export function dumpOf(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const said: string[] = [location.href, JSON.stringify(history.state)];
    for (const storage of [localStorage, sessionStorage]) said.push(JSON.stringify({ ...storage }));
    const readable = (value: unknown): string => {
      if (value instanceof ArrayBuffer)
        return new TextDecoder().decode(value) + new TextDecoder('utf-16').decode(value);
      if (ArrayBuffer.isView(value))
        return readable(value.buffer.slice(value.byteOffset, value.byteOffset + value.byteLength));
      if (value instanceof CryptoKey) return `key ${value.type} ${value.extractable ? 'EXTRACTABLE' : ''}`;
      if (Array.isArray(value)) return value.map(readable).join('\n');
      if (value && typeof value === 'object') {
        return Object.entries(value)
          .map(([name, inner]) => `${name}=${readable(inner)}`)
          .join('\n');
      }
      return String(value);
    };
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    for (const { name = '' } of await indexedDB.databases()) {
      const db = await done(indexedDB.open(name));
      for (const store of db.objectStoreNames) {
        const objects = db.transaction(store).objectStore(store);
        const [keys, rows] = await Promise.all([done(objects.getAllKeys()), done(objects.getAll())]);
        said.push(`${name}/${store}`, readable(keys), readable(rows));
      }
      db.close();
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const answer = await cache.match(request);
        said.push(request.url, (await answer?.text()) ?? '');
      }
    }
    return said.join('\n');
  });
}
