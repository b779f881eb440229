import { describe, expect, test } from 'vitest';
import { pictureFacts } from '#photos/dimensions.ts';
import { readExifOrientation } from '#photos/exif.ts';
import { encodedName, fitted, MAX_PIXELS } from '#photos/photo.ts';
import { hasMetadata, verified } from '#photos/verify.ts';
import { exifBlock, heicOf, joined, jpegOf, pngOf, webpOf, withExif } from './pictures.ts';

describe('the facts read from a picture', () => {
  test('[D10] include the size of a JPEG, whichever frame it uses', () => {
    for (const frame of [0xc0, 0xc1, 0xc2]) {
      expect(pictureFacts(jpegOf(4000, 3000, { frame }))).toMatchObject({
        kind: 'jpeg',
        shown: { width: 4000, height: 3000 },
        orientation: 1,
        complete: true,
      });
    }
  });

  test('[D10] swap width and height for orientations 5 to 8 and not for 1 to 4, in both byte orders', () => {
    for (let orientation = 1; orientation <= 8; orientation += 1) {
      for (const little of [true, false]) {
        const facts = pictureFacts(withExif(jpegOf(4000, 3000), exifBlock(orientation, { little, gps: true })));
        const shown = orientation > 4 ? { width: 3000, height: 4000 } : { width: 4000, height: 3000 };
        expect(facts).toMatchObject({ orientation, stored: { width: 4000, height: 3000 }, shown });
      }
    }
  });

  test('[D10] include the orientation of PNG and WebP', () => {
    expect(pictureFacts(pngOf(1200, 900, { exif: exifBlock(6) }))).toMatchObject({
      shown: { width: 900, height: 1200 },
    });
    expect(pictureFacts(webpOf(1200, 900, exifBlock(8)))).toMatchObject({ shown: { width: 900, height: 1200 } });
    expect(pictureFacts(webpOf(16000, 9000))).toMatchObject({ shown: { width: 16000, height: 9000 }, orientation: 1 });
  });

  test('[S4] give the size of the largest picture in a HEIC, not of its tiles', () => {
    const facts = pictureFacts(
      heicOf([
        [512, 512],
        [4032, 3024],
        [320, 240],
      ]),
    );
    expect(facts).toMatchObject({ kind: 'heic', stored: { width: 4032, height: 3024 } });
  });

  test('[F25] tell that a JPEG or PNG was cut off', () => {
    expect(pictureFacts(jpegOf(800, 600, { end: false }))?.complete).toBe(false);
    expect(pictureFacts(pngOf(800, 600, { end: false }))?.complete).toBe(false);
    expect(pictureFacts(pngOf(800, 600))?.complete).toBe(true);
  });

  test('[F25] count a picture as complete when a camera appended something', () => {
    expect(pictureFacts(joined(jpegOf(800, 600), new Uint8Array(500)))?.complete).toBe(true);
  });

  test('[F25] do not take the end of a thumbnail in the headers for the end of the picture', () => {
    const thumbnail = joined(exifBlock(1), jpegOf(160, 120));
    expect(pictureFacts(withExif(jpegOf(800, 600, { end: false }), thumbnail))?.complete).toBe(false);
  });

  test('[S4] are null for anything that is no picture', () => {
    const pdf = new TextEncoder().encode('%PDF-1.7\n1 0 obj');
    for (const bytes of [pdf, new Uint8Array(), new Uint8Array(64), jpegOf(0, 10), jpegOf(10, 10).subarray(0, 26)]) {
      expect(pictureFacts(bytes)).toBeNull();
    }
  });

  test('[S11] are read without an error from headers with wrong bytes or lengths', () => {
    const whole = [
      withExif(jpegOf(40, 30), exifBlock(6)),
      pngOf(40, 30, { exif: exifBlock(6) }),
      webpOf(40, 30, exifBlock(3)),
    ];
    for (const bytes of whole) {
      for (let offset = 0; offset < bytes.length; offset += 1) {
        for (const value of [0, 1, 0x7f, 0xff]) {
          const changed = bytes.slice();
          changed[offset] = value;
          expect(() => pictureFacts(changed)).not.toThrow();
          expect(() => pictureFacts(changed.subarray(0, offset))).not.toThrow();
        }
      }
    }
  });
});

describe('the orientation of EXIF', () => {
  test('is null when it is missing or not from 1 to 8', () => {
    expect(readExifOrientation(exifBlock(9))).toBeNull();
    expect(readExifOrientation(exifBlock(0))).toBeNull();
    expect(readExifOrientation(exifBlock(6).subarray(0, 12))).toBeNull();
    expect(readExifOrientation(new Uint8Array(40))).toBeNull();
  });
});

describe('a compressed photo', () => {
  test('[V9.4][D10] fits inside 800 by 800, keeps its aspect and is never enlarged', () => {
    expect(fitted({ width: 4000, height: 3000 })).toEqual({ width: 800, height: 600 });
    expect(fitted({ width: 3000, height: 4000 })).toEqual({ width: 600, height: 800 });
    expect(fitted({ width: 640, height: 480 })).toEqual({ width: 640, height: 480 });
    expect(fitted({ width: 50000, height: 3 })).toEqual({ width: 800, height: 1 });
  });

  test('[S4] may come from a phone with 108 megapixels, but not from a decompression bomb', () => {
    expect(12000 * 9000).toBeLessThanOrEqual(MAX_PIXELS);
    const bomb = pictureFacts(pngOf(60000, 60000))?.stored;
    expect((bomb?.width ?? 0) * (bomb?.height ?? 0)).toBeGreaterThan(MAX_PIXELS);
  });

  test('is named after its new type', () => {
    expect(encodedName('IMG_0001.HEIC', 'image/jpeg')).toBe('IMG_0001.jpg');
    expect(encodedName('factura.marzo.jpg', 'image/png')).toBe('factura.marzo.png');
    expect(encodedName('.png', 'image/jpeg')).toBe('foto.jpg');
  });
});

describe('a compressed photo that is accepted', () => {
  test('[F25] must be a whole JPEG within the target and without metadata', () => {
    expect(verified(jpegOf(800, 600).slice().buffer as ArrayBuffer)).toMatchObject({ width: 800, height: 600 });
    const refused = [
      jpegOf(801, 600),
      jpegOf(800, 600, { end: false }),
      pngOf(801, 600),
      new Uint8Array(),
      withExif(jpegOf(800, 600), exifBlock(1, { gps: true })),
    ];
    for (const bytes of refused) expect(verified(bytes.slice().buffer as ArrayBuffer)).toBeNull();
  });

  test('[F25] may be a PNG where the browser encodes no JPEG, without text, time or EXIF', () => {
    const buffer = (bytes: Uint8Array) => bytes.slice().buffer as ArrayBuffer;
    expect(verified(buffer(pngOf(800, 600)))).toMatchObject({ width: 800, height: 600, type: 'image/png' });
    for (const name of ['tEXt', 'iTXt', 'zTXt', 'tIME', 'eXIf']) {
      const chunk = Uint8Array.of(0, 0, 0, 1, ...new TextEncoder().encode(name), 65, 0, 0, 0, 0);
      const plain = pngOf(800, 600);
      const told = Uint8Array.of(...plain.subarray(0, 33), ...chunk, ...plain.subarray(33));
      expect(verified(buffer(told)), name).toBeNull();
    }
  });

  test('[F25] has no location data, which counts as metadata', () => {
    expect(hasMetadata(withExif(jpegOf(8, 8), exifBlock(1, { gps: true })))).toBe(true);
    expect(hasMetadata(jpegOf(8, 8))).toBe(false);
  });
});
