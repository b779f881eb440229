import type { PictureFacts } from '#photos/dimensions.ts';
import type { Grey } from '#photos/grey.ts';

/** Formats whose first plane is the brightness of each pixel. */
const LUMA_FIRST: readonly (string | null)[] = ['I420', 'I422', 'I444', 'NV12'];

/**
 * The brightness of a JPEG's own pixels. A JPEG stores it apart from the colours, so reading it takes half of the time of a
 * picture. Throws when the picture cannot be decoded.
 *
 * @returns null when this browser or this picture does not give it
 */
export async function lumaOf(bytes: ArrayBuffer, { kind }: PictureFacts): Promise<Grey | null> {
  if (kind !== 'jpeg' || typeof ImageDecoder === 'undefined') return null;
  const decoder = new ImageDecoder({ data: bytes, type: 'image/jpeg' });
  try {
    const { image } = await decoder.decode({ completeFramesOnly: true });
    try {
      const shown = image.visibleRect;
      if (!shown || !LUMA_FIRST.includes(image.format)) return null;
      const planes = new Uint8Array(image.allocationSize());
      const [luma] = await image.copyTo(planes);
      const { width, height } = shown;
      if (luma?.stride !== width) return null;
      return { data: planes.subarray(luma.offset, luma.offset + width * height), width, height };
    } finally {
      image.close();
    }
  } finally {
    decoder.close();
  }
}
