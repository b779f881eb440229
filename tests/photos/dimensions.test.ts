import { describe, expect, test } from 'vitest';
import { pictureFacts } from '#photos/dimensions.ts';
import { readExifOrientation } from '#photos/exif.ts';
import { encodedName, fitted, MAX_PIXELS } from '#photos/photo.ts';
import { hasMetadata, verified } from '#photos/verify.ts';
import { exifBlock, heicOf, joined, jpegOf, pngOf, webpOf, withExif } from './pictures.ts';

describe('what a picture says of itself', () => {
  test('[D10] a JPEG tells its size, whichever frame it uses', () => {
    for (const frame of [0xc0, 0xc1, 0xc2]) {
      expect(pictureFacts(jpegOf(4000, 3000, { frame }))).toMatchObject({
        kind: 'jpeg',
        shown: { width: 4000, height: 3000 },
        orientation: 1,
        complete: true,
      });
    }
  });

  test('[D10] orientations 5 to 8 swap width and height, 1 to 4 do not, in both byte orders', () => {
    for (let orientation = 1; orientation <= 8; orientation += 1) {
      for (const little of [true, false]) {
        const facts = pictureFacts(withExif(jpegOf(4000, 3000), exifBlock(orientation, { little, gps: true })));
        const shown = orientation > 4 ? { width: 3000, height: 4000 } : { width: 4000, height: 3000 };
        expect(facts).toMatchObject({ orientation, stored: { width: 4000, height: 3000 }, shown });
      }
    }
  });

  test('[D10] PNG and WebP carry an orientation too', () => {
    expect(pictureFacts(pngOf(1200, 900, { exif: exifBlock(6) }))).toMatchObject({
      shown: { width: 900, height: 1200 },
    });
    expect(pictureFacts(webpOf(1200, 900, exifBlock(8)))).toMatchObject({ shown: { width: 900, height: 1200 } });
    expect(pictureFacts(webpOf(16000, 9000))).toMatchObject({ shown: { width: 16000, height: 9000 }, orientation: 1 });
  });

  test('[S4] the largest picture inside a HEIC counts, not its tiles', () => {
    const facts = pictureFacts(
      heicOf([
        [512, 512],
        [4032, 3024],
        [320, 240],
      ]),
    );
    expect(facts).toMatchObject({ kind: 'heic', stored: { width: 4032, height: 3024 } });
  });

  test('[F25] a JPEG or PNG that was cut off is not complete', () => {
    expect(pictureFacts(jpegOf(800, 600, { end: false }))?.complete).toBe(false);
    expect(pictureFacts(pngOf(800, 600, { end: false }))?.complete).toBe(false);
    expect(pictureFacts(pngOf(800, 600))?.complete).toBe(true);
  });

  test('[F25] what a camera appends behind the picture does not make it incomplete', () => {
    expect(pictureFacts(joined(jpegOf(800, 600), new Uint8Array(500)))?.complete).toBe(true);
  });

  test('[F25] the end of a thumbnail inside the headers is not the end of the picture', () => {
    const thumbnail = joined(exifBlock(1), jpegOf(160, 120));
    expect(pictureFacts(withExif(jpegOf(800, 600, { end: false }), thumbnail))?.complete).toBe(false);
  });

  test('[S4] anything else is no picture', () => {
    const pdf = new TextEncoder().encode('%PDF-1.7\n1 0 obj');
    for (const bytes of [pdf, new Uint8Array(), new Uint8Array(64), jpegOf(0, 10), jpegOf(10, 10).subarray(0, 26)]) {
      expect(pictureFacts(bytes)).toBeNull();
    }
  });

  test('[S11] headers that lie about their lengths end the reading, whatever they say', () => {
    const whole = [
      withExif(jpegOf(40, 30), exifBlock(6)),
      pngOf(40, 30, { exif: exifBlock(6) }),
      webpOf(40, 30, exifBlock(3)),
    ];
    for (const bytes of whole) {
      for (let at = 0; at < bytes.length; at += 1) {
        for (const value of [0, 1, 0x7f, 0xff]) {
          const changed = bytes.slice();
          changed[at] = value;
          expect(() => pictureFacts(changed)).not.toThrow();
          expect(() => pictureFacts(changed.subarray(0, at))).not.toThrow();
        }
      }
    }
  });
});

describe('EXIF', () => {
  test('an orientation outside of 1 to 8, or none, is not given', () => {
    expect(readExifOrientation(exifBlock(9))).toBeNull();
    expect(readExifOrientation(exifBlock(0))).toBeNull();
    expect(readExifOrientation(exifBlock(6).subarray(0, 12))).toBeNull();
    expect(readExifOrientation(new Uint8Array(40))).toBeNull();
  });
});

describe('the size it becomes', () => {
  test('[V9.4][D10] fits inside 800 by 800, keeps its aspect and is never enlarged', () => {
    expect(fitted({ width: 4000, height: 3000 })).toEqual({ width: 800, height: 600 });
    expect(fitted({ width: 3000, height: 4000 })).toEqual({ width: 600, height: 800 });
    expect(fitted({ width: 640, height: 480 })).toEqual({ width: 640, height: 480 });
    expect(fitted({ width: 50000, height: 3 })).toEqual({ width: 800, height: 1 });
  });

  test('[S4] a phone with 108 megapixels passes, a bomb does not', () => {
    expect(12000 * 9000).toBeLessThanOrEqual(MAX_PIXELS);
    const bomb = pictureFacts(pngOf(60000, 60000))?.stored;
    expect((bomb?.width ?? 0) * (bomb?.height ?? 0)).toBeGreaterThan(MAX_PIXELS);
  });

  test('the name says what the file has become', () => {
    expect(encodedName('IMG_0001.HEIC', 'image/jpeg')).toBe('IMG_0001.jpg');
    expect(encodedName('factura.marzo.jpg', 'image/png')).toBe('factura.marzo.png');
    expect(encodedName('.png', 'image/jpeg')).toBe('foto.jpg');
  });
});

describe('what is handed on', () => {
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

  test('[F25] a browser that encodes no JPEG hands on a PNG, and that without text, time or place', () => {
    const buffer = (bytes: Uint8Array) => bytes.slice().buffer as ArrayBuffer;
    expect(verified(buffer(pngOf(800, 600)))).toMatchObject({ width: 800, height: 600, type: 'image/png' });
    for (const name of ['tEXt', 'iTXt', 'zTXt', 'tIME', 'eXIf']) {
      const chunk = Uint8Array.of(0, 0, 0, 1, ...new TextEncoder().encode(name), 65, 0, 0, 0, 0);
      const plain = pngOf(800, 600);
      const told = Uint8Array.of(...plain.subarray(0, 33), ...chunk, ...plain.subarray(33));
      expect(verified(buffer(told)), name).toBeNull();
    }
  });

  test('[F25] location data is metadata, a colour profile is not', () => {
    expect(hasMetadata(withExif(jpegOf(8, 8), exifBlock(1, { gps: true })))).toBe(true);
    expect(hasMetadata(jpegOf(8, 8))).toBe(false);
  });
});
