import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import type { Line } from '../harness/line.ts';
import { expect, partsMissing, readyOffline, test } from '../harness/test.ts';

/** The files of one version, as the built worker lists them. */
function listed(): string[] {
  const worker = readFileSync('dist/client/sw.js', 'utf8');
  return [...worker.matchAll(/[{,]"?url"?:\s*["'`]([^"'`]+)["'`]/g)].map((match) => `/${match[1]}`);
}

const stored = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const precache = (await caches.keys()).find((name) => name.startsWith('workbox-precache'));
    if (!precache) return [];
    return (await (await caches.open(precache)).keys()).map(({ url }) => new URL(url).pathname);
  });

/** Breaks the line for good once this many of the listed files have arrived. */
function breakAfter(line: Line, count: number): { broken: () => boolean } {
  const files = new Set(listed());
  const come = new Set<string>();
  line.fault = (_, path) => {
    if (come.size >= count) return 'drop';
    const { pathname } = new URL(path, line.url);
    if (files.has(pathname) || pathname === '/') come.add(pathname);
    return null;
  };
  return { broken: () => come.size >= count };
}

for (const percent of [10, 50, 90]) {
  test(`[D29] a first visit cut off at ${percent} % resumes later and downloads no file twice`, async ({
    page,
    context,
    line,
  }) => {
    const all = listed();
    const { broken } = breakAfter(line, Math.ceil((all.length * percent) / 100));
    await page.goto('/');
    await expect.poll(broken).toBe(true);
    // Downloads under way have failed, and those that ended are stored.
    let before: string[] = [];
    await expect
      .poll(async () => {
        const now = await stored(page);
        const still = now.length === before.length;
        before = now;
        return still;
      })
      .toBe(true);
    expect(before.length).toBeLessThan(all.length);
    await page.close();

    // The start page opens offline once its few files are stored, and shows nothing earlier.
    const later = await context.newPage();
    if (percent >= 50) {
      await later.goto('/');
      await later.getByRole('button', { name: 'Ingresa', exact: true }).click();
      await expect(later.getByLabel('Correo electrónico')).toBeVisible();
      expect(await partsMissing(later)).toBeGreaterThan(0);
    }

    line.seen.length = 0;
    line.fault = () => null;
    await later.goto('/');
    await readyOffline(later);
    const again = line.seen.map((one) => one.replace('GET ', '')).filter((path) => path.startsWith('/assets/'));
    expect(again.filter((path) => before.includes(path))).toEqual([]);
    expect((await stored(later)).toSorted()).toEqual(all.toSorted());

    line.fault = () => 'drop';
    await later.goto('/#/registro/residencia');
    await expect(later.getByRole('heading', { level: 1 })).toContainText('resid');
  });
}

test('[D29] a file with wrong bytes is not stored, and is downloaded again later', async ({ page, line }) => {
  const victim = listed().find((path) => /\/lists-.*js$/.test(path));
  line.fault = (_, path) => (path === victim ? { rewrite: (body) => `${body};` } : null);
  await page.goto('/');
  await expect.poll(() => partsMissing(page)).toBeGreaterThan(0);
  await expect.poll(() => partsMissing(page)).toBe(1);
  expect(await stored(page)).not.toContain(victim);
  line.fault = () => null;
  await readyOffline(page);
  expect(await stored(page)).toContain(victim);
});
