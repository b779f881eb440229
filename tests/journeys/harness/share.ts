import type { Page } from '@playwright/test';

/** Shares files as the system does for the manifest's share target: by a form posted to its address. */
export async function share(page: Page, files: { name: string; mimeType: string; buffer: Buffer }[]): Promise<void> {
  await page.evaluate(() => {
    const form = Object.assign(document.createElement('form'), {
      method: 'post',
      action: '/compartir',
      enctype: 'multipart/form-data',
    });
    const input = Object.assign(document.createElement('input'), { type: 'file', name: 'archivos', multiple: true });
    form.append(input);
    form.dataset.share = '';
    document.body.append(form);
  });
  await page.locator('form[data-share] input').setInputFiles(files);
  await page.evaluate(() => document.querySelector<HTMLFormElement>('form[data-share]')?.submit());
}
