import type { Remote } from 'comlink';
import { ok } from '#contract/result.ts';
import { kindOf, mediaTypes } from '#rules/files.ts';
import { type Crew, hire, type WorkerLike } from './crew.ts';
import type { Look } from './look.ts';
import { type Encoded, encodedName, type PhotoResult, photoFailure, photoTarget, type SourcePhoto } from './photo.ts';
import type { Quarters } from './turn.ts';
import { verified } from './verify.ts';
import type { PhotoWorker, WorkerAnswer } from './worker-contract.ts';

export type { PhotoProblemCode, PhotoResult, SourcePhoto } from './photo.ts';

export interface PhotoClient {
  /**
   * Compresses a photo to the target of D10, or to its `maxEdge`. The given bytes are not changed; keep them until this
   * succeeds. Photos are compressed one at a time; later calls wait.
   */
  compress(photo: SourcePhoto): Promise<PhotoResult>;
  /**
   * Measures how readable a compressed photo is; null when that cannot be measured. It never fails, since it only serves
   * advice.
   */
  look(bytes: ArrayBuffer): Promise<Look | null>;
  /** Turns a compressed photo clockwise; null when that fails. The given bytes are not changed. */
  turn(bytes: ArrayBuffer, quarters: Quarters): Promise<ArrayBuffer | null>;
  /** Makes one PDF of photos of one paper (D87); null when that fails, or when one is no JPEG. */
  join(photos: readonly ArrayBuffer[]): Promise<ArrayBuffer | null>;
  /** Ends the worker. The next photo starts another one. */
  close(): void;
}

interface PhotoClientOptions {
  /** Called with the first photo, and again after a worker was lost. */
  startWorker: () => WorkerLike;
  /** How long the worker may take for one photo, and the page in its place, in milliseconds. */
  timeoutMs?: number;
  /** Compresses in the page, for browsers whose workers cannot decode. */
  compressInPage?: InPage;
  /** Turns a photo in the page, for browsers whose workers cannot draw. */
  turnInPage?: (bytes: ArrayBuffer, quarters: Quarters) => Promise<ArrayBuffer>;
}

/** @param library the address of the library, null when it did not load */
type InPage = (library: string | null, bytes: ArrayBuffer, mediaType: string, maxEdge: number) => Promise<ArrayBuffer>;

/** Advice that comes later is of no use, and the next photo waits for it. */
const MAX_LOOK_MS = 5000;

/** The page's side of the photo worker. Make one for the whole app. */
export function createPhotoClient(options: PhotoClientOptions): PhotoClient {
  const { startWorker, timeoutMs = 30_000, compressInPage = libraryInPage, turnInPage = canvasInPage } = options;
  let crew: Crew<PhotoWorker> | null = null;
  let queue: Promise<unknown> = Promise.resolve();

  const dismiss = () => {
    crew?.leave();
    crew = null;
  };

  /** Null when the worker was lost twice: the system may have killed it once, a second death is blamed on what was asked. */
  async function answered<Answer>(what: (worker: Remote<PhotoWorker>) => Promise<Answer>) {
    for (let attempt = 0; attempt < 2; attempt += 1) {
      crew ??= hire<PhotoWorker>(startWorker);
      const answer = (await crew?.ask(async (worker) => ({ value: await what(worker) }), timeoutMs)) ?? null;
      if (answer) return answer;
      dismiss();
    }
    return null;
  }

  /** One at a time: two pictures that are decoded side by side could be too much for a small phone. */
  function inTurn<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    const turn = queue.then(work);
    queue = turn.catch(() => undefined);
    return turn;
  }

  async function compressOne(photo: SourcePhoto): Promise<PhotoResult> {
    const { maxEdge = photoTarget.maxEdge } = photo;
    const answer = (await answered<WorkerAnswer>((worker) => worker.compress(photo.bytes, maxEdge)))?.value ?? null;
    if (answer === null) return photoFailure('worker-lost');
    if (answer.ok) return finished(photo, verified(answer.value.bytes, maxEdge));
    if (answer.code !== 'not-here') return photoFailure(answer.code);
    // There was no time, such as while the phone slept: nothing is said of the picture, which a later try may decode.
    const encoded = await inTime(
      fromPage(photo.bytes, maxEdge, (...picture) => compressInPage(answer.library, ...picture)),
      timeoutMs,
    );
    return encoded ? finished(photo, encoded.value) : photoFailure('worker-lost');
  }

  return {
    compress: (photo) => inTurn(() => compressOne(photo)),
    look(bytes) {
      const seen = inTurn(async () => {
        crew ??= hire<PhotoWorker>(startWorker);
        return (await crew?.ask((worker) => worker.look(bytes), Math.min(timeoutMs, MAX_LOOK_MS))) ?? null;
      });
      return seen.catch(() => null);
    },
    async turn(bytes, quarters) {
      const done = await inTurn(() => answered((worker) => worker.turn(bytes, quarters)));
      // A worker without a canvas, or a picture that it cannot decode: the page may still succeed.
      const upright =
        done?.value ?? (await inTime(turnInPage(bytes, quarters), timeoutMs).catch(() => null))?.value ?? null;
      return upright && verified(upright, Number.POSITIVE_INFINITY) && upright;
    },
    join: async (photos) => (await inTurn(() => answered((worker) => worker.join(photos))))?.value ?? null,
    close: dismiss,
  };
}

/** Null when it takes longer: the next photo waits for it. */
function inTime<T>(work: Promise<T>, mostMs: number): Promise<{ value: T } | null> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), mostMs);
  });
  return Promise.race([work.then((value) => ({ value })), late]).finally(() => clearTimeout(timer));
}

function finished(photo: SourcePhoto, encoded: Encoded | null): PhotoResult {
  if (!encoded) {
    // A HEIC picture that could not be decoded is probably intact: only Safari decodes HEIC.
    return photoFailure(kindOf(new Uint8Array(photo.bytes)) === 'heic' ? 'unsupported-image' : 'corrupt-image');
  }
  const { bytes, type, width, height } = encoded;
  return ok({ bytes, name: encodedName(photo.name, type), type, width, height, size: bytes.byteLength });
}

async function fromPage(
  bytes: ArrayBuffer,
  maxEdge: number,
  compress: (bytes: ArrayBuffer, mediaType: string, maxEdge: number) => Promise<ArrayBuffer>,
): Promise<Encoded | null> {
  const kind = kindOf(new Uint8Array(bytes));
  try {
    return kind && verified(await compress(bytes, mediaTypes[kind], maxEdge), maxEdge);
  } catch {
    return null;
  }
}

const libraryInPage: InPage = async (address, ...picture) => {
  if (!address) throw new Error('The library of the worker did not load');
  const [{ imageCompression }, { compressWithLibrary }] = await Promise.all([
    import(/* @vite-ignore */ address) as Promise<typeof import('./library.ts')>,
    import('./library-compression.ts'),
  ]);
  return compressWithLibrary(imageCompression, ...picture);
};

async function canvasInPage(bytes: ArrayBuffer, quarters: Quarters): Promise<ArrayBuffer> {
  const { turnedInPage } = await import('./turn-in-page.ts');
  return turnedInPage(bytes, quarters);
}
