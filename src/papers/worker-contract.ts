import type { Reading } from '#invoices/reading.ts';
import type { FoundCode } from '#photos/codes.ts';

/** What a file says; 'zip' for one that does not hold one XML. */
export type FileReading = Reading | { facts: null; why: 'zip' };

/** One code of a photo. Its place is on the photo as it is shown; null where that is not known. */
export type PhotoCode = Pick<FoundCode, 'text' | 'place'>;

/** What the page may ask of the worker that reads papers, through comlink. */
export interface PaperWorker {
  /** The codes on a photo; null when this browser cannot search, or cannot yet. */
  codes(photo: ArrayBuffer): Promise<PhotoCode[] | null>;
  /** The texts of the codes on one picture of a camera, searched once; null as above. The picture is closed. */
  frame(picture: ImageBitmap): Promise<string[] | null>;
  /** What the codes of one paper say together. */
  said(codes: readonly string[], now: Date): Promise<Reading>;
  /** What an XML document says, or the only one of a zip. */
  xml(file: ArrayBuffer, now: Date): Promise<FileReading>;
}
