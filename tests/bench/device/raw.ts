/** A bare object store beside the app's database, to compare with. */
export function rawStore(name: string, keyPath = 'id'): Promise<IDBDatabase> {
  return new Promise((done, failed) => {
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () => request.result.createObjectStore('rows', { keyPath });
    request.onsuccess = () => done(request.result);
    request.onerror = () => failed(request.error);
  });
}

/** Milliseconds to write rows in one transaction of strict durability, as the app writes. */
export async function timeToPut(db: IDBDatabase, rows: readonly object[]): Promise<number> {
  const from = performance.now();
  const writing = db.transaction('rows', 'readwrite', { durability: 'strict' });
  for (const row of rows) writing.objectStore('rows').put(row);
  await new Promise((done, failed) => {
    writing.oncomplete = done;
    writing.onerror = () => failed(writing.error);
  });
  return performance.now() - from;
}

/** Random bytes, which cannot be compressed. */
export function noise(size: number): ArrayBuffer {
  const bytes = new Uint8Array(size);
  for (let offset = 0; offset < size; offset += 65_536)
    crypto.getRandomValues(bytes.subarray(offset, Math.min(size, offset + 65_536)));
  return bytes.buffer;
}
