import type { Page } from '@playwright/test';
import { accessible, fits, looks, phone, SHOTS, wordsWhole } from '../harness/looks.ts';

/**
 * Checks the page in every way people see it: both themes and widths, 320 px, more contrast, forced colours.
 * Text of twice the size must break no word. The page is left as a phone's in the light theme.
 */
export async function everyWay(page: Page, name: string): Promise<void> {
  await looks(page, name);
  const shot = async (how: string, fullPage = false) => {
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/${name}-${how}.png`, fullPage });
  };
  for (const [how, media] of [
    ['contrast', { contrast: 'more' }],
    ['contrast-dark', { contrast: 'more', colorScheme: 'dark' }],
    ['forced', { contrast: 'no-preference', colorScheme: 'light', forcedColors: 'active' }],
  ] as const) {
    await page.emulateMedia(media);
    await shot(how);
    await accessible(page, `${name} ${how}`);
  }
  await page.emulateMedia({ contrast: 'no-preference', colorScheme: 'light', forcedColors: 'none' });
  const textSize = (size: string) =>
    page.evaluate((to) => document.documentElement.style.setProperty('font-size', to), size);
  await textSize('200%');
  for (const [width, height] of [
    [390, 844],
    [320, 640],
    [1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height });
    await shot(`twice-${width}`, width < 400);
    await fits(page, `${name} at 200 %, ${width}`);
    await wordsWhole(page, `${name} at 200 %, ${width}`);
  }
  await textSize('');
  await page.setViewportSize(phone);
}
