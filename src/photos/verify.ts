import { pictureFacts } from './dimensions.ts';
import { type Encoded, photoTarget } from './photo.ts';

/**
 * The encoded picture with its size, when it is a whole JPEG inside the target and carries no metadata; else null. Until
 * this says yes the original is kept (F25), and nothing of where and when a photo was taken leaves the device.
 */
export function verified(bytes: ArrayBuffer): Encoded | null {
  const facts = pictureFacts(new Uint8Array(bytes));
  if (facts?.kind !== 'jpeg' || !facts.complete || facts.orientation !== 1) return null;
  const { width, height } = facts.stored;
  if (Math.max(width, height) > photoTarget.maxEdge || hasMetadata(new Uint8Array(bytes))) return null;
  return { bytes, width, height };
}

/** Whether a JPEG has an application segment besides JFIF, ICC profile and Adobe colour (APP0, APP2, APP14), or a comment. */
export function hasMetadata(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 2; at + 4 <= bytes.length && view.getUint8(at) === 0xff; at += 2 + view.getUint16(at + 2)) {
    const marker = view.getUint8(at + 1);
    if (marker === 0xda) return false;
    if (marker === 0xfe || (marker >= 0xe0 && marker <= 0xef && ![0xe0, 0xe2, 0xee].includes(marker))) return true;
  }
  return false;
}
