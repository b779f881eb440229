import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type FileKind,
  fileKinds,
  fileProblem,
  isEncryptedPdf,
  kindOf,
  MEGABYTE,
  mediaTypes,
  readKindOf,
  safeFileName,
} from '#rules/files.ts';
import { refundFileLimits } from '#rules/refund-form.ts';

const latin = (text: string, length = text.length) => {
  const bytes = new Uint8Array(Math.max(length, text.length));
  for (let index = 0; index < text.length; index++) bytes[index] = text.charCodeAt(index);
  return bytes;
};

const samples: Record<FileKind, Uint8Array> = {
  pdf: latin('%PDF-1.7\n%âãÏÓ\n1 0 obj\n<< /Type /Catalog >>\nendobj\n%%EOF\n'),
  jpeg: latin('\xff\xd8\xff\xe0\0\x10JFIF\0\x01\x01\0\0\x01\0\x01\0\0\xff\xdb\0\x43\0', 64),
  png: latin('\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x10\0\0\0\x10\x08\x06\0\0\0', 64),
  webp: latin('RIFF\x24\0\0\0WEBPVP8 \x18\0\0\0', 64),
  gif: latin('GIF89a\x10\0\x10\0\x80\0\0', 64),
  heic: latin('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 64),
};
const declared: Record<FileKind, string> = { ...mediaTypes };
const file = (bytes: Uint8Array, type = '', name = 'archivo') => ({ name, type, size: bytes.length, bytes });

describe('the kind of a file', () => {
  for (const kind of fileKinds) {
    test(`[S4][H5.3] a ${kind} is recognized by its first bytes, whatever its name`, () => {
      expect(kindOf(samples[kind])).toBe(kind);
      expect(fileProblem(file(samples[kind], declared[kind], 'virus.exe'), 3 * MEGABYTE)).toBeNull();
      expect(fileProblem(file(samples[kind], ''), 3 * MEGABYTE)).toBeNull();
    });
  }

  const pretenders: Record<string, Uint8Array> = {
    'a Windows program': latin('MZ\x90\0\x03\0\0\0', 512),
    'a Linux program': latin('\x7fELF\x02\x01\x01', 512),
    'an archive': latin('PK\x03\x04\x14\0', 512),
    'a web page': latin('<!DOCTYPE html><script>alert(1)</script>'),
    'an SVG drawing': latin('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
    'plain text': latin('hola, esto no es un documento'),
    'a web page inside a PDF header': latin('%PDF-1.4\n<html><script>alert(1)</script></html>', 2000),
    'a PDF that does not start at its beginning': latin('GIF89a;\n%PDF-1.4\n'),
    'a PDF header behind a word': latin('hola\n%PDF-1.4\n'),
    'a PDF header far behind blanks': latin(`${' '.repeat(65)}%PDF-1.4\n`),
    'two PDF headers': latin('\n%PDF-1.4\n%PDF-1.7\n'),
    'a web page behind blanks and a PDF header': latin('\xef\xbb\xbf\n%PDF-1.4\n<script>alert(1)</script>'),
    'a PDF without a version': latin('%PDF-\n1 0 obj'),
    'a script that starts like a PDF': latin('%PDF-1.4<?php system($_GET[0]); ?>'),
    'a script inside a GIF': latin('GIF89a\x10\0\x10\0<script src=//evil.test></script>'),
    'a GIF of no size': latin('GIF89a\0\0\0\0', 64),
    'a web page in a JPEG comment': latin('\xff\xd8\xff\xfe\0\x20<iframe src=javascript:alert(1)>', 64),
    'a JPEG whose first segment leads nowhere': latin('\xff\xd8\xff\xe0\0\x10JFIF\0\x01\x01', 64),
    'a JPEG that ends before it begins': latin('\xff\xd8\xff\xd9\0\x04\0\0\xff', 64),
    'a JPEG that begins with a restart': latin('\xff\xd8\xff\xd0\0\x04\0\0\xff', 64),
    'a JPEG that begins a second time': latin('\xff\xd8\xff\xd8\0\x04\0\0\xff', 64),
    'a JPEG whose first marker is none': latin('\xff\xd8\xff\xbf\0\x04\0\0\xff', 64),
    'a JPEG with nothing but marks': latin('\xff\xd8\xff\xff\0\x04\0\0\xff', 64),
    'a JPEG of a segment within its own length': latin('\xff\xd8\xff\xe0\0\x01\xff', 64),
    'three bytes of a JPEG': latin('\xff\xd8\xff'),
    'a PNG without a header': latin('\x89PNG\r\n\x1a\n', 64),
    'a PNG of no size': latin('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 64),
    'a RIFF sound': latin('RIFF\x24\0\0\0WAVEfmt ', 64),
    'an MP4 film': latin('\0\0\0\x18ftypisom\0\0\0\0isommp42', 64),
    'a film that names a picture format too': latin('\0\0\0\x18ftypisom\0\0\0\0heicmp42', 64),
    'an AVIF picture': latin('\0\0\0\x18ftypavif\0\0\0\0mif1miaf', 64),
    'an ftyp box longer than the file': latin('\0\0\x01\0ftypheic\0\0\0\0mif1heic', 64),
    'an old Office document': latin('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 512),
    'a TIFF picture': latin('II*\0\x08\0\0\0', 64),
    'one byte': latin('%'),
  };
  for (const [name, bytes] of Object.entries(pretenders)) {
    test(`[S4] ${name} is refused, also under the name and type of a PDF`, () => {
      expect(kindOf(bytes)).toBeNull();
      expect(fileProblem(file(bytes, 'application/pdf', 'factura.pdf'), 3 * MEGABYTE)).toEqual({
        code: 'unsupported-type',
        text: 'Solo se permiten imágenes o archivos PDF',
      });
    });
  }

  test('[H5.3] a PDF with blanks, line ends or a byte order mark before its header is a PDF, as every reader takes it', () => {
    for (const before of ['\n', '\r\n\r\n', '  ', '\xef\xbb\xbf', '\xef\xbb\xbf\r\n']) {
      const bytes = latin(`${before}%PDF-1.4\n1 0 obj`);
      expect(kindOf(bytes), JSON.stringify(before)).toBe('pdf');
      expect(fileProblem(file(bytes, 'application/pdf', 'factura.pdf'), 3 * MEGABYTE)).toBeNull();
    }
  });

  test('[H5.3] an encrypted PDF is told from one that only speaks of encryption', () => {
    const trailer = (more: string) => latin(`%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<< /Size 3 ${more} >>\n%%EOF\n`);
    for (const locked of ['/Encrypt 12 0 R', '/Encrypt<</Filter/Standard>>', '/ID[]/Encrypt\n7 0 R'])
      expect(isEncryptedPdf(trailer(locked)), locked).toBe(true);
    for (const open of ['', '/EncryptMetadata true', '/Title (Encrypt 1 0 R)'])
      expect(isEncryptedPdf(trailer(open)), open).toBe(false);
    expect(isEncryptedPdf(samples.jpeg)).toBe(false);
    // The trailer of a large file is far from its beginning.
    const long = new Uint8Array(300_000);
    long.set(trailer(''), 0);
    long.set(latin('/Encrypt 12 0 R'), 262_140);
    expect(isEncryptedPdf(long)).toBe(true);
  });

  test('[S4] a photo with XMP metadata is not taken for a web page', () => {
    const xmp = '\xff\xd8\xff\xe1\0\x40http://ns.adobe.com/xap/1.0/\0<?xpacket begin=""?><x:xmpmeta xmlns:x="adobe">';
    expect(kindOf(latin(`${xmp.slice(0, 68)}\xff\xdb\0\x43`, 256))).toBe('jpeg');
  });

  test('[S4] random bytes are never taken for a document and cause no exception', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
        expect(kindOf(bytes)).toBeNull();
      }),
    );
  });

  test('[S4] a shortened document or a changed first byte causes no exception', () => {
    for (const bytes of Object.values(samples)) {
      for (let length = 0; length < bytes.length; length++) kindOf(bytes.subarray(0, length));
      const changed = bytes.slice();
      changed[0] = (changed[0] ?? 0) ^ 0x55;
      expect(kindOf(changed)).toBeNull();
    }
  });

  test('[S4] a declared type that differs from the bytes is refused', () => {
    const text = 'Solo se permiten imágenes o archivos PDF';
    for (const type of ['text/html', 'image/svg+xml', 'application/zip']) {
      expect(fileProblem(file(samples.pdf, type), MEGABYTE), type).toEqual({ code: 'unsupported-type', text });
    }
    expect(fileProblem(file(samples.png, 'application/pdf'), MEGABYTE)).toEqual({
      code: 'unsupported-type',
      text: 'El archivo dice ser PDF y es una imagen. Ponle la extensión .png o adjunta otro',
    });
    expect(fileProblem(file(samples.pdf, 'image/jpeg'), MEGABYTE)).toEqual({
      code: 'unsupported-type',
      text: 'El archivo dice ser una imagen y es un PDF. Ponle la extensión .pdf o adjunta otro',
    });
    // A field for photos alone names what it takes, and no PDF.
    expect(fileProblem(file(samples.pdf, 'image/jpeg'), MEGABYTE, ['jpeg', 'png'])?.text).toBe(
      'Solo se permiten archivos JPG o PNG',
    );
    expect(fileProblem(file(samples.jpeg, 'IMAGE/PNG; x=1'), MEGABYTE)).toBeNull();
    expect(fileProblem(file(samples.pdf, 'application/octet-stream'), MEGABYTE)).toBeNull();
  });
});

