import { Unzip, UnzipInflate } from 'fflate';
import { MAX_XML_BYTES } from '#invoices/xml.ts';

/** A longer one is not opened: the DIAN lets an issuer mail 2 MB. */
export const MAX_ZIP_BYTES = 10 * 1024 * 1024;

/** Colombia's zip has two: the XML and its PDF. Attachments of the issuer's come beside them now and then. */
const MAX_ENTRIES = 20;

/** So much is unpacked at a time. Deflate makes at most 1,032 bytes of one, so a bomb is noticed within 4 MB more. */
const PART_BYTES = 4096;

/** Zip's signature of a local file header (PKWARE APPNOTE, 4.3.7). */
export const isZip = (bytes: Uint8Array): boolean => [0x50, 0x4b, 3, 4].every((byte, index) => bytes[index] === byte);

/**
 * The one XML of a zip, as Colombia's issuers mail it beside a PDF. Its size is counted while it is unpacked, since what a zip says
 * of itself may be wrong. Null for a zip without an XML or with more than one, with another zip, with a password, broken, or larger
 * than the bounds.
 */
export function xmlInZip(zip: Uint8Array): Uint8Array | null {
  if (zip.length > MAX_ZIP_BYTES) return null;
  try {
    return unpacked(zip);
  } catch {
    return null;
  }
}

/** @throws Error for anything that is not that one XML */
function unpacked(zip: Uint8Array): Uint8Array | null {
  const parts: Uint8Array[] = [];
  let [entries, documents, size, whole] = [0, 0, 0, false];
  const opened = new Unzip((entry) => {
    entries += 1;
    if (entries > MAX_ENTRIES || /\.zip$/i.test(entry.name)) throw new Error('not as an issuer packs it');
    if (!isDocument(entry.name)) return;
    documents += 1;
    if (documents > 1) throw new Error('two documents');
    entry.ondata = (error, part, final) => {
      size += part?.length ?? 0;
      if (error || size > MAX_XML_BYTES) throw error ?? new Error('a larger document than is read');
      parts.push(part);
      whole = final;
    };
    entry.start();
  });
  opened.register(UnzipInflate);
  for (let from = 0; from < zip.length; from += PART_BYTES) {
    const part = zip.subarray(from, from + PART_BYTES);
    opened.push(part, from + PART_BYTES >= zip.length);
  }
  return whole ? joined(parts, size) : null;
}

/** A Mac's zip has a shadow of each file, by the same ending. */
const isDocument = (name: string): boolean => /\.xml$/i.test(name) && !/(?:^|\/)\._[^/]*$/.test(name);

function joined(parts: readonly Uint8Array[], size: number): Uint8Array {
  const all = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
