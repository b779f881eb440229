import type { Page } from '@playwright/test';
import { expect, test } from '../harness/test.ts';
import { pressSignOut, signInHome } from '../harness/trip.ts';

const LIGHT = 'rgb(251, 248, 243)';
const DARK = 'rgb(16, 24, 23)';
const paper = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
const themeColour = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')]
      .filter((meta) => matchMedia(meta.getAttribute('media') ?? 'all').matches)
      .map(({ content }) => content),
  );

/** Notes the paper's colour at each frame, from the first one that can be painted. */
async function watchFrames(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen: string[] = [];
    Object.assign(window, { seen });
    const look = () => {
      if (document.body) {
        const colour = getComputedStyle(document.body).backgroundColor;
        if (seen.at(-1) !== colour) seen.push(colour);
      }
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}
async function framesOf(page: Page): Promise<string[]> {
  // A page may be read before its first frame.
  const seen = await page.waitForFunction(() => {
    const { seen } = window as unknown as { seen: string[] };
    return seen.length > 0 && seen;
  });
  return (await seen.jsonValue()) as string[];
}

test('a theme chosen in the settings stands before the first paint, in other tabs, and for a visitor', async ({
  page,
  context,
}) => {
  test.setTimeout(120_000);
  await watchFrames(page);
  await signInHome(page);
  expect(await paper(page)).toBe(LIGHT);
  const other = await context.newPage();
  await other.goto('/');
  await expect(other.getByRole('heading', { level: 1 })).toContainText('María Fernanda');

  await page.goto('/#/app/configuraciones');
  await page.getByText('Oscuro', { exact: true }).click();
  expect(await paper(page)).toBe(DARK);
  expect(await themeColour(page)).toEqual(['#101817']);
  await expect.poll(() => paper(other)).toBe(DARK);

  for (const path of ['/#/app/configuraciones', '/']) {
    await page.goto('about:blank');
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await framesOf(page), path).toEqual([DARK]);
  }

  await page.goto('/#/app/configuraciones');
  await pressSignOut(page);
  await expect(page.getByRole('button', { name: 'Ingresa', exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Ingresa', exact: true })).toBeVisible();
  expect(await framesOf(page), 'the start page of a visitor').toEqual([DARK]);

  // Light on a dark system too.
  await page.emulateMedia({ colorScheme: 'dark' });
  await signInHome(page);
  await page.goto('/#/app/configuraciones');
  await page.getByText('Claro', { exact: true }).click();
  expect([await paper(page), await themeColour(page)]).toEqual([LIGHT, ['#fbf8f3']]);
  await page.getByText('Sistema', { exact: true }).click();
  expect([await paper(page), await themeColour(page)]).toEqual([DARK, ['#101817']]);
});
