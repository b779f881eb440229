// @module-tag depth
import { strToU8, Zip, ZipDeflate, type Zippable, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { readFile } from '#papers/read-file.ts';
import { MAX_ZIP_BYTES } from '#papers/zip.ts';
import { attached, cdata, colombiaXml, now } from '../invoices/papers.ts';

const xml = strToU8(attached(cdata(colombiaXml())));
const pdf = strToU8('%PDF-1.7\n%%EOF');
const NAME = 'ad0901192264000260000001.xml';
const noZip = { facts: null, why: 'zip' };
const told = { why: null, facts: { country: 'CO', number: 'FE1281', amount: '165000.00' } };

const read = (zip: Uint8Array) => readFile(zip, now);
const zipped = (entries: Zippable) => read(zipSync(entries));

/** As a server writes a zip without going back: the sizes stand behind each file. */
function streamed(entries: Readonly<Record<string, Uint8Array>>): Uint8Array {
  const parts: Uint8Array[] = [];
  const zip = new Zip((error, part) => {
    if (error) throw error;
    parts.push(part);
  });
  for (const [name, bytes] of Object.entries(entries)) {
    const entry = new ZipDeflate(name);
    zip.add(entry);
    entry.push(bytes, true);
  }
  zip.end();
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

/** Noise does not shrink, so that the file is many parts long. */
const noise = Uint8Array.from({ length: 40_000 }, (_, index) => Math.imul(index + 1, 2654435761) ** 2 % 251);

test('[S27] Colombia’s zip with one XML is read, however it was packed', () => {
  expect(zipped({ [NAME]: xml, 'fv0901192264.pdf': pdf })).toMatchObject(told);
  expect(zipped({ 'carpeta/': new Uint8Array(), [`carpeta/${NAME.toUpperCase()}`]: xml })).toMatchObject(told);
  expect(zipped({ [NAME]: [xml, { level: 0 }] })).toMatchObject(told);
  expect(read(streamed({ 'fv.pdf': noise, [NAME]: xml, 'fv2.pdf': noise }))).toMatchObject(told);
  expect(zipped({ [NAME]: xml, [`__MACOSX/._${NAME}`]: strToU8('Mac OS X') })).toMatchObject(told);
});

test('a document that is no zip is read as it is', () => {
  expect(read(xml)).toMatchObject(told);
  expect(read(strToU8('PK'))).toEqual({ facts: null, why: 'xml' });
});

test('[S27] a zip with no XML, or with two, is not read', () => {
  expect(zipped({ 'fv.pdf': pdf })).toEqual(noZip);
  expect(zipped({ [NAME]: xml, 'otra.xml': xml })).toEqual(noZip);
});

test('[S27] a zip with another zip in it is not read', () => {
  expect(zipped({ [NAME]: xml, 'todo.ZIP': zipSync({ [NAME]: xml }) })).toEqual(noZip);
});

test('[S27] a zip of more entries than an issuer packs is not read', () => {
  const many = (count: number) =>
    zipped({ [NAME]: xml, ...Object.fromEntries(Array.from({ length: count }, (_, index) => [`${index}.pdf`, pdf])) });
  expect(many(19)).toMatchObject(told);
  expect(many(20)).toEqual(noZip);
});

test('[S27] a zip larger than the bound is not opened', () => {
  const padded = zipSync({ [NAME]: xml, 'fv.pdf': [new Uint8Array(MAX_ZIP_BYTES), { level: 0 }] });
  expect(read(padded)).toEqual(noZip);
});

test('[S27] a bomb ends while it is unpacked, whatever it says of its size', () => {
  const bomb = zipSync({ [NAME]: new Uint8Array(32 * 1024 * 1024) });
  // The uncompressed size in the local header (APPNOTE 4.3.7).
  new DataView(bomb.buffer).setUint32(22, 1000, true);
  expect(bomb.length).toBeLessThan(40_000);
  expect(read(bomb)).toEqual(noZip);
});

test('[S27] a zip that is broken, cut off, or locked with a password is not read', () => {
  const whole = zipSync({ [NAME]: xml });
  expect(read(whole.subarray(0, whole.length / 2))).toEqual(noZip);
  const spoiled = zipSync({ [NAME]: xml });
  spoiled.fill(0xff, 80, 200);
  expect(read(spoiled)).toEqual(noZip);
  const unknown = zipSync({ [NAME]: xml });
  // AES (APPNOTE 4.4.5): method 99.
  new DataView(unknown.buffer).setUint16(8, 99, true);
  expect(read(unknown)).toEqual(noZip);
  expect(read(Uint8Array.of(0x50, 0x4b, 3, 4))).toEqual(noZip);
});
