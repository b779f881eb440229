import '#shims/older-browsers.ts';
import { expose } from 'comlink';
import wasmAddress from 'zxing-wasm/reader/zxing_reader.wasm?url';
import { readCodes, sayEnough } from '#invoices/read-invoice.ts';
import { type FoundCode, findCodes, prepareCodeReader } from '#photos/codes.ts';
import { decodeSmall } from '#photos/decode-small.ts';
import { type PictureFacts, pictureFacts } from '#photos/dimensions.ts';
import { type Grey, greyOf, type Pixels, pixelsOf, shrunk } from '#photos/grey.ts';
import { fitted, MAX_PIXELS } from '#photos/photo.ts';
import { shownPlace } from '#photos/place.ts';
import { lumaOf } from './luma.ts';
import { readFile } from './read-file.ts';
import { searchPhoto, WHOLE_EDGE } from './search.ts';
import type { PaperWorker, PhotoCode } from './worker-contract.ts';

/** This script alone may compile WebAssembly: the server says so in its answer. */
let reader: Promise<void> | null = null;

async function bringReader(): Promise<void> {
  const answer = await fetch(wasmAddress);
  if (!answer.ok) throw new Error(`the reader of codes answered ${answer.status}`);
  prepareCodeReader(await answer.arrayBuffer());
}

async function codes(photo: ArrayBuffer): Promise<PhotoCode[] | null> {
  const facts = pictureFacts(new Uint8Array(photo));
  if (!facts || facts.stored.width * facts.stored.height > MAX_PIXELS) return [];
  const edge = Math.max(facts.stored.width, facts.stored.height);
  // A photo with room for all its pixels is decoded once.
  let luma: Promise<Grey | null> | null = edge > WHOLE_EDGE ? Promise.resolve(null) : null;
  const found = await searched(() =>
    searchPhoto({
      edge,
      grey: async (maxEdge) => {
        luma ??= lumaOf(photo, facts).catch(() => null);
        const whole = await luma;
        return whole ? shrunk(whole, maxEdge) : shownGrey(photo, facts, maxEdge);
      },
      find: (picture, way) => findCodes(pixelsOf(picture), [way]),
      isEnough: (found) => sayEnough(found.map(({ text }) => text)),
      steady: () => performance.now(),
    }),
  );
  const whole = await luma;
  return found?.map(({ text, place }) => ({ text, place: place && shownPlace(place, facts, whole) })) ?? null;
}

/** The next picture comes at once, so none is searched in a second way. */
async function frame(picture: ImageBitmap): Promise<string[] | null> {
  const found = await searched(() => findCodes(drawn(picture), ['plain']));
  return found?.map(({ text }) => text) ?? null;
}

async function searched(search: () => Promise<FoundCode[]>): Promise<FoundCode[] | null> {
  try {
    reader ??= bringReader();
    await reader;
    return await search();
  } catch {
    // Not here without a connection, or not for this browser. The next photo asks again.
    reader = null;
    return null;
  }
}

async function shownGrey(photo: ArrayBuffer, facts: PictureFacts, maxEdge: number): Promise<Grey> {
  const wanted = fitted(facts.shown, maxEdge);
  const { width } = wanted;
  return greyOf(
    drawn(
      (await decodeSmall(photo, facts, wanted)) ??
        (await createImageBitmap(new Blob([photo]), { resizeWidth: width, resizeQuality: 'medium' })),
    ),
  );
}

function drawn(bitmap: ImageBitmap): Pixels {
  try {
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    const pen = canvas.getContext('2d', { alpha: false, willReadFrequently: true });
    if (!pen) throw new Error('no drawing context');
    pen.drawImage(bitmap, 0, 0);
    return pen.getImageData(0, 0, bitmap.width, bitmap.height);
  } finally {
    bitmap.close();
  }
}

expose({
  codes,
  frame,
  said: async (texts, now) => readCodes(texts, { now }),
  xml: async (file, now) => readFile(new Uint8Array(file), now),
} satisfies PaperWorker);
