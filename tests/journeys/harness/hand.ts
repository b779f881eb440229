import type { BrowserContext, Locator, Page } from '@playwright/test';

/** A customer's finger. It counts what is pressed: each press of a pointer anywhere in the browser, also on a field to type in. */
export interface Hand {
  /** Types into a field, which is pressed first unless the app gave it the focus. */
  type(field: Locator, text: string): Promise<void>;
  /** Presses a control that opens the system's picker, and picks a file there: two presses. */
  pick(control: Locator, page: Page, file: { name: string; mimeType: string; buffer: Buffer }): Promise<void>;
  /** How often was pressed since the last call. */
  presses(): number;
}

/** Counts every press of a pointer in the context's pages. Call it before a page is opened. */
export async function handOf(context: BrowserContext): Promise<Hand> {
  let count = 0;
  await context.exposeBinding('countPress', () => {
    count += 1;
  });
  await context.addInitScript(() => {
    const { countPress } = window as unknown as { countPress(): void };
    addEventListener('pointerdown', (event) => event.isTrusted && countPress(), { capture: true });
  });
  return {
    async type(field, text) {
      if (!(await field.evaluate((one) => one === document.activeElement))) await field.click();
      await field.fill(text);
    },
    async pick(control, page, file) {
      const chooser = page.waitForEvent('filechooser');
      await control.click();
      await (await chooser).setFiles(file);
      // The system's own press is in no page.
      count += 1;
    },
    presses() {
      const now = count;
      count = 0;
      return now;
    },
  };
}
