import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { type ReaderOptions, readBarcodes } from 'zxing-wasm/reader';
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer';
import { readCode } from '#invoices/read-invoice.ts';
import { prepareCodeReader } from '#photos/codes.ts';
import { chromiumFlags, chromiumPath } from '#tests/journeys/harness/chromium.ts';
import { median, type Row } from './harness/measure.ts';
import { draw, type Shot } from './invoice/draw.ts';
import { measureSpeed } from './invoice/speed.ts';

/** What is printed, and the share of the picture's width that it has there. */
const CUFE = 'cf6d49dc35f8e9f1a31f8bd77509ea86a5aaca179673983c22141771e9d8a41dc0c5ac2114c12b5c6500a0e15fff3950';
const DIAN = `https://catalogo-vpfe.dian.gov.co/document/searchqr?documentkey=${CUFE}`;
const papers: readonly (readonly [format: 'QRCode' | 'Code128', share: number, text: string])[] = [
  ['Code128', 0.6, '0603202401169360599300120010130007123641710263515'],
  ['Code128', 0.42, '0909202501065134440000120010200007049072422108911'],
  ['QRCode', 0.16, '2303202601189583399100120010120008915347572758316'],
  [
    'QRCode',
    0.2,
    'https://fc.dgii.gov.do/eCF/ConsultaTimbreFC?RncEmisor=00209414325&ENCF=E320004121748&MontoTotal=1180.00&CodigoSeguridad=ARB%2BUx',
  ],
  [
    'QRCode',
    0.22,
    'https://felpub.c.sat.gob.gt/verificador-web/publico/vistas/verificacionDte.jsf?tipo=autorizacion&numero=5B937502-AFB3-4034-B5BD-5C03ED7FDF52&emisor=221038647&receptor=CF&monto=250.00',
  ],
  [
    'QRCode',
    0.3,
    `NumFac: SETP990004217\nFecFac: 2026-02-19\nHorFac: 08:14:00-05:00\nNitFac: 901192264\nDocAdq: 222222222222\nValFac: 9495.80\nValIva: 1804.20\nValOtroIm: 0.00\nValTolFac: 11300.00\nCUFE: ${CUFE}\nQRCode: ${DIAN}`,
  ],
  ['QRCode', 0.22, DIAN],
  ['QRCode', 0.16, '50628102500310116588800100004010000783869122172461'],
];
const sizes = [0.5, 1, 2, 4, 8, 12];
/** How photos are taken: straight, upside down, askew, blurred, in bad light, folded. */
const takes: readonly Omit<Shot, 'modules' | 'megapixels' | 'share' | 'seed'>[] = [
  { turned: 1, blur: 0, shadow: 0, fold: 0, noise: 4, quality: 0.95 },
  { turned: 181, blur: 0.5, shadow: 0.2, fold: 0, noise: 8, quality: 0.75 },
  { turned: 24, blur: 0.3, shadow: 0.4, fold: 0, noise: 12, quality: 0.6 },
  { turned: 92, blur: 1, shadow: 0.1, fold: 0, noise: 8, quality: 0.75 },
  { turned: -5, blur: 0.3, shadow: 0.75, fold: 0.4, noise: 16, quality: 0.6 },
];

/** The reference: the same engine, asked in each way that it has, and zbar where it is installed (Debian's package zbar-tools). */
const everyWay: readonly ReaderOptions[] = [3, 2, 4].flatMap((downscaleFactor) => [
  { downscaleFactor },
  { downscaleFactor, tryDenoise: true },
  { downscaleFactor, binarizer: 'GlobalHistogram' as const },
]);

