import type { Reading } from '#invoices/reading.ts';

/** What the page may ask of the worker that reads papers, through comlink. */
export interface PaperWorker {
  /** The texts of the codes on a photo; null when this browser cannot search, or cannot yet. */
  codes(photo: ArrayBuffer): Promise<string[] | null>;
  /** What the codes of one paper say together. */
  said(codes: readonly string[], now: Date): Promise<Reading>;
  /** What an XML document says. */
  xml(document: ArrayBuffer, now: Date): Promise<Reading>;
}
