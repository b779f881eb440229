import { readXml } from '#invoices/read-invoice.ts';
import type { FileReading } from './worker-contract.ts';
import { isZip, xmlInZip } from './zip.ts';

/** What an XML says, or a zip that holds one. By its bytes: a name may promise anything (S27). Never throws. */
export function readFile(file: Uint8Array, now: Date): FileReading {
  const document = isZip(file) ? xmlInZip(file) : file;
  return document ? readXml(document, { now }) : { facts: null, why: 'zip' };
}
