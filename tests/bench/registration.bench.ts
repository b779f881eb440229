import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { chromium } from '@playwright/test';
import { chromiumFlags, chromiumPath } from '../journeys/harness/chromium.ts';
import type { Row } from './harness/measure.ts';
import { measurePhoto } from './registration/photo.ts';
import { measureSteps } from './registration/steps.ts';

const assets = resolve(import.meta.dirname, '../../dist/client/assets');
const lists = resolve(import.meta.dirname, '../../src/countries/lists');

/** Measures what registering costs a phone: the change of a step, a photo, the lists. */
export default async function registration(): Promise<Row[]> {
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumFlags });
  try {
    return [...(await measureSteps(browser)), ...(await measurePhoto(browser)), largestList()];
  } finally {
    await browser.close();
  }
}

/** The size of the largest chunk with a list, in gzip. */
function largestList(): Row {
  const names = readdirSync(lists).map((file) => file.replace('.ts', ''));
  const sizes = readdirSync(assets)
    .filter((file) => names.some((name) => new RegExp(`^${name}-[\\w-]{8}\\.js$`).test(file)))
    .map((file) => ({ file, size: gzipSync(readFileSync(join(assets, file)), { level: 9 }).length }));
  const heaviest = sizes.reduce((most, one) => (one.size > most.size ? one : most));
  return {
    name: `largest of ${sizes.length} list chunks (${heaviest.file.replace(/-[\w-]{8}\.js$/, '')})`,
    figure: heaviest.size / 1000,
    unit: 'kB',
    goal: 10,
  };
}
