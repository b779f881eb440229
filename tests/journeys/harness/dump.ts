import type { Page } from '@playwright/test';

/** One thing that the browser stores: a table with its rows, a cached answer, a file, the cookies. */
export interface Piece {
  where: string;
  text: string;
  /** SHA-256 of a cached answer, which tells the app's own files from what was stored later. */
  digest: string;
}

/** Everything that the browser stores for this origin, as one text. */
export async function dumpOf(page: Page): Promise<string> {
  return (await piecesOf(page)).map(({ where, text }) => `${where}\n${text}`).join('\n');
}

/**
 * Everything that the browser stores for this origin, in pieces:
 * each IndexedDB table with its rows, keys and index keys, Cache Storage with headers and bodies,
 * private files, localStorage, sessionStorage, cookies, and the address bar with its state and title.
 * Bytes are read as UTF-8, as UTF-16 at both offsets, and as one character a byte.
 *
 * @param known digests of cached answers whose bodies are left out
 */
export async function piecesOf(page: Page, skipped: readonly string[] = []): Promise<Piece[]> {
  const cookies = JSON.stringify(await page.context().cookies());
  const told = await page.evaluate(async (digests) => {
    const said: Piece[] = [];
    const say = (where: string, text: string, digest = '') => said.push({ where, text, digest });
    const asText = (bytes: Uint8Array<ArrayBuffer>): string => {
      const one: string[] = [];
      for (let from = 0; from < bytes.length; from += 8192)
        one.push(String.fromCharCode(...bytes.subarray(from, from + 8192)));
      const wide = new TextDecoder('utf-16le');
      return [new TextDecoder().decode(bytes), wide.decode(bytes), wide.decode(bytes.subarray(1)), one.join('')].join(
        '\n',
      );
    };
    const readable = (value: unknown): string => {
      if (value instanceof ArrayBuffer) return asText(new Uint8Array(value));
      if (ArrayBuffer.isView(value)) return asText(new Uint8Array(value.buffer as ArrayBuffer).slice());
      if (value instanceof CryptoKey) return `key ${value.type} ${value.extractable ? 'EXTRACTABLE' : ''}`;
      if (value instanceof Date) return value.toISOString();
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
    const indexKeys = (index: IDBIndex) =>
      new Promise<IDBValidKey[]>((resolve, reject) => {
        const keys: IDBValidKey[] = [];
        const walking = index.openKeyCursor();
        walking.onerror = () => reject(walking.error);
        walking.onsuccess = () => {
          if (!walking.result) return resolve(keys);
          keys.push(walking.result.key);
          walking.result.continue();
        };
      });

    say('address', [location.href, document.title, window.name, readable(history.state)].join('\n'));
    for (const [name, storage] of Object.entries({ localStorage, sessionStorage }))
      say(name, JSON.stringify({ ...storage }));
    for (const { name = '' } of await indexedDB.databases()) {
      const db = await done(indexedDB.open(name));
      for (const store of db.objectStoreNames) {
        const objects = db.transaction(store).objectStore(store);
        const [keys, rows, ...indices] = await Promise.all([
          done(objects.getAllKeys()),
          done(objects.getAll()),
          ...Array.from(objects.indexNames, (index) => indexKeys(objects.index(index))),
        ]);
        // A Blob must be read to see its bytes.
        const blobs = await Promise.all(
          rows.flatMap((row) => Object.values(row).flatMap((one) => (one instanceof Blob ? [one.arrayBuffer()] : []))),
        );
        say(`${name}/${store}`, [keys, rows, indices, blobs].map(readable).join('\n'));
      }
      db.close();
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const answer = await cache.match(request);
        const bytes = new Uint8Array((await answer?.arrayBuffer()) ?? new ArrayBuffer());
        const digest = Array.from(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)), (byte) =>
          byte.toString(16).padStart(2, '0'),
        ).join('');
        const head = [request.url, ...request.headers, ...(answer?.headers ?? [])].join('\n');
        say(`cache ${name} ${request.url}`, head + (digests.includes(digest) ? '' : asText(bytes)), digest);
      }
    }
    const folders = [await navigator.storage.getDirectory()];
    for (const folder of folders) {
      for await (const handle of folder.values()) {
        if (handle instanceof FileSystemDirectoryHandle) folders.push(handle);
        else if (handle instanceof FileSystemFileHandle)
          say(`file ${handle.name}`, asText(new Uint8Array(await (await handle.getFile()).arrayBuffer())));
      }
    }
    return said;
  }, skipped);
  return [...told, { where: 'cookies', text: cookies, digest: '' }];
}

/**
 * Which of the secrets can be read in the pieces, and where.
 * It searches each secret as it is, in lower case, percent-encoded, in hexadecimal, and in base64 at any offset.
 */
export function foundIn(pieces: readonly Piece[], secrets: readonly Buffer[]): string[] {
  const forms = secrets.map((secret) => ({ secret, exact: inBase64(secret), folded: folded(secret) }));
  return pieces.flatMap(({ where, text }) => {
    const small = text.toLowerCase();
    return forms
      .filter(
        ({ exact, folded: some }) => exact.some((one) => text.includes(one)) || some.some((one) => isIn(small, one)),
      )
      .map(({ secret, folded: [plain = ''] }) => {
        const index = small.indexOf(plain);
        const around = index < 0 ? '' : text.slice(index, index + 60).replace(/\s+/g, ' ');
        return `${where}: ${secret.subarray(0, 40).toString('latin1')} ${around}`;
      });
  });
}

/** The digits of a policy may occur by chance in the middle of a time. */
const isIn = (text: string, form: string): boolean =>
  /^\d+$/.test(form) ? new RegExp(`(?<!\\d)${form}`).test(text) : text.includes(form);

function folded(secret: Buffer): string[] {
  const text = secret.toString('utf8');
  const forms = [text, secret.toString('latin1'), secret.toString('hex')];
  if (!text.includes('\uFFFD')) forms.push(encodeURIComponent(text), JSON.stringify(text).slice(1, -1));
  return [...new Set(forms.map((form) => form.toLowerCase()))];
}

/** The part of a secret in base64 that stays the same whatever stands before and after it. */
function inBase64(secret: Buffer): string[] {
  return [0, 1, 2].flatMap((before) => {
    const padded = Buffer.concat([Buffer.alloc(before), secret]);
    const whole = padded.subarray(0, padded.length - (padded.length % 3)).toString('base64');
    const inner = whole.slice(before === 0 ? 0 : 4);
    return inner.length < 6 ? [] : [inner, inner.replaceAll('+', '-').replaceAll('/', '_')];
  });
}
