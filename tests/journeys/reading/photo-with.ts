import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer';

/** A photo of a printed invoice with this text in a QR code, by default of 12 megapixels. */
export async function photoWith(page: Page, text: string, across = 4000): Promise<Buffer> {
  const { resolve } = createRequire(import.meta.url);
  const wasmBinary = readFileSync(resolve('zxing-wasm/writer/zxing_writer.wasm')).buffer as ArrayBuffer;
  prepareZXingModule({ overrides: { wasmBinary } });
  const { symbol } = await writeBarcode(text, { format: 'QRCode', scale: 1, addQuietZones: true });
  const drawn = { across, width: symbol.width, height: symbol.height, data: [...symbol.data] };
  const base64 = await page.evaluate(async ({ across, width, height, data }) => {
    const canvas = new OffscreenCanvas(across, across * 0.75);
    const pen = canvas.getContext('2d');
    if (!pen) throw new Error('no canvas');
    pen.scale(across / 4000, across / 4000);
    pen.fillStyle = '#7a6a58';
    pen.fillRect(0, 0, 4000, 3000);
    pen.translate(900, 200);
    pen.rotate(0.05);
    pen.fillStyle = '#eceae4';
    pen.fillRect(0, 0, 2000, 2600);
    pen.fillStyle = '#222';
    pen.font = '72px sans-serif';
    for (let line = 0; line < 14; line += 1) pen.fillText(`Consulta médica, renglón ${line + 1}`, 120, 160 + line * 96);
    pen.translate(120, 1600);
    const scale = 12;
    for (let y = 0; y < height; y += 1)
      for (let x = 0; x < width; x += 1)
        if (data[y * width + x] === 0) pen.fillRect(x * scale, y * scale, scale + 0.5, scale + 0.5);
    const bytes = new Uint8Array(
      await (await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.85 })).arrayBuffer(),
    );
    let text = '';
    for (const byte of bytes) text += String.fromCharCode(byte);
    return btoa(text);
  }, drawn);
  return Buffer.from(base64, 'base64');
}
