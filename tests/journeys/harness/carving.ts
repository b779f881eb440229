import { hkdfSync } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';

/** Runs in the page: records in memory which secrets HKDF is given. */
export function recordSecrets(): void {
  const kept: number[][] = [];
  Object.assign(window, { kept });
  const original = crypto.subtle.importKey.bind(crypto.subtle);
  crypto.subtle.importKey = ((
    format: string,
    data: BufferSource,
    algorithm: unknown,
    ...rest: [boolean, KeyUsage[]]
  ) => {
    if (algorithm === 'HKDF') {
      const bytes = ArrayBuffer.isView(data) ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength) : data;
      kept.push([...new Uint8Array(bytes as ArrayBuffer)]);
    }
    return original(format as 'raw', data, algorithm as AlgorithmIdentifier, ...rest);
  }) as typeof crypto.subtle.importKey;
}

/** What was recorded since the page was loaded. */
export const recorded = async (page: Page): Promise<Buffer[]> =>
  (await page.evaluate(() => (window as unknown as { kept: number[][] }).kept)).map((bytes) => Buffer.from(bytes));

/** The secrets and the keys that the vault derives from each (vault/keys.ts). */
export function keysOf(secrets: readonly Buffer[]): Buffer[] {
  return secrets.flatMap((secret) => [
    secret,
    ...['amparo read', 'amparo names'].map((info) => Buffer.from(hkdfSync('sha256', secret, '', info, 32))),
  ]);
}

/** All files below a folder, as far as they can be read. */
export async function contentsOf(folder: string): Promise<Buffer[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return Promise.all(files.map((file) => readFile(join(file.parentPath, file.name)).catch(() => Buffer.alloc(0))));
}