/** Draws photos of invoices' codes, and reads them with the built command. */
export default async function invoice(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'amparo-bench-invoice-'));
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: [...chromiumFlags] });
  try {
    const page = await browser.newPage();
    const photos = await taken(page, folder);
    const lines = readByCommand(photos.map(({ file }) => file));
    const isFound = photos.map(({ text }, index) => lines[index]?.found.some((one) => one.text === text) ?? false);
    const found = isFound.filter(Boolean).length;
    // The command's ways are among the reference's, so only what it missed is looked at again.
    let missed = 0;
    for (const { file, text } of photos.filter((_, index) => !isFound[index]))
      if (isReadByZbar(file, text) || (await isReadSomehow(file, text))) missed += 1;
    const clock = { now: new Date() };
    const wrong = photos.filter(({ text }, index) => {
      const { facts } = lines[index] ?? { facts: null };
      return facts && JSON.stringify(facts) !== JSON.stringify(readCode(text, clock).facts);
    }).length;
    const hasZbar = () => spawnSync('zbarimg', ['--version']).status === 0;
    const times = lines.map(({ ms }) => ms);
    return [
      { name: 'photos', figure: photos.length, exact: true },
      {
        name: 'of them read by the reference',
        figure: found + missed,
        exact: true,
        beside: hasZbar() ? 'zxing, zbar' : 'zxing',
      },
      { name: 'of them read by the command', figure: found, exact: true },
      {
        name: 'of those not read by the command',
        figure: (100 * missed) / (found + missed),
        unit: '%',
        goal: 5,
        exact: true,
      },
      { name: 'photos with a wrong fact', figure: wrong, goal: 0, exact: true },
      { name: 'a photo, from file to line', figure: median(times), unit: 'ms' },
      { name: 'the slowest of them', figure: Math.max(...times), unit: 'ms', goal: 20_000 },
      ...(await measureSpeed(browser, largest(photos.map(({ file }) => file)))),
    ];
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true });
  }
}

/** Those of the most pixels. The clear ones are QR codes that were taken straight. */
function largest(files: readonly string[]): { clear: string[]; all: string[] } {
  const at = (index: number) => ({
    paper: papers[Math.floor(index / takes.length / sizes.length)],
    isLargest: Math.floor(index / takes.length) % sizes.length === sizes.length - 1,
    isStraight: index % takes.length === 0,
  });
  const isClear = (_: string, index: number) => at(index).isStraight && at(index).paper?.[0] === 'QRCode';
  return {
    clear: files.filter((file, index) => at(index).isLargest && isClear(file, index)),
    all: files.filter((_, index) => at(index).isLargest),
  };
}

async function taken(page: Page, folder: string): Promise<{ file: string; text: string }[]> {
  const { resolve } = createRequire(import.meta.url);
  const wasm = (name: string) => readFileSync(resolve(`zxing-wasm/${name}`)).buffer as ArrayBuffer;
  prepareZXingModule({ overrides: { wasmBinary: wasm('writer/zxing_writer.wasm') } });
  prepareCodeReader(wasm('reader/zxing_reader.wasm'));
  const photos: { file: string; text: string }[] = [];
  for (const [format, share, text] of papers) {
    const { symbol } = await writeBarcode(text, { format, scale: 1 });
    // The row in the middle tells a linear code.
    const row = Math.floor(symbol.height / 2) * symbol.width;
    const data = format === 'Code128' ? symbol.data.subarray(row, row + symbol.width) : symbol.data;
    const height = format === 'Code128' ? 1 : symbol.height;
    const modules = { width: symbol.width, height, dark: Array.from(data, (light) => (light ? 0 : 1)) };
    for (const megapixels of sizes)
      for (const take of takes) {
        const file = join(folder, `${photos.length}.jpg`);
        const drawn = await page.evaluate(draw, { ...take, modules, megapixels, share, seed: photos.length });
        writeFileSync(file, Buffer.from(drawn, 'base64'));
        photos.push({ file, text });
      }
  }
  return photos;
}

interface Line {
  found: { text: string }[];
  facts: object | null;
  ms: number;
}

function readByCommand(files: readonly string[]): Line[] {
  return files.map((file) => {
    const begun = performance.now();
    const { stdout } = spawnSync(process.execPath, ['dist/server/invoice.js', file], { encoding: 'utf8' });
    return { ...(JSON.parse(stdout) as Omit<Line, 'ms'>), ms: performance.now() - begun };
  });
}

function isReadByZbar(file: string, text: string): boolean {
  const options = ['--quiet', '--raw', '-Sdisable', '-Sqrcode.enable', '-Scode128.enable'];
  const { stdout } = spawnSync('zbarimg', [...options, file], { encoding: 'utf8' });
  return (stdout ?? '').includes(text);
}

async function isReadSomehow(file: string, text: string): Promise<boolean> {
  for (const way of everyWay) {
    const results = await readBarcodes(readFileSync(file), { formats: ['QRCode', 'Code128'], ...way });
    if (results.some((one) => one.isValid && one.text === text)) return true;
  }
  return false;
}
