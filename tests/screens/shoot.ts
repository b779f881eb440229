import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { found, phone, settled } from '../journeys/harness/looks.ts';
import { expect } from '../journeys/harness/test.ts';

const FOLDER = process.env.AMPARO_SCREENS ?? 'screens';

export const desk = { width: 1280, height: 800 };
/** A phone, a small phone, a tablet and a desk, in pixels. */
const sizes = [phone, { width: 375, height: 553 }, { width: 820, height: 1180 }, desk];

/** The widths in pixels at which axe runs too. The sizes in between differ only in space. */
const judged = [390, 1280];

/**
 * Pictures of the page from its top, at each size, light and dark: `pagos~lleno~390x844~light.png`.
 * A violation that axe finds fails the test at its end, once all pictures are taken.
 */
export async function shoot(page: Page, screen: string, state: string): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  for (const size of sizes) {
    await page.setViewportSize(size);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.evaluate(() => {
        scrollTo(0, 0);
        return new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
      });
      // A document that was open in a layer is fetched anew for its pane.
      await expect(page.getByText('Preparando el documento')).toHaveCount(0);
      const name = `${screen}~${state}~${size.width}x${size.height}~${colorScheme}.png`;
      await page.screenshot({ path: join(FOLDER, name), animations: 'disabled' });
      if (judged.includes(size.width)) expect.soft(await found(page), name).toEqual([]);
    }
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await page.setViewportSize(phone);
}

/** One picture at the size of its drawing, in pixels, judged by axe; its name is as above. */
export async function shootDrawn(page: Page, screen: string, state: string, size: typeof desk): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  await page.setViewportSize(size);
  await settled(page);
  const name = `${screen}~${state}~${size.width}x${size.height}~light.png`;
  await page.screenshot({ path: join(FOLDER, name), animations: 'disabled' });
  expect.soft(await found(page), name).toEqual([]);
}
