import type { Look } from './look.ts';
import type { Encoded, PhotoProblemCode } from './photo.ts';
import type { Quarters } from './turn.ts';

/**
 * What the worker answers. 'not-here': nothing in the worker could decode the picture; `library` is the address of the library
 * that may in the page, null when it did not load.
 */
export type WorkerAnswer =
  | { ok: true; value: Encoded }
  | { ok: false; code: Exclude<PhotoProblemCode, 'worker-lost'> }
  | { ok: false; code: 'not-here'; library: string | null };

/** What the page may ask of the worker, through comlink. */
export interface PhotoWorker {
  compress(bytes: ArrayBuffer, maxEdge: number): Promise<WorkerAnswer>;
  /** Null when this browser gives no pixels or the picture cannot be decoded. */
  look(bytes: ArrayBuffer): Promise<Look | null>;
  /** Null when this worker has no canvas or the picture cannot be decoded. */
  turn(bytes: ArrayBuffer, quarters: Quarters): Promise<ArrayBuffer | null>;
  /** Photos of one paper as a PDF; null when one is no JPEG. */
  join(photos: readonly ArrayBuffer[]): Promise<ArrayBuffer | null>;
}
