// @module-tag depth
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { Pictures } from '#server/invoice/pictures.ts';

const folder = mkdtempSync(join(tmpdir(), 'amparo-pictures-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A thread that does this with each picture it is handed. */
function program(name: string, act: string): string {
  const file = join(folder, `${name}.mjs`);
  writeFileSync(
    file,
    `import { parentPort } from 'node:worker_threads'; parentPort.on('message', (bytes) => { ${act} });`,
  );
  return file;
}

/** A PNG's headers, which say how large it is. `mark` is what the threads of this test look at. */
function png(width: number, height: number, mark = 0): Uint8Array {
  const bytes = new Uint8Array(40);
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]);
  const view = new DataView(bytes.buffer);
  view.setUint32(16, width);
  view.setUint32(20, height);
  bytes[39] = mark;
  return bytes;
}

const CODE = { format: 'qr', text: 'x' };
const answer = `parentPort.postMessage([${JSON.stringify(CODE)}])`;

describe('the thread that searches pictures', () => {
  test('a picture of gigapixels is not handed to it, nor are bytes that are no JPEG or PNG', async () => {
    const pictures = new Pictures(program('answers', answer));
    expect(await pictures.codesOf(png(8000, 8000))).toEqual([CODE]);
    expect(await pictures.codesOf(png(8000, 8001))).toEqual([]);
    expect(await pictures.codesOf(new TextEncoder().encode('GIF89a and more than thirty bytes of it'))).toEqual([]);
    pictures.end();
  });

  test('a picture that takes for ever is given up, and the next one is searched', async () => {
    const pictures = new Pictures(program('hangs', `if (bytes[39] === 1) for (;;); ${answer}`), 2000);
    expect(await pictures.codesOf(png(10, 10, 1))).toEqual([]);
    expect(await pictures.codesOf(png(10, 10))).toEqual([CODE]);
    pictures.end();
  });

  test('a picture that breaks it is given up, and the next one is searched', async () => {
    const pictures = new Pictures(program('breaks', `if (bytes[39] === 1) throw new Error('broken'); ${answer}`));
    expect(await pictures.codesOf(png(10, 10, 1))).toEqual([]);
    expect(await pictures.codesOf(png(10, 10))).toEqual([CODE]);
    pictures.end();
  });
});
