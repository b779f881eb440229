import { pictureFacts } from './dimensions.ts';
import { type Encoded, photoTarget } from './photo.ts';

/**
 * The encoded picture with its size, if it is a complete JPEG inside the target and without metadata; else null. The
 * original is kept until then (F25). Without metadata, place and time of the photo do not leave the device. A browser that
 * cannot encode JPEG gives PNG (HTML, serialising bitmaps): larger, but within the limits at this size.
 */
export function verified(bytes: ArrayBuffer, maxEdge: number = photoTarget.maxEdge): Encoded | null {
  const facts = pictureFacts(new Uint8Array(bytes));
  if (!facts?.complete || facts.orientation !== 1) return null;
  if (facts.kind !== 'jpeg' && facts.kind !== 'png') return null;
  const { width, height } = facts.stored;
  const telling = facts.kind === 'png' ? hasTellingChunk : hasMetadata;
  if (Math.max(width, height) > maxEdge || telling(new Uint8Array(bytes))) return null;
  return { bytes, width, height, type: facts.kind === 'png' ? 'image/png' : 'image/jpeg' };
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

/** PNG specification, 11.3.4 and 11.3.6: chunks that hold text, EXIF or a time. */
const tellingChunks = ['eXIf', 'iTXt', 'tEXt', 'tIME', 'zTXt'];

function hasTellingChunk(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 8; at + 12 <= bytes.length; at += 12 + view.getUint32(at)) {
    if (tellingChunks.includes(String.fromCharCode(...bytes.subarray(at + 4, at + 8)))) return true;
  }
  return false;
}
