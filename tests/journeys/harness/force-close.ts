import { expect, type Page } from '@playwright/test';

/** Lets the browser close every connection to IndexedDB, as it does when its storage fails. Nothing stored is lost. */
export async function forceCloseDatabase(page: Page): Promise<void> {
  const internals = await page.context().newPage();
  await internals.goto('chrome://indexeddb-internals');
  const button = internals.getByText('Force close').first();
  await expect(button).toBeVisible();
  await button.click();
  await internals.close();
}
