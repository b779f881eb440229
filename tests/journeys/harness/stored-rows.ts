import { createDecipheriv, hkdfSync } from 'node:crypto';
import type { Page } from '@playwright/test';
import { onDevice } from './on-device.ts';

/** A sealed value as IndexedDB holds it, in base64. */
export interface StoredSeal {
  table: string;
  iv: string;
  data: string;
}

/** Every sealed value of every row, those in fields of a row included. */
export function sealsOnDevice(page: Page): Promise<StoredSeal[]> {
  return onDevice(page, async ({ db, all }) => {
    const base64 = (bytes: Uint8Array) => {
      let text = '';
      for (const byte of bytes) text += String.fromCharCode(byte);
      return btoa(text);
    };
    const found: StoredSeal[] = [];
    const walk = (table: string, value: unknown) => {
      if (typeof value !== 'object' || value === null || value instanceof CryptoKey || ArrayBuffer.isView(value))
        return;
      const { iv, data } = value as { iv?: unknown; data?: unknown };
      if (iv instanceof Uint8Array && data instanceof ArrayBuffer) {
        found.push({ table, iv: base64(iv), data: base64(new Uint8Array(data)) });
      }
      for (const one of Object.values(value)) walk(table, one);
    };
    for (const table of db.objectStoreNames) for (const row of await all(table)) walk(table, row);
    return found;
  });
}

const TAG_BYTES = 16;

/**
 * Whether a read secret opens the value as JSON. It decrypts as AES-GCM does (SP 800-38D, 7.2) without checking where the
 * value belongs, so a value that was moved opens too.
 */
export function opensWith(secret: Buffer, { iv, data }: StoredSeal): boolean {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'amparo read', 32));
  const counter = Buffer.concat([Buffer.from(iv, 'base64'), Buffer.from([0, 0, 0, 2])]);
  const sealed = Buffer.from(data, 'base64');
  const text = createDecipheriv('aes-256-ctr', key, counter).update(sealed.subarray(0, -TAG_BYTES)).toString('utf8');
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