describe('a file that is only read', () => {
  const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>';
  const wide = (text: string) => latin(`\xff\xfe${[...text].map((one) => `${one}\0`).join('')}`);

  test('[S4][S27] is an XML or a zip by its first bytes, and no paper of a request', () => {
    const texts = [`${DECLARATION}<factura/>`, '\xef\xbb\xbf<FacturaElectronica/>', '\r\n<dte:GTDocumento/>'];
    for (const bytes of [...texts.map((text) => latin(text)), wide('<ECF/>')]) expect(readKindOf(bytes)).toBe('xml');
    expect(readKindOf(latin('PK\x03\x04\x14\0'))).toBe('zip');
    for (const text of [texts[0] ?? '', 'PK\x03\x04']) expect(kindOf(latin(text))).toBeNull();
  });

  test('[S4][S27] is neither a picture, a web page nor another text', () => {
    const others = [
      `${DECLARATION}<svg/>`,
      `${DECLARATION}<!DOCTYPE html><html/>`,
      '<script>',
      '{"a":1}',
      '<',
      '',
      'PK',
    ];
    for (const text of others) expect(readKindOf(latin(text)), text).toBeNull();
    expect(readKindOf(wide('<svg/>'))).toBeNull();
    for (const kind of fileKinds) expect(readKindOf(samples[kind]), kind).toBeNull();
  });
});

