import { createHash, randomUUID } from 'node:crypto';
import { fail, ok, type Result } from '#contract/result.ts';
import { fileProblem, kindOf, MEGABYTE, mediaTypes, safeFileName } from '#rules/files.ts';
import type { Transaction } from '../database/open.ts';
import { files } from '../database/schema.ts';
import type { ReceivedFile } from '../http/read-input.ts';

/** D43: an invoice stays under 3 MB, every other file under 6 MB. */
const limitOf = (field: string): number => (field === 'documentoFactura' ? 3 : 6) * MEGABYTE;

/** Refuses what is not an image or PDF by its bytes, is empty, or is over its limit (S4, H5.3); names the field. */
export function checkFiles(received: readonly ReceivedFile[]): Result<null> {
  for (const { field, name, type, bytes } of received) {
    const problem = fileProblem({ name, type, size: bytes.length, bytes }, limitOf(field));
    if (!problem) continue;
    const code = problem.code === 'empty' ? 'invalid' : problem.code;
    return fail(code, { text: problem.text, fields: { [field]: problem.text } });
  }
  return ok(null);
}

export interface KeptFile {
  id: string;
  field: string;
  name: string;
}

/** Stores checked files in the caller's transaction, typed by their bytes and under a safe name. */
export async function keepFiles(tx: Transaction, received: readonly ReceivedFile[]): Promise<KeptFile[]> {
  const kept: KeptFile[] = [];
  for (const { field, name: given, bytes } of received) {
    const kind = kindOf(bytes);
    if (!kind) throw new Error('A file was kept without being checked');
    const [id, name] = [randomUUID(), safeFileName(given, kind)];
    await tx
      .insert(files)
      .values({ id, name, type: mediaTypes[kind], size: bytes.length, sha256: sha256Of(bytes), bytes });
    kept.push({ id, field, name });
  }
  return kept;
}

/** SHA-256 in hexadecimal, as the fingerprint wants it. */
export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
