import { hkdfSync } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
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
export const contentsOf = async (folder: string): Promise<Buffer[]> =>
  (await filesIn(folder)).map(({ content }) => content);

/** The folders, each once, of the files in which the text stands in the clear, as browsers write it. */
export async function foldersWith(folder: string, text: string): Promise<string[]> {
  const forms = [Buffer.from(text), Buffer.from(text, 'utf16le')];
  const found = (await filesIn(folder)).filter(({ content }) => forms.some((form) => content.includes(form)));
  return [...new Set(found.map(({ path }) => basename(dirname(path))))];
}

async function filesIn(folder: string): Promise<{ path: string; content: Buffer }[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((file) => join(file.parentPath, file.name));
  return Promise.all(paths.map(async (path) => ({ path, content: await readFile(path).catch(() => Buffer.alloc(0)) })));
}
