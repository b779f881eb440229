import type { FileChooser, Page } from '@playwright/test';

/**
 * Waits for the next file picker. The browser hears of the wish by a message that nobody waits for, so a press may overtake it
 * and open a picker unseen. A second trip to the page makes the press come after. The picker lies in an object, since a promise
 * of it alone would be waited for.
 */
export async function nextPicker(page: Page): Promise<{ opened: Promise<FileChooser> }> {
  const opened = page.waitForEvent('filechooser');
  // Prevents an unhandled rejection; the caller awaits the promise later.
  opened.catch(() => undefined);
  await page.evaluate(() => new Promise(requestAnimationFrame));
  return { opened };
}
