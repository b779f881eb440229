import '#shims/older-browsers.ts';
import { expose, transfer } from 'comlink';
import { ok } from '#contract/result.ts';
import { kindOf, mediaTypes } from '#rules/files.ts';
import { pictureFacts } from './dimensions.ts';
import { compressWithLibrary } from './library-compression.ts';
import { type Look, lookOf } from './look.ts';
import { paperOf } from './paper.ts';
import { type Encoded, MAX_PIXELS } from './photo.ts';
import { resizeWhileDecoding } from './resize-while-decoding.ts';
import { scanReads } from './scan.ts';
import { type Quarters, turned } from './turn.ts';
import { verified } from './verify.ts';
import type { PhotoWorker, WorkerAnswer } from './worker-contract.ts';

/** Only Chromium has `userAgentData`, and its decoders refuse noise themselves. */
const refusesNoise = 'userAgentData' in navigator;

/** Compresses one picture: resized while decoding where the browser can, else with the library. */
async function compress(bytes: ArrayBuffer, maxEdge: number): Promise<WorkerAnswer> {
  const facts = pictureFacts(new Uint8Array(bytes));
  if (!facts) return { ok: false, code: isPicture(bytes) ? 'corrupt-image' : 'unsupported-image' };
  if (facts.stored.width * facts.stored.height > MAX_PIXELS) return { ok: false, code: 'too-many-pixels' };
  if (!facts.complete) return { ok: false, code: 'corrupt-image' };
  if (facts.kind === 'jpeg' && !refusesNoise && !scanReads(new Uint8Array(bytes)))
    return { ok: false, code: 'corrupt-image' };

  // A HEIC picture's oriented size is not known, so it cannot be resized while decoding.
  const first = facts.kind === 'heic' ? null : await attempt(maxEdge, () => resizeWhileDecoding(bytes, facts, maxEdge));
  if (first) return handOver(first);

  let library: string | null = null;
  const second = await attempt(maxEdge, async () => {
    const { imageCompression, libraryAddress } = await import('./library.ts');
    library = libraryAddress;
    return compressWithLibrary(imageCompression, bytes, mediaTypes[facts.kind], maxEdge);
  });
  // The library decodes through createImageBitmap, else through an <img>. A worker has no <img>, so the page may still
  // succeed.
  return second ? handOver(second) : { ok: false, code: 'not-here', library };
}

/** The step's verified result; null when it failed in any way. */
async function attempt(maxEdge: number, step: () => Promise<ArrayBuffer>): Promise<Encoded | null> {
  try {
    return verified(await step(), maxEdge);
  } catch {
    return null;
  }
}

function isPicture(bytes: ArrayBuffer): boolean {
  const kind = kindOf(new Uint8Array(bytes));
  return kind !== null && kind !== 'pdf';
}

function handOver(encoded: Encoded): WorkerAnswer {
  return transfer(ok(encoded), [encoded.bytes]);
}

/** Measures how readable a compressed picture is. */
async function look(bytes: ArrayBuffer): Promise<Look | null> {
  try {
    const bitmap = await createImageBitmap(new Blob([bytes]));
    const { width, height } = bitmap;
    const pen = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
    pen?.drawImage(bitmap, 0, 0);
    bitmap.close();
    return pen && lookOf(pen.getImageData(0, 0, width, height).data, { width, height });
  } catch {
    return null;
  }
}

async function turn(bytes: ArrayBuffer, quarters: Quarters): Promise<ArrayBuffer | null> {
  try {
    const upright = await turned(bytes, quarters, (width, height) => {
      const canvas = new OffscreenCanvas(width, height);
      const encoded = (type: string, quality: number) => canvas.convertToBlob({ type, quality });
      return { pen: canvas.getContext('2d', { alpha: false }), encoded };
    });
    return transfer(upright, [upright]);
  } catch {
    return null;
  }
}

async function join(photos: readonly ArrayBuffer[]): Promise<ArrayBuffer | null> {
  const paper = paperOf(photos);
  return paper && transfer(paper, [paper]);
}

expose({ compress, look, turn, join } satisfies PhotoWorker);
