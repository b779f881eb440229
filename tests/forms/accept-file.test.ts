import { expect, test } from 'vitest';
import { acceptFile } from '#forms/accept-file.ts';
import { heicOf, joined, jpegOf } from '#tests/photos/pictures.ts';
import { compressesTo, MB, pdf, pdfBytes, photo, photosThat, picked, refuses } from './files.ts';

const never = photosThat(() => {
  throw new Error('a file that is no photo must not be compressed');
});
const text = async (taken: ReturnType<typeof acceptFile>) => {
  const result = await taken;
  return result.ok ? 'taken' : result.problem.text;
};

test('[D10] a PDF is taken byte for byte', async () => {
  const taken = await acceptFile(pdf(5000), { photos: never, limit: 3 * MB });
  expect(taken).toMatchObject({ ok: true, value: { name: 'historia.pdf', type: 'application/pdf', size: 5000 } });
  expect(taken.ok && new Uint8Array(taken.value.bytes)).toEqual(pdfBytes(5000));
});

test('[H5.3][D43] a PDF must be smaller than the limit', async () => {
  for (const [limit, message] of [
    [3, 'El tamaño del documento no puede ser mayor a 3MB'],
    [6, 'El tamaño del documento no puede ser mayor a 6MB'],
  ] as const) {
    expect(await text(acceptFile(pdf(limit * MB), { photos: never, limit: limit * MB }))).toBe(message);
    expect(await text(acceptFile(pdf(limit * MB - 1), { photos: never, limit: limit * MB }))).toBe('taken');
  }
});

test('[D43] a photo is compressed before it is measured', async () => {
  const large = picked(joined(jpegOf(4000, 3000), new Uint8Array(5 * MB)), 'foto.jpg', 'image/jpeg');
  expect(await acceptFile(large, { photos: compressesTo(40_000), limit: 3 * MB })).toMatchObject({
    ok: true,
    value: { name: 'foto.jpg', type: 'image/jpeg', size: 40_000 },
  });
  expect(await text(acceptFile(photo(), { photos: compressesTo(3 * MB), limit: 3 * MB }))).toBe(
    'El tamaño del documento no puede ser mayor a 3MB',
  );
});

test('[D10] compression is announced for a photo, but not for a PDF', async () => {
  const said: string[] = [];
  const onCompress = () => said.push('compressing');
  await acceptFile(pdf(), { photos: never, limit: 3 * MB, onCompress });
  expect(said).toEqual([]);
  await acceptFile(photo(), { photos: compressesTo(9000), limit: 3 * MB, onCompress });
  expect(said).toEqual(['compressing']);
});

test('[D10] a picture of a kind that nobody here can read is told as that, and not as no picture', async () => {
  const tiff = Uint8Array.of(0x49, 0x49, 0x2a, 0, 8, 0, 0, 0, ...new Uint8Array(60));
  const avif = new Uint8Array([...new Uint8Array(4), ...new TextEncoder().encode('ftypavif'), ...new Uint8Array(60)]);
  for (const file of [picked(tiff, 'recibo.tif', 'image/tiff'), picked(avif, 'recibo.avif', 'image/avif')]) {
    expect(await text(acceptFile(file, { photos: never, limit: 3 * MB }))).toBe(
      'No podemos leer este formato de imagen. Adjúntala en JPG, PNG o PDF',
    );
    expect(await text(acceptFile(file, { photos: never, limit: 3 * MB, accepted: ['jpeg', 'png'] }))).toBe(
      'Solo se permiten archivos JPG o PNG',
    );
  }
  const drawing = new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>');
  for (const type of ['image/svg+xml', 'image/png', '']) {
    expect(await text(acceptFile(picked(drawing, 'dibujo', type), { photos: never, limit: 3 * MB }))).toBe(
      'Solo se permiten imágenes o archivos PDF',
    );
  }
});

