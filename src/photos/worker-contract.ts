import type { Look } from './look.ts';
import type { Encoded, PhotoProblemCode } from './photo.ts';

/** What the worker answers. 'not-here': nothing in the worker could decode the picture. */
export type WorkerAnswer =
  | { ok: true; value: Encoded }
  | { ok: false; code: Exclude<PhotoProblemCode, 'worker-lost'> | 'not-here' };

/** What the page may ask of the worker, through comlink. */
export interface PhotoWorker {
  compress(bytes: ArrayBuffer, maxEdge: number): Promise<WorkerAnswer>;
  /** Null when this browser gives no pixels or the picture cannot be decoded. */
  look(bytes: ArrayBuffer): Promise<Look | null>;
}
