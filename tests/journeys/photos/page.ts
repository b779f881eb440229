import { createPhotoClient } from '#photos/client.ts';
import { cardAdvice } from '#photos/look.ts';
import { startPhotoWorker } from '#photos/start-worker.ts';
import { exifBlock, joined, withExif } from '#tests/photos/pictures.ts';
import { photographed, type Scene } from './camera.ts';

/** A page with nothing but the photo client, under the app's content policy; the test drives it through `photos`. */
interface TrustedTypesWindow {
  trustedTypes?: {
    createPolicy(
      name: string,
      rules: { createScriptURL: (address: string) => string },
    ): { createScriptURL(address: string): string };
  };
}

const policy = (window as TrustedTypesWindow).trustedTypes?.createPolicy('amparo', {
  createScriptURL: (address) => address,
});
const trust = (address: string) => policy?.createScriptURL(address) ?? address;
const violations: string[] = [];
document.addEventListener('securitypolicyviolation', (event) => {
  violations.push(`${event.violatedDirective} ${event.blockedURI}`);
});
const workers: Worker[] = [];
const client = createPhotoClient({
  startWorker() {
    const worker = startPhotoWorker(trust);
    workers.push(worker);
    return worker;
  },
  timeoutMs: 4000,
});

const kept = new Map<string, Uint8Array<ArrayBuffer>>();

const photos = {
  violations,

  /**
   * Draws a page of small text and keeps its picture under the name. With `turned` it lies on its side and carries EXIF
   * with GPS.
   */
  async draw(name: string, width: number, height: number, turned = false, type = 'image/jpeg'): Promise<number> {
    const page = pageOfText(width, height);
    const source = turned ? onItsSide(page) : page;
    const blob = await source.convertToBlob({ type, quality: 0.92 });
    const bytes = new Uint8Array(await blob.arrayBuffer());
    kept.set(name, turned ? joined(withExif(bytes, exifBlock(6, { gps: true }))) : bytes);
    return bytes.length;
  },

  /** Photographs a card and keeps it under the name. @param blur in pixels of the sent picture */
  async photograph(name: string, scene: Scene, blur: number): Promise<void> {
    const blob = await photographed(scene, blur).convertToBlob({ type: 'image/jpeg', quality: 0.9 });
    kept.set(name, new Uint8Array(await blob.arrayBuffer()));
  },

  /** The advice the customer would get about the photo once it is prepared. */
  async advice(name: string) {
    const result = await client.compress({ bytes: bytesOf(name).slice().buffer, name, type: 'image/jpeg' });
    const look = result.ok ? await client.look(result.value.bytes) : null;
    return look && { sharpness: look.sharpness, light: look.light, advice: cardAdvice(look, null) };
  },

  keep(name: string, bytes: number[]): void {
    kept.set(name, Uint8Array.from(bytes));
  },

  cutOff(name: string, from: string, share: number): void {
    const bytes = bytesOf(from);
    kept.set(name, bytes.slice(0, Math.floor(bytes.length * share)));
  },

  /** Keeps a copy with the same headers, but noise instead of the picture. */
  spoil(name: string, from: string): void {
    const bytes = bytesOf(from).slice();
    for (let offset = 700; offset < bytes.length - 2; offset += 1) bytes[offset] = (offset * 7919) % 251;
    kept.set(name, bytes);
  },

  async compress(name: string) {
    const bytes = bytesOf(name).slice().buffer;
    const before = bytes.byteLength;
    const start = performance.now();
    const result = await client.compress({ bytes, name, type: 'image/jpeg' });
    const milliseconds = Math.round(performance.now() - start);
    const untouched = bytes.byteLength === before;
    if (!result.ok) return { code: result.problem.code, milliseconds, untouched };
    const { value } = result;
    return { ...value, bytes: [...new Uint8Array(value.bytes)], milliseconds, untouched };
  },

  /** PSNR in decibels over red, green and blue, compared with the mean of each source area. */
  async likeness(name: string, compressed: number[]): Promise<number> {
    const result = await pixelsOf(Uint8Array.from(compressed));
    const ideal = areaMean(await pixelsOf(bytesOf(name)), result.width, result.height);
    let error = 0;
    for (let offset = 0; offset < ideal.length; offset += 1) {
      if (offset % 4 !== 3) error += ((ideal[offset] ?? 0) - (result.data[offset] ?? 0)) ** 2;
    }
    return 10 * Math.log10(255 ** 2 / (error / (result.width * result.height * 3)));
  },

  loseWorker(): void {
    workers.at(-1)?.terminate();
  },

  workersStarted: () => workers.length,
};

export type PhotosPage = typeof photos;
Object.assign(window, { photos });

function bytesOf(name: string): Uint8Array<ArrayBuffer> {
  const bytes = kept.get(name);
  if (!bytes) throw new Error(`no picture is kept as ${name}`);
  return bytes;
}

function pageOfText(width: number, height: number): OffscreenCanvas {
  const canvas = new OffscreenCanvas(width, height);
  const pen = penOf(canvas);
  pen.fillStyle = '#fbf8f3';
  pen.fillRect(0, 0, width, height);
  pen.fillStyle = '#17211f';
  const line = Math.max(8, Math.round(height / 60));
  pen.font = `${Math.round(line * 0.7)}px serif`;
  for (let row = 1; row * line < height - line; row += 1) {
    pen.fillText(
      `${row}. Factura de laboratorio, 86,40 USD, hemograma completo y perfil lipídico `.repeat(3),
      line,
      row * line,
    );
  }
  // This corner shows which way is up.
  pen.fillStyle = '#b9332b';
  pen.fillRect(0, 0, width / 10, height / 10);
  return canvas;
}

/** Turns the page a quarter to the left, as an upright camera stores it. Orientation 6 says to turn it back. */
function onItsSide(page: OffscreenCanvas): OffscreenCanvas {
  const canvas = new OffscreenCanvas(page.height, page.width);
  const pen = penOf(canvas);
  pen.translate(0, page.width);
  pen.rotate(-Math.PI / 2);
  pen.drawImage(page, 0, 0);
  return canvas;
}

async function pixelsOf(bytes: Uint8Array<ArrayBuffer>): Promise<ImageData> {
  const bitmap = await createImageBitmap(new Blob([bytes]));
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  const pen = penOf(canvas);
  pen.drawImage(bitmap, 0, 0);
  return pen.getImageData(0, 0, bitmap.width, bitmap.height);
}

function areaMean(source: ImageData, width: number, height: number): Float64Array {
  const mean = new Float64Array(width * height * 4);
  for (let y = 0; y < height; y += 1) {
    const top = Math.floor((y * source.height) / height);
    const bottom = Math.max(top + 1, Math.floor(((y + 1) * source.height) / height));
    for (let x = 0; x < width; x += 1) {
      const left = Math.floor((x * source.width) / width);
      const right = Math.max(left + 1, Math.floor(((x + 1) * source.width) / width));
      const offset = (y * width + x) * 4;
      for (let row = top; row < bottom; row += 1) {
        for (let column = left; column < right; column += 1) {
          const from = (row * source.width + column) * 4;
          for (let part = 0; part < 4; part += 1)
            mean[offset + part] = (mean[offset + part] ?? 0) + (source.data[from + part] ?? 0);
        }
      }
      const count = (bottom - top) * (right - left);
      for (let part = 0; part < 4; part += 1) mean[offset + part] = (mean[offset + part] ?? 0) / count;
    }
  }
  return mean;
}

function penOf(canvas: OffscreenCanvas): OffscreenCanvasRenderingContext2D {
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('no drawing context');
  return pen;
}
