import type { FileChooser, Page } from '@playwright/test';

/**
 * Waits for the next file picker. The browser learns of the wish by a message that nobody awaits.
 * A press may overtake that message and open a picker unseen, so a second call to the page delays the press.
 * The promise lies in an object, because a returned promise would be awaited at once.
 */
export async function nextPicker(page: Page): Promise<{ opened: Promise<FileChooser> }> {
  const opened = page.waitForEvent('filechooser');
  // Prevents an unhandled rejection; the caller awaits the promise later.
  opened.catch(() => undefined);
  await page.evaluate(() => new Promise(requestAnimationFrame));
  return { opened };
}
