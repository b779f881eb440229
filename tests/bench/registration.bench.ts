import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { chromium } from '@playwright/test';
import { chromiumFlags, chromiumPath } from '../journeys/harness/chromium.ts';
import type { Row } from './harness/measure.ts';
import { measurePhoto } from './registration/photo.ts';
import { sixtyPhotos } from './registration/sixty-photos.ts';
import { measureSteps } from './registration/steps.ts';

const assets = resolve(import.meta.dirname, '../../dist/client/assets');

/** Measures what registering costs a phone: the change of a step, a photo, a day of photos, the lists. */
export default async function registration(): Promise<Row[]> {
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumFlags });
  try {
    return [...(await measureSteps(browser)), ...(await measurePhoto(browser)), ...(await sixtyPhotos()), listsSize()];
  } finally {
    await browser.close();
  }
}

/** The size of the file with the lists of all countries, in gzip. It is downloaded once and kept, so that no step waits for it. */
function listsSize(): Row {
  const [lists] = readdirSync(assets).filter((file) => /^lists-[\w-]{8}\.js$/.test(file));
  if (!lists) throw new Error('the build has no file with the lists');
  const size = gzipSync(readFileSync(join(assets, lists)), { level: 9 }).length;
  return { name: 'lists of all countries, gzip', figure: size / 1000, unit: 'kB', exact: true };
}
