import { type Quarters, turned } from './turn.ts';

/** Turns a photo in the page, for workers that have no canvas. Throws when it cannot be decoded. */
export const turnedInPage = (bytes: ArrayBuffer, quarters: Quarters): Promise<ArrayBuffer> =>
  turned(bytes, quarters, (width, height) => {
    const canvas = Object.assign(document.createElement('canvas'), { width, height });
    return {
      pen: canvas.getContext('2d', { alpha: false }),
      encoded: (type, quality) => new Promise((resolve) => canvas.toBlob(resolve, type, quality)),
    };
  });
