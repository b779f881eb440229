import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer';
import { colombiaXml, ecuadorKey, ecuadorXml } from '#tests/invoices/papers.ts';
import { root, start } from './program.ts';

const folder = mkdtempSync(join(tmpdir(), 'amparo-invoices-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const KEY = ecuadorKey();
const STAMP =
  'https://fc.dgii.gov.do/ecf/ConsultaTimbreFC?RncEmisor=101023392&ENCF=E320003802751&MontoTotal=6225.09&CodigoSeguridad=uabnyh';

beforeAll(async () => {
  const { resolve } = createRequire(import.meta.url);
  prepareZXingModule({
    overrides: { wasmBinary: readFileSync(resolve('zxing-wasm/writer/zxing_writer.wasm')).buffer as ArrayBuffer },
  });
  const png = async (text: string, format: 'QRCode' | 'Code128') => {
    const { image } = await writeBarcode(text, { format, scale: 4, addQuietZones: true });
    return Buffer.from(await (image as Blob).arrayBuffer());
  };
  const qr = await png(STAMP, 'QRCode');
  const huge = Buffer.from(qr);
  // IHDR: width and height.
  huge.writeUInt32BE(60_000, 16);
  huge.writeUInt32BE(60_000, 20);
  const files: Record<string, string | Uint8Array> = {
    'key.txt': `${KEY}\n`,
    'factura.XML': ecuadorXml(),
    'bomb.xml': '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>',
    'long.xml': `<a>${'x'.repeat(4 * 1024 * 1024)}</a>`,
    'long.txt': 'A'.repeat(100_000),
    'qr.png': qr,
    'code.png': await png(KEY, 'Code128'),
    'as-photo.jpg': qr,
    'cut.png': qr.subarray(0, qr.length / 2),
    'huge.png': huge,
    'noise.jpg': Uint8Array.from(
      { length: 50_000 },
      (_, index) => (index < 3 ? [0xff, 0xd8, 0xff] : [])[index] ?? (index * 7919) % 256,
    ),
    'empty.jpg': '',
    'empty.xml': '',
    'paper.pdf': '%PDF-1.7',
    'co.xml': colombiaXml(),
  };
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  mkdirSync(join(folder, 'folder.jpg'));
});

interface Line {
  file: string;
  found: { format: string; text: string }[];
  facts: Record<string, string> | null;
  why: string | null;
}

/** Runs the built program in the folder of the files, or another command. */
async function run(
  files: readonly string[],
  { env = {}, command = [process.execPath, join(root, 'dist/server/invoice.js')] } = {},
) {
  const { end, said } = start([...command, ...files], env, folder);
  const code = await end;
  return {
    code,
    ...said,
    lines: said.out
      .split('\n')
      .slice(0, -1)
      .map((line): Line => JSON.parse(line)),
  };
}

describe('npm run invoice', () => {
  test('says a line of JSON for each file, in order, and exits 0 whatever they are', async () => {
    const expected: [file: string, formats: string[], key: string | undefined, why: string | null][] = [
      ['key.txt', ['text'], KEY, null],
      ['./qr.png', ['qr'], undefined, null],
      ['code.png', ['code128'], KEY, null],
      ['as-photo.jpg', ['qr'], undefined, null],
      ['factura.XML', ['xml'], KEY, null],
      ['bomb.xml', ['xml'], undefined, 'hostile'],
      ['long.xml', [], undefined, 'hostile'],
      ['long.txt', [], undefined, 'hostile'],
      ['cut.png', [], undefined, 'nothing'],
      ['huge.png', [], undefined, 'nothing'],
      ['noise.jpg', [], undefined, 'nothing'],
      ['empty.jpg', [], undefined, 'nothing'],
      ['empty.xml', ['xml'], undefined, 'xml'],
      ['paper.pdf', [], undefined, 'nothing'],
      ['absent.xml', [], undefined, 'nothing'],
      ['folder.jpg', [], undefined, 'nothing'],
      [join(folder, 'co.xml'), ['xml'], colombiaXml().match(/[\da-f]{96}/)?.[0], null],
    ];
    const { code, err, lines } = await run(expected.map(([file]) => file));
    expect([code, err]).toEqual([0, '']);
    expect(
      lines.map(({ file, found, facts, why }) => [file, found.map(({ format }) => format), facts?.key, why]),
    ).toEqual(expected);
    expect(lines[0]).toEqual({
      file: 'key.txt',
      found: [{ format: 'text', text: KEY }],
      facts: {
        country: 'EC',
        kind: 'invoice',
        issuerId: '1693605993001',
        number: '001-013-000712364',
        date: '2024-03-06',
        currency: 'USD',
        key: KEY,
      },
      why: null,
    });
    expect(lines[1]).toMatchObject({ found: [{ format: 'qr', text: STAMP }], facts: { amount: '6225.09' } });
  }, 120_000);

  test('each line is there before the next file is read', async () => {
    const { child, said, end } = start(
      [process.execPath, join(root, 'dist/server/invoice.js'), ...Array(30).fill('qr.png')],
      {},
      folder,
    );
    const first = await new Promise<string>((done) => child.stdout?.once('data', () => done(said.out)));
    expect(first.split('\n').length).toBeLessThan(10);
    expect(await end).toBe(0);
    expect([said.out.split('\n').length, said.err]).toEqual([31, '']);
  }, 120_000);

  test('asks no host for anything, not for the wasm either', async () => {
    const watch = join(folder, 'watch.mjs');
    writeFileSync(
      watch,
      `import net from 'node:net'; import dns from 'node:dns'; import { appendFileSync } from 'node:fs';
       const note = (what) => appendFileSync(${JSON.stringify(join(folder, 'asked'))}, what + '\\n');
       net.Socket.prototype.connect = () => { note('connect'); throw new Error('no network'); };
       dns.lookup = () => { note('lookup'); throw new Error('no network'); };
       globalThis.fetch = () => { note('fetch'); throw new Error('no network'); };
       note('watching');`,
    );
    const { lines } = await run(['qr.png', 'factura.XML', 'key.txt'], { env: { NODE_OPTIONS: `--import ${watch}` } });
    expect(lines.map(({ why }) => why)).toEqual([null, null, null]);
    // The program and its thread.
    expect(readFileSync(join(folder, 'asked'), 'utf8')).toBe('watching\nwatching\n');
  }, 120_000);

  test('ends quietly when nobody reads on', async () => {
    const { code, err } = await run([], {
      command: [
        'sh',
        '-c',
        `"${process.execPath}" "${join(root, 'dist/server/invoice.js')}" key.txt qr.png key.txt qr.png | head -n 1; true`,
      ],
    });
    expect([code, err]).toEqual([0, '']);
  }, 120_000);

  test('called through npm: the names are those of the folder it is called in, and nothing else is on its output', async () => {
    const { code, lines } = await run(['key.txt'], {
      command: ['npm', '--prefix', root, 'run', '--silent', 'invoice', '--'],
    });
    expect([code, lines.map(({ facts }) => facts?.key)]).toEqual([0, [KEY]]);
  }, 300_000);

  test('a first run builds and says so beside its output', async () => {
    const copy = join(folder, 'copy');
    for (const name of ['server', 'package.json']) cpSync(join(root, name), join(copy, name), { recursive: true });
    // A build that is quick: it writes to its output, as one of the real ones may.
    mkdirSync(join(copy, 'node_modules/vite/bin'), { recursive: true });
    writeFileSync(
      join(copy, 'node_modules/vite/bin/vite.js'),
      `const { mkdirSync, writeFileSync } = require('node:fs'); const out = process.argv[process.argv.indexOf('--outDir') + 1];
       console.log('a warning'); mkdirSync(out, { recursive: true });
       writeFileSync(out + '/invoice.js', 'console.log(JSON.stringify(process.argv.slice(2)))'); writeFileSync(out + '/package.json', '{}');`,
    );
    const { end, said } = start([process.execPath, join(copy, 'server/invoice.mjs'), 'key.txt'], {}, folder);
    expect(await end).toBe(0);
    expect(said.out).toBe('["key.txt"]\n');
    expect(said.err).toContain('Preparando Amparo');
    expect(said.err).toContain('a warning');
  }, 60_000);
});