describe('the size of a file', () => {
  const ofSize = (bytes: number) => ({ name: 'f.pdf', type: 'application/pdf', size: bytes, bytes: samples.pdf });

  test('[H5.3][H9.2][D43] an invoice must be smaller than 3 MB', () => {
    const limit = refundFileLimits.documentoFactura;
    expect(fileProblem(ofSize(3 * 1024 * 1024 - 1), limit)).toBeNull();
    for (const size of [3 * 1024 * 1024, 3 * 1024 * 1024 + 1]) {
      expect(fileProblem(ofSize(size), limit)).toEqual({
        code: 'too-large',
        text: 'El tamaño del documento no puede ser mayor a 3MB',
      });
    }
  });

  test('[H5.3][H9.2][D43] clinical history, police report and an added document must be smaller than 6 MB', () => {
    for (const limit of [
      refundFileLimits.documentoHistoriaClinica,
      refundFileLimits.reportePolicial,
      refundFileLimits.documento,
    ]) {
      expect(fileProblem(ofSize(6 * 1024 * 1024 - 1), limit)).toBeNull();
      expect(fileProblem(ofSize(6 * 1024 * 1024), limit)).toEqual({
        code: 'too-large',
        text: 'El tamaño del documento no puede ser mayor a 6MB',
      });
    }
  });

  test('[S4] the bytes count, even if the declared size is smaller', () => {
    const bytes = new Uint8Array(3 * MEGABYTE);
    bytes.set(samples.pdf);
    expect(fileProblem({ name: 'f', type: '', size: 10, bytes }, 3 * MEGABYTE)?.code).toBe('too-large');
  });

  test('[S4] an empty file is refused in plain words', () => {
    const problem = { code: 'empty', text: 'El archivo está vacío. Elígelo otra vez o adjunta otro' };
    expect(fileProblem(file(new Uint8Array(0), 'application/pdf'), MEGABYTE)).toEqual(problem);
    expect(fileProblem({ ...file(new Uint8Array(0)), size: 400 }, MEGABYTE)).toEqual(problem);
  });

  test('[H5.4] a document added later must be a PDF, JPG or PNG', () => {
    const accepted = ['pdf', 'jpeg', 'png'] as const;
    for (const kind of fileKinds) {
      const problem = fileProblem(file(samples[kind]), MEGABYTE, accepted);
      if (accepted.some((one) => one === kind)) expect(problem).toBeNull();
      else expect(problem?.text).toBe('Solo se permiten archivos PDF, JPG o PNG');
    }
  });
});

describe('the name of a downloaded file', () => {
  test('[S4] a file name keeps what a person wrote and gets the right extension', () => {
    expect(safeFileName('Factura clínica ñ.pdf', 'pdf')).toBe('Factura clínica ñ.pdf');
    expect(safeFileName('IMG_2041.HEIC', 'jpeg')).toBe('IMG_2041.jpg');
    expect(safeFileName('informe v1.2', 'pdf')).toBe('informe v1 2.pdf');
  });

  const hostile: [string, string][] = [
    ['../../etc/passwd', 'passwd.pdf'],
    ['C:\\Windows\\system32\\calc.exe', 'calc exe.pdf'],
    ['factura\u202Efdp.exe', 'facturafdp exe.pdf'],
    ['a\r\nContent-Type: text/html', 'html.pdf'],
    ['"; filename="x.html', 'filename=x html.pdf'],
    ['....', 'documento.pdf'],
    ['', 'documento.pdf'],
    ['CON.pdf', 'documento.pdf'],
    ['lpt1', 'documento.pdf'],
    ['\0\u0007.pdf', 'documento.pdf'],
  ];
  for (const [name, safe] of hostile) {
    test(`[S4] ${JSON.stringify(name)} becomes harmless`, () => expect(safeFileName(name, 'pdf')).toBe(safe));
  }

  test('[S4] any name becomes short, without path, control or direction characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (name) => {
        const safe = safeFileName(name, 'png');
        expect(safe).toMatch(/^[^/\\<>:"|?*;%.\p{Cc}\p{Cf}\p{Cs}]+\.png$/u);
        expect(Array.from(safe).length).toBeLessThanOrEqual(84);
        expect(safe.trim()).toBe(safe);
      }),
    );
  });
});
