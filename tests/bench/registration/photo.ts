import type { Browser, Page } from '@playwright/test';
import type { PhotosPage } from '../../journeys/photos/page.ts';
import { servePhotosPage } from '../../journeys/photos/serve.ts';
import { inTurn, type Row } from '../harness/measure.ts';

interface BenchWindow {
  photos: PhotosPage;
  original: Blob;
}

/** Measures a photo of 12 megapixels: time, work of the main thread, and the quality of a photographed page of text. */
export async function measurePhoto(browser: Browser): Promise<Row[]> {
  const site = await servePhotosPage();
  try {
    const [page, lesser] = [
      await open(browser, `${site.origin}/full/`),
      await open(browser, `${site.origin}/no-resize/`),
    ];
    const times = await inTurn(
      7,
      () => compress(page),
      () => byCanvas(page),
    );
    await compress(lesser);
    const fallback = await compress(lesser);
    const longest = await longestTask(page);
    const [ours, fallen, plain] = [await likeness(page), await likeness(lesser), await likenessByCanvas(page)];
    return [
      { name: 'a photo of 12 megapixels to 800 pixels', figure: times.a, unit: 'ms' },
      { name: 'the same against createImageBitmap + OffscreenCanvas', figure: times.ratio, goal: 1.1 },
      { name: 'the same by the fallback', figure: fallback, unit: 'ms' },
      { name: 'longest task of the main thread meanwhile', figure: longest, unit: 'ms', goal: 50 },
      { name: 'PSNR against an ideal downscale', figure: ours, unit: 'dB' },
      { name: 'PSNR of the fallback', figure: fallen, unit: 'dB' },
      { name: 'PSNR of createImageBitmap + OffscreenCanvas', figure: plain, unit: 'dB' },
      { name: 'below the better of these two', figure: Math.max(0, fallen - ours, plain - ours), unit: 'dB', goal: 0 },
    ];
  } finally {
    await site.close();
  }
}

/** Opens a page with the photo of a sheet of text, which has the same bytes for every way of compressing. */
async function open(browser: Browser, address: string): Promise<Page> {
  const page = await browser.newPage();
  await page.goto(address);
  await page.waitForFunction(() => 'photos' in window);
  await page.evaluate(async () => {
    const state = window as unknown as BenchWindow;
    const sheet = new OffscreenCanvas(4000, 3000);
    const draw = sheet.getContext('2d');
    if (!draw) throw new Error('no canvas');
    draw.fillStyle = '#d8d0c4';
    draw.fillRect(0, 0, 4000, 3000);
    draw.fillStyle = '#fdfcf8';
    draw.fillRect(200, 120, 3600, 2760);
    draw.fillStyle = '#222';
    draw.font = '44px serif';
    for (let line = 1; line < 52; line += 1) {
      draw.fillText('El reembolso se paga en diez días hábiles. '.repeat(4), 320, 180 + line * 52, 3360);
    }
    state.original = await sheet.convertToBlob({ type: 'image/jpeg', quality: 0.92 });
    state.photos.keep('pagina.jpg', [...new Uint8Array(await state.original.arrayBuffer())]);
  });
  return page;
}

const compress = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const { photos } = window as unknown as BenchWindow;
    const result = await photos.compress('pagina.jpg');
    if ('code' in result) throw new Error(result.code);
    return result.milliseconds;
  });

const likeness = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const { photos } = window as unknown as BenchWindow;
    const result = await photos.compress('pagina.jpg');
    if ('code' in result) throw new Error(result.code);
    return photos.likeness('pagina.jpg', result.bytes);
  });

/** Compresses with createImageBitmap and OffscreenCanvas. @returns the time, and the quality as PSNR in dB */
async function plainly(page: Page): Promise<{ milliseconds: number; psnr: number }> {
  return page.evaluate(async () => {
    const { original, photos } = window as unknown as BenchWindow;
    const start = performance.now();
    const picture = await createImageBitmap(original);
    const canvas = new OffscreenCanvas(800, 600);
    canvas.getContext('2d')?.drawImage(picture, 0, 0, 800, 600);
    const small = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.6 });
    picture.close();
    const milliseconds = performance.now() - start;
    return { milliseconds, psnr: await photos.likeness('pagina.jpg', [...new Uint8Array(await small.arrayBuffer())]) };
  });
}

const byCanvas = async (page: Page): Promise<number> => (await plainly(page)).milliseconds;
const likenessByCanvas = async (page: Page): Promise<number> => (await plainly(page)).psnr;

/** The longest task in milliseconds that the browser reports; 0 when none was above its threshold of 50 ms. */
const longestTask = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const { photos } = window as unknown as BenchWindow;
    let longest = 0;
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) longest = Math.max(longest, entry.duration);
    });
    observer.observe({ entryTypes: ['longtask'] });
    const result = await photos.compress('pagina.jpg');
    if ('code' in result) throw new Error(result.code);
    await new Promise((later) => setTimeout(later, 200));
    observer.disconnect();
    return longest;
  });
