import { decodeSmall } from './decode-small.ts';
import type { PictureFacts } from './dimensions.ts';
import { fitted, photoTarget, type Size } from './photo.ts';

/**
 * Lets the browser scale the picture while decoding, which is sharper, smaller and faster than decoding it in full (D10).
 * Throws when this browser cannot do that, returns another size, or cannot decode the picture.
 */
export async function resizeWhileDecoding(
  bytes: ArrayBuffer,
  facts: PictureFacts,
  maxEdge: number = photoTarget.maxEdge,
): Promise<ArrayBuffer> {
  const wanted = fitted(facts.shown, maxEdge);
  const bitmap = (await decodeSmall(bytes, facts, wanted)) ?? (await decodeWhole(bytes, facts, wanted));
  try {
    // A browser that ignores the options or the EXIF orientation returns another shape.
    if (!alike(bitmap, wanted)) throw new Error('decoded into another size than asked for');
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    const pen = canvas.getContext('2d', { alpha: false });
    if (!pen) throw new Error('no drawing context');
    pen.fillStyle = '#fff';
    pen.fillRect(0, 0, canvas.width, canvas.height);
    pen.drawImage(bitmap, 0, 0);
    const blob = await canvas.convertToBlob({ type: photoTarget.type, quality: photoTarget.quality });
    return await blob.arrayBuffer();
  } finally {
    bitmap.close();
  }
}

function decodeWhole(bytes: ArrayBuffer, facts: PictureFacts, wanted: Size): Promise<ImageBitmap> {
  return createImageBitmap(new Blob([bytes]), { ...scaling(facts.shown, wanted), imageOrientation: 'from-image' });
}

/** Only the longer side is requested, so that the shape of the result shows a wrong orientation. */
function scaling(shown: Size, wanted: Size): ImageBitmapOptions {
  if (wanted.width === shown.width && wanted.height === shown.height) return {};
  const resizeQuality = 'medium';
  return shown.width >= shown.height
    ? { resizeWidth: wanted.width, resizeQuality }
    : { resizeHeight: wanted.height, resizeQuality };
}

/** Whether two sizes are equal up to rounding: browsers round the shorter side up or to the nearest. */
function alike(one: Size, other: Size): boolean {
  return Math.abs(one.width - other.width) <= 1 && Math.abs(one.height - other.height) <= 1;
}