test('[H5.3][S4] a file that is neither picture nor PDF is refused, whatever its name', async () => {
  const program = Uint8Array.of(0x4d, 0x5a, 0x90, 0, 3, 0, 0, 0, ...new Uint8Array(60));
  const page = new TextEncoder().encode('<!doctype html><script>alert(1)</script>');
  for (const file of [
    picked(program, 'factura.pdf', 'application/pdf'),
    picked(page, 'factura.jpg', 'image/jpeg'),
    picked(new TextEncoder().encode('hola'), 'nota.txt', 'text/plain'),
    picked(pdfBytes(), 'factura.html', 'text/html'),
  ]) {
    expect(await text(acceptFile(file, { photos: never, limit: 3 * MB }))).toBe(
      'Solo se permiten imágenes o archivos PDF',
    );
  }
});

test('[H5.3][S4] a file that is not what its name and type say is told so before it is prepared', async () => {
  const header = '\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x10\0\0\0\x10';
  const png = Uint8Array.from(header, (sign) => sign.charCodeAt(0));
  const said = (file: ReturnType<typeof picked>) => text(acceptFile(file, { photos: never, limit: 3 * MB }));
  expect(await said(picked(png, 'factura.pdf', 'application/pdf'))).toMatch(/^El archivo dice ser PDF y es una imagen/);
  expect(await said(picked(pdfBytes(), 'factura.jpg', 'image/jpeg'))).toMatch(
    /^El archivo dice ser una imagen y es un PDF/,
  );
});

test('[H5.4] a field may accept fewer file types', async () => {
  const gif = picked(new TextEncoder().encode('GIF89a\x10\0\x10\0\0\0\0'), 'a.gif', 'image/gif');
  const said = await text(acceptFile(gif, { photos: never, limit: 6 * MB, accepted: ['pdf', 'jpeg', 'png'] }));
  expect(said).toBe('Solo se permiten archivos PDF, JPG o PNG');
});

test('[F24] an empty file is refused with a clear error', async () => {
  const empty = picked(new Uint8Array(), 'foto.jpg', 'image/jpeg');
  expect(await text(acceptFile(empty, { photos: never, limit: MB }))).toMatch(/^El archivo está vacío/);
});

test('[F24][V8.3] a file that vanished or changed after it was picked is refused with a clear error', async () => {
  const gone = pdf();
  const unreadable = () => Promise.reject(new DOMException('gone', 'NotFoundError'));
  Object.defineProperty(gone, 'slice', { value: () => ({ arrayBuffer: unreadable }) });
  expect(await text(acceptFile(gone, { photos: never, limit: MB }))).toBe('No se pudo acceder al archivo');
  const later = pdf();
  Object.defineProperty(later, 'arrayBuffer', { value: unreadable });
  expect(await text(acceptFile(later, { photos: never, limit: MB }))).toBe('No se pudo acceder al archivo');
  const shorter = pdf();
  Object.defineProperty(shorter, 'arrayBuffer', { value: async () => new ArrayBuffer(5) });
  expect(await text(acceptFile(shorter, { photos: never, limit: MB }))).toBe('No se pudo acceder al archivo');
});

test('[F25] each failure of a photo has its own text with what to do', async () => {
  const heic = picked(heicOf([[4032, 3024]]), 'IMG_1.HEIC', 'image/heic');
  expect(await text(acceptFile(heic, { photos: refuses('unsupported-image'), limit: MB }))).toMatch(
    /HEIC.*JPG, PNG o PDF/,
  );
  const said = new Set<string>();
  for (const code of ['unsupported-image', 'corrupt-image', 'worker-lost', 'too-many-pixels'] as const) {
    said.add(await text(acceptFile(photo(), { photos: refuses(code), limit: MB })));
  }
  expect(said.size).toBe(4);
  expect([...said].join()).not.toContain('HEIC');
});

test("[S4] a file name is made safe, and its ending follows the file's type", async () => {
  const taken = await acceptFile(pdf(2000, '../../../con\u202efdp.exe'), { photos: never, limit: MB });
  expect(taken.ok && taken.value.name).toMatch(/^[^/\\\u202e]+\.pdf$/);
});
