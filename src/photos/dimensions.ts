import { type FileKind, kindOf } from '#rules/files.ts';
import { readExifOrientation } from './exif.ts';
import type { Size } from './photo.ts';

export interface PictureFacts {
  kind: Exclude<FileKind, 'pdf'>;
  /** As stored, before the orientation is applied. */
  stored: Size;
  /** After the orientation is applied. */
  shown: Size;
  /** EXIF orientation, 1 to 8 (Exif 2.32, 4.6.4, tag 274). */
  orientation: number;
  /** Whether the end of the picture is present. A cut-off picture decodes into a half grey page. */
  complete: boolean;
  /** Components of each pixel; of a JPEG only. */
  channels?: number;
}

/**
 * Size and orientation of a picture, from its headers alone. The worker must know the oriented size before it decodes, and must
 * not decode what would not fit into memory.
 *
 * @returns null when the bytes are no picture of a known kind or its headers cannot be read
 */
export function pictureFacts(bytes: Uint8Array): PictureFacts | null {
  const kind = kindOf(bytes);
  if (kind === null || kind === 'pdf') return null;
  const header = readers[kind](new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), bytes);
  if (!header || header.width < 1 || header.height < 1) return null;
  const { width, height, orientation, complete, channels } = header;
  // Orientations 5 to 8 swap width and height.
  const shown = orientation > 4 ? { width: height, height: width } : { width, height };
  return { kind, stored: { width, height }, shown, orientation, complete, ...(channels && { channels }) };
}

/** Whether the decoded shape shows if the EXIF orientation was applied: true for upright pictures and quarter turns. */
export function tellable({ orientation, stored }: PictureFacts): boolean {
  return orientation === 1 || ((orientation === 6 || orientation === 8) && stored.width !== stored.height);
}

interface Header extends Size {
  orientation: number;
  complete: boolean;
  channels?: number;
}

type Reader = (view: DataView, bytes: Uint8Array) => Header | null;

/** ITU T.81, B.1.1.3 and B.2.2: segments up to the start of scan; a frame header is SOF0 to SOF15 without DHT, JPG, DAC. */
const readJpeg: Reader = (view, bytes) => {
  let size: (Size & { channels: number }) | null = null;
  let orientation = 1;
  let at = 2;
  while (at + 4 <= bytes.length) {
    if (bytes[at] !== 0xff) return null;
    const marker = view.getUint8(at + 1);
    // Fill bytes and markers without a length.
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)) {
      at += 2;
      continue;
    }
    if (marker === 0xd9) return null;
    const length = view.getUint16(at + 2);
    if (marker === 0xda) return size && { ...size, orientation, complete: endsAfter(bytes, at + 2 + length) };
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) {
      if (at + 10 > bytes.length) return null;
      size = { height: view.getUint16(at + 5), width: view.getUint16(at + 7), channels: view.getUint8(at + 9) };
    }
    if (marker === 0xe1 && ascii(bytes, at + 4, 6) === 'Exif\0\0') {
      orientation = readExifOrientation(bytes.subarray(at + 10, at + 2 + length)) ?? orientation;
    }
    at += 2 + length;
  }
  return null;
};

/** PNG specification, 11.2.1 and 11.3.4.3 (eXIf); each chunk is length, type, data and checksum. */
const readPng: Reader = (view, bytes) => {
  let orientation = 1;
  let complete = false;
  for (let at = 8; at + 12 <= bytes.length; ) {
    const length = view.getUint32(at);
    const type = ascii(bytes, at + 4, 4);
    if (type === 'eXIf') orientation = readExifOrientation(bytes.subarray(at + 8, at + 8 + length)) ?? orientation;
    if (type === 'IEND') complete = true;
    at += 12 + length;
  }
  return { width: view.getUint32(16), height: view.getUint32(20), orientation, complete };
};

/** RFC 9649, 2.5 to 2.7. */
const readWebp: Reader = (view, bytes) => {
  const complete = view.getUint32(4, true) + 8 <= bytes.length + 1;
  const form = ascii(bytes, 12, 4);
  if (bytes.length < 30) return null;
  if (form === 'VP8X') {
    const size = { width: 1 + uint24(bytes, 24), height: 1 + uint24(bytes, 27) };
    return { ...size, orientation: webpOrientation(view, bytes), complete };
  }
  if (form === 'VP8L') {
    const bits = view.getUint32(21, true);
    return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff), orientation: 1, complete };
  }
  const width = view.getUint16(26, true) & 0x3fff;
  return { width, height: view.getUint16(28, true) & 0x3fff, orientation: 1, complete };
};

function webpOrientation(view: DataView, bytes: Uint8Array): number {
  for (let at = 12; at + 8 <= bytes.length; ) {
    const length = view.getUint32(at + 4, true);
    if (ascii(bytes, at, 4) === 'EXIF') {
      const data = bytes.subarray(at + 8, at + 8 + length);
      return readExifOrientation(ascii(data, 0, 6) === 'Exif\0\0' ? data.subarray(6) : data) ?? 1;
    }
    at += 8 + length + (length % 2);
  }
  return 1;
}

/** GIF89a specification, 18: the logical screen. */
const readGif: Reader = (view, bytes) =>
  bytes.length < 13
    ? null
    : { width: view.getUint16(6, true), height: view.getUint16(8, true), orientation: 1, complete: true };

/**
 * ISO/IEC 23008-12, 6.5.3: an 'ispe' box tells the size of an item; the whole picture is the largest. Its rotation ('irot')
 * is not read: the size here only guards the memory, a HEIC picture is never resized by these numbers.
 */
const readHeic: Reader = (view, bytes) => {
  let size: Size | null = null;
  const end = Math.min(bytes.length - 16, 256 * 1024);
  for (let at = 0; at < end; at += 1) {
    if (bytes[at] !== 0x69 || ascii(bytes, at, 4) !== 'ispe') continue;
    const found = { width: view.getUint32(at + 8), height: view.getUint32(at + 12) };
    if (!size || found.width * found.height > size.width * size.height) size = found;
  }
  return size && { ...size, orientation: 1, complete: true };
};

const readers: Record<PictureFacts['kind'], Reader> = {
  jpeg: readJpeg,
  png: readPng,
  webp: readWebp,
  gif: readGif,
  heic: readHeic,
};

/** Whether an end-of-image marker follows the scan. Cameras append data after it, so it need not be at the end. */
function endsAfter(bytes: Uint8Array, start: number): boolean {
  for (let at = bytes.length - 2; at >= start; at -= 1) {
    if (bytes[at] === 0xff && bytes[at + 1] === 0xd9) return true;
  }
  return false;
}

function ascii(bytes: Uint8Array, at: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + length));
}

function uint24(bytes: Uint8Array, at: number): number {
  const [low = 0, middle = 0, high = 0] = bytes.subarray(at, at + 3);
  return low + middle * 0x100 + high * 0x10000;
}
