/** Pictures made byte by byte, so that a test knows what is in them. */

/** A TIFF block as phones write it, with an orientation and optionally a GPS directory. */
export function exifBlock(orientation: number, options: { little?: boolean; gps?: boolean } = {}): Uint8Array {
  const { little = true, gps = false } = options;
  const view = new DataView(new ArrayBuffer(gps ? 86 : 26));
  const entry = (offset: number, tag: number, type: number, count: number) => {
    view.setUint16(offset, tag, little);
    view.setUint16(offset + 2, type, little);
    view.setUint32(offset + 4, count, little);
  };
  view.setUint16(0, little ? 0x4949 : 0x4d4d);
  view.setUint16(2, 42, little);
  view.setUint32(4, 8, little);
  view.setUint16(8, gps ? 2 : 1, little);
  entry(10, 0x0112, 3, 1);
  view.setUint16(18, orientation, little);
  if (gps) {
    entry(22, 0x8825, 4, 1);
    view.setUint32(30, 38, little);
    view.setUint16(38, 1, little);
    // GPSLatitude: three rationals, here 0° 10' 48" (Quito).
    entry(40, 2, 5, 3);
    view.setUint32(48, 58, little);
    for (const [index, value] of [0, 1, 10, 1, 48, 1].entries()) view.setUint32(58 + index * 4, value, little);
  }
  return new Uint8Array(view.buffer);
}

/** The JPEG with an EXIF segment after its first two bytes. */
export function withExif(jpeg: Uint8Array, exif: Uint8Array): Uint8Array {
  return joined(jpeg.subarray(0, 2), segment(0xe1, joined(text('Exif\0\0'), exif)), jpeg.subarray(2));
}

/** A JPEG without a decodable picture: frame, scan, some bytes and the end. */
export function jpegOf(width: number, height: number, parts: { frame?: number; end?: boolean } = {}): Uint8Array {
  const { frame = 0xc0, end = true } = parts;
  const frameData = Uint8Array.of(8, height >> 8, height & 255, width >> 8, width & 255, 1, 1, 0x11, 0);
  return joined(
    Uint8Array.of(0xff, 0xd8),
    segment(0xe0, joined(text('JFIF\0'), Uint8Array.of(1, 1, 0, 0, 1, 0, 1, 0, 0))),
    segment(frame, frameData),
    segment(0xda, Uint8Array.of(1, 1, 0, 0, 63, 0)),
    Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8),
    end ? Uint8Array.of(0xff, 0xd9) : new Uint8Array(),
  );
}

/** A PNG with a size and empty picture data. */
export function pngOf(width: number, height: number, parts: { exif?: Uint8Array; end?: boolean } = {}): Uint8Array {
  const header = new DataView(new ArrayBuffer(13));
  header.setUint32(0, width);
  header.setUint32(4, height);
  header.setUint8(8, 8);
  header.setUint8(9, 6);
  return joined(
    Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10),
    chunk('IHDR', new Uint8Array(header.buffer)),
    parts.exif ? chunk('eXIf', parts.exif) : new Uint8Array(),
    chunk('IDAT', new Uint8Array(8)),
    parts.end === false ? new Uint8Array() : chunk('IEND', new Uint8Array()),
  );
}

/** A WebP of the extended form with a size. */
export function webpOf(width: number, height: number, exif?: Uint8Array): Uint8Array {
  const size = (value: number) => [(value - 1) & 255, ((value - 1) >> 8) & 255, ((value - 1) >> 16) & 255];
  const body = joined(
    text('WEBP'),
    riff('VP8X', Uint8Array.of(exif ? 8 : 0, 0, 0, 0, ...size(width), ...size(height))),
    riff('VP8 ', new Uint8Array(10)),
    exif ? riff('EXIF', exif) : new Uint8Array(),
  );
  return riff('RIFF', body);
}

/** A HEIC header with the sizes of its tiles and of the whole. */
export function heicOf(sizes: readonly (readonly [number, number])[]): Uint8Array {
  const boxes = sizes.map(([width, height]) => {
    const box = new DataView(new ArrayBuffer(12));
    box.setUint32(4, width);
    box.setUint32(8, height);
    return chunk('ispe', new Uint8Array(box.buffer));
  });
  const brands = joined(text('heic'), new Uint8Array(4), text('mif1heic'));
  const kind = joined(Uint8Array.of(0, 0, 0, 8 + brands.length), text('ftyp'), brands);
  return joined(kind, ...boxes, new Uint8Array(32));
}

export function joined(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    all.set(part, offset);
    offset += part.length;
  }
  return all;
}

function segment(marker: number, data: Uint8Array): Uint8Array {
  const length = data.length + 2;
  return joined(Uint8Array.of(0xff, marker, length >> 8, length & 255), data);
}

function chunk(type: string, data: Uint8Array): Uint8Array {
  const { length } = data;
  const size = Uint8Array.of(length >>> 24, (length >> 16) & 255, (length >> 8) & 255, length & 255);
  return joined(size, text(type), data, new Uint8Array(4));
}

function riff(type: string, data: Uint8Array): Uint8Array {
  const { length } = data;
  const size = Uint8Array.of(length & 255, (length >> 8) & 255, (length >> 16) & 255, length >>> 24);
  return joined(text(type), size, data, new Uint8Array(length % 2));
}

function text(letters: string): Uint8Array {
  return Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
}
