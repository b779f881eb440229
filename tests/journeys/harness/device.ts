import type { BrowserContext, Page } from '@playwright/test';
import { fingerprint } from '#contract/fingerprint.ts';
import { type OnDevice, onDevice } from './on-device.ts';

export interface QueuedOnDevice {
  key: string;
  /** Its index in the order of sending and listing. */
  seq: number;
  state: string;
  fields: Record<string, string>;
  /** Field name to the file's bytes in base64, exactly as they will be sent. */
  files: Record<string, string>;
}

/**
 * Opens the queue on the device with the device's own key, so that texts and files can be compared byte for byte.
 * Each row is sealed with its table and key (src/database/sealed.ts), so this also proves where it belongs.
 */
export function queuedOnDevice(page: Page): Promise<QueuedOnDevice[]> {
  return onDevice(page, async ({ all }) => {
    type Sealed = { iv: Uint8Array<ArrayBuffer>; data: ArrayBuffer; owner: string };
    const open = (key: CryptoKey, row: Sealed, table: string, rowKey: string) => {
      const additionalData = new TextEncoder().encode(JSON.stringify(['amparo 1', table, rowKey, row.owner]));
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
    // Each file is sealed under its own key, and that key's secret under the customer's (src/database/sealed-file.ts).
    const openFile = async (row: Sealed & { own: Sealed }, rowKey: string) => {
      const secret = await open(sendKey, { ...row.own, owner: row.owner }, 'outboxFiles', rowKey);
      const key = await crypto.subtle.importKey('raw', secret, 'AES-GCM', false, ['decrypt']);
      const additionalData = new TextEncoder().encode(JSON.stringify(['amparo 1', 'own key']));
      return crypto.subtle.decrypt({ name: 'AES-GCM', iv: row.iv, additionalData }, key, row.data);
    };
    const rows = await all<Sealed & { key: string; seq: number; state: string }>('outbox');
    const files = await all<Sealed & { key: string; field: string; own: Sealed }>('outboxFiles');
    return Promise.all(
      rows.map(async (row) => {
        const body = JSON.parse(new TextDecoder().decode(await open(sendKey, row, 'outbox', row.key)));
        const filesOfRow: Record<string, string> = {};
        for (const file of files.filter(({ key }) => key === row.key)) {
          filesOfRow[file.field] = base64(await openFile(file, `${file.key}/${file.field}`));
        }
        return {
          key: row.key,
          seq: row.seq,
          state: row.state,
          fields: body.fields as Record<string, string>,
          files: filesOfRow,
        };
      }),
    );
  });
}

/** How many rows a table holds, without opening any. */
export const rowsOnDevice = (page: Page, table: string) =>
  onDevice(page, ({ db, got }, name) => got(db.transaction(name).objectStore(name).count()), table);

/** What the vault has under this id. A key that cannot leave the page is `{}`; undefined: nothing. */
export const inVault = <Row>(page: Page, id: string) =>
  onDevice(page, async ({ all }, id) => (await all<Row & { id: string }>('vault')).find((row) => row.id === id), id);

/** When the customer was last active, as the device has it, in milliseconds since 1970. */
export const activeAt = async (page: Page) => (await inVault<{ at: number }>(page, 'activity'))?.at ?? 0;

export const beAway = ({ write }: OnDevice, milliseconds: number) =>
  write(['vault'], (storeOf) => storeOf('vault').put({ id: 'activity', at: Date.now() - milliseconds }));

/** Moves the last activity into the past, as if the customer had been away for that long. */
export const awayFor = (page: Page, milliseconds: number) => onDevice(page, beAway, milliseconds);

/** Whether the server has this device's subscription to push. */
export const serverKnowsPush = async (page: Page) =>
  typeof (await inVault<{ renewed: number | null }>(page, 'push'))?.renewed === 'number';

/**
 * Copies the queued refund. Each copy has its own key, diagnosis and fingerprint, and is sealed as the app seals it.
 * Filling in twenty refunds would take minutes.
 */
export async function multiplyQueued(page: Page, copies: number): Promise<string[]> {
  const [original] = await queuedOnDevice(page);
  if (!original) throw new Error('nothing is queued');
  const digests = await page.evaluate(async (files) => {
    const found: Record<string, string> = {};
    for (const [field, text] of Object.entries(files)) {
      const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
      const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
      found[field] = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
    }
    return found;
  }, original.files);
  const wanted = await Promise.all(
    Array.from({ length: copies }, async (_, index) => {
      const fields = { ...original.fields, diagnostico: `${original.fields.diagnostico} ${index + 2}` };
      return { key: crypto.randomUUID() as string, fields, fingerprint: await fingerprint(fields, digests) };
    }),
  );
  const seal = async ({ all, write }: OnDevice, made: typeof wanted) => {
    type Sealed = { iv: Uint8Array<ArrayBuffer>; data: ArrayBuffer };
    const [row] = await all<Sealed & { owner: string; key: string; seq: number }>('outbox');
    const files = await all<{ own: Sealed; field: string }>('outboxFiles');
    const sendKey = (await all<{ id: string; sendKey?: CryptoKey }>('vault')).find(
      ({ id }) => id === 'sending',
    )?.sendKey;
    if (!row || !sendKey) throw new Error('nothing is queued');
    const bind = (table: string, rowKey: string) =>
      new TextEncoder().encode(JSON.stringify(['amparo 1', table, rowKey, row.owner]));
    const reseal = async (
      sealed: Sealed,
      table: string,
      from: string,
      to: string,
      change = (bytes: ArrayBuffer) => bytes,
    ) => {
      const opened = { name: 'AES-GCM', iv: sealed.iv, additionalData: bind(table, from) };
      const iv = crypto.getRandomValues(new Uint8Array(12));
      const bytes = change(await crypto.subtle.decrypt(opened, sendKey, sealed.data));
      const data = await crypto.subtle.encrypt(
        { name: 'AES-GCM', iv, additionalData: bind(table, to) },
        sendKey,
        bytes,
      );
      return { iv, data };
    };
    const rows: object[] = [];
    const fileRows: object[] = [];
    for (const [index, { key, fields, fingerprint: print }] of made.entries()) {
      const body = await reseal(row, 'outbox', row.key, key, (bytes) => {
        const read = JSON.parse(new TextDecoder().decode(bytes));
        return new TextEncoder().encode(JSON.stringify({ ...read, fields, fingerprint: print })).buffer as ArrayBuffer;
      });
      rows.push({ ...row, ...body, key, seq: row.seq + 1 + index });
      for (const file of files) {
        const rowKey = (of: string) => `${of}/${file.field}`;
        const own = await reseal(file.own, 'outboxFiles', rowKey(row.key), rowKey(key));
        fileRows.push({ ...file, own, key });
      }
    }
    await write(['outbox', 'outboxFiles'], (storeOf) => {
      for (const one of rows) storeOf('outbox').put(one);
      for (const one of fileRows) storeOf('outboxFiles').put(one);
    });
  };
  await onDevice(page, seal, wanted);
  return [original.key, ...wanted.map(({ key }) => key)];
}

/** Removes background sync, as in Safari and Firefox, so that only pages send. It runs before any script of the page. */
export function withoutBackgroundSync(): void {
  Reflect.deleteProperty(window, 'SyncManager');
  Reflect.deleteProperty(ServiceWorkerRegistration.prototype, 'sync');
}

/**
 * Lets a test move the clock of the pages. The worker keeps that of the machine, by which such a session is over (D25): so the browser
 * does not wake it.
 */
export async function moveClockOf(context: BrowserContext): Promise<void> {
  await context.addInitScript(withoutBackgroundSync);
  await context.clock.install({ time: Date.now() });
}
