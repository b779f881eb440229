import { createHash } from 'node:crypto';
import { and, eq, or } from 'drizzle-orm';
import { fail, ok, type Result } from '#contract/result.ts';
import { isInvoiceXml } from '#invoices/read-invoice.ts';
import { fileProblem, MEGABYTE, readKindOf } from '#rules/files.ts';
import type { Transaction } from '../database/open.ts';
import { files, looseFiles } from '../database/schema.ts';
import type { ReceivedFile } from '../http/read-input.ts';
import { StoreUnavailable } from './store.ts';

/** The field of a refund's invoice, which alone may be XML. */
export const INVOICE = 'documentoFactura';

/** D43: an invoice stays under 3 MB, every other file under 6 MB. */
export const LARGEST_FILE_BYTES = 6 * MEGABYTE;
const limitOf = (field: string): number => (field === INVOICE ? 3 * MEGABYTE : LARGEST_FILE_BYTES);

/**
 * Refuses what is not an image or PDF by its bytes, is empty, or is over its limit (S4, H5.3); names the field.
 *
 * @param takesXml whether an invoice may be the XML of a tax authority
 */
export function checkFiles(received: readonly ReceivedFile[], takesXml: boolean): Result<null> {
  for (const { field, name, type, bytes } of received) {
    if (takesXml && field === INVOICE && bytes.length < limitOf(field) && isXmlInvoice(bytes)) continue;
    const problem = fileProblem({ name, type, size: bytes.length, bytes }, limitOf(field));
    if (!problem) continue;
    const code = problem.code === 'empty' ? 'invalid' : problem.code;
    return fail(code, { text: problem.text, fields: { [field]: problem.text } });
  }
  return ok(null);
}

/** By its first bytes before all of them are read: every photo is asked about. */
const isXmlInvoice = (bytes: Uint8Array): boolean => readKindOf(bytes) === 'xml' && isInvoiceXml(bytes);

/** A file whose bytes are safe, and whose row is still to be written. */
export interface StagedFile extends Omit<typeof files.$inferInsert, 'id' | 'created'> {
  id: string;
  field: string;
  /** Since when its bytes are noted as loose, too. */
  created: Date;
}

export interface KeptFile {
  id: string;
  field: string;
  name: string;
}

/**
 * Writes the rows of staged files in the caller's transaction: from here on they are whole.
 *
 * @throws StoreUnavailable when the bytes were swept: whoever sent them comes again
 */
export async function keepFiles(tx: Transaction, staged: readonly StagedFile[]): Promise<KeptFile[]> {
  const stored = staged.filter(({ bytes }) => !bytes);
  if (stored.length > 0) {
    // As they were noted: a sweep moves the time of those that it takes out of the store.
    const noted = stored.map(({ id, created }) => and(eq(looseFiles.id, id), eq(looseFiles.since, created)));
    const taken = await tx
      .delete(looseFiles)
      .where(or(...noted))
      .returning();
    // Swept meanwhile: a row without bytes would be a paper that was received and is not there.
    if (taken.length !== stored.length)
      throw new StoreUnavailable('Bytes of a file were swept before its row was written');
  }
  for (const { field: _, ...row } of staged) await tx.insert(files).values(row);
  return staged.map(({ id, field, name }) => ({ id, field, name }));
}

/** SHA-256 in hexadecimal, as the fingerprint wants it. */
export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
