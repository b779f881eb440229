import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { awayFor, rowsOnDevice } from '../harness/device.ts';
import { type Installed, installAmparo } from '../harness/installed.ts';
import { samplePdf } from '../harness/refund.ts';
import { test as base, enter, expect, signIn } from '../harness/test.ts';
import { openTicketForm } from '../harness/ticket.ts';
import { EMAIL } from '../harness/trip.ts';

const test = base.extend<{ installed: Installed }>({
  installed: async ({ server }, use) => {
    const installed = await installAmparo(server.url);
    await use(installed);
    await installed.throwAway();
  },
});

test.describe.configure({ timeout: 150_000 });

const title = (page: Page) => page.getByRole('heading', { level: 1 });

test('[D67] a second launch of the installed app uses its open window: typed text is a draft, and a shortcut asks there', {
  tag: '@devtools',
}, async ({ installed }) => {
  const opened = await installed.launch();
  const app = await installed.window();
  await signIn(app, EMAIL);
  await expect(title(app)).toContainText('María Fernanda');
  await openTicketForm(app);
  await app.getByLabel('Cuéntanos un poco más').fill('A medio escribir');
  await expect.poll(() => rowsOnDevice(app, 'drafts')).toBe(1);

  expect(await installed.launch()).toBe(opened);
  await expect(title(app)).toContainText('María Fernanda');
  await openTicketForm(app);
  await expect(app.getByLabel('Cuéntanos un poco más')).toHaveValue('A medio escribir');

  expect(await installed.launch('/#/app?ir=pagos')).toBe(opened);
  await expect(app.getByRole('dialog', { name: 'Pagos' })).toContainText('Elige la póliza.');
  expect(await installed.window()).toBe(app);
});

test('[D29] a file opened with the locked installed app reaches its window, and is asked about after unlocking', {
  tag: '@devtools',
}, async ({ installed }) => {
  const opened = await installed.launch();
  const app = await installed.window();
  await signIn(app, EMAIL);
  await expect(title(app)).toContainText('María Fernanda');
  const paper = join(installed.folder, 'factura.pdf');
  await writeFile(paper, samplePdf());
  await awayFor(app, 2 * 60 * 60_000);

  expect(await installed.openFiles([paper])).toBe(opened);
  // The old page may lock first and say that the session is over. The page that replaces it then finds it locked.
  await expect(app.getByRole('button', { name: 'Usar otra cuenta' })).toBeVisible();
  await expect.poll(() => rowsOnDevice(app, 'drafts')).toBe(1);
  expect(await app.evaluate(() => document.body.innerText)).not.toContain('factura.pdf');
  await enter(app, EMAIL);
  await expect(title(app)).toHaveText('Archivos recibidos', { timeout: 45_000 });
  // Nobody was signed in when it was opened (S23). Enter, because a press at the place of the last one would not count.
  await app.getByRole('button', { name: 'Sí, es mío' }).press('Enter');
  await expect(app.getByText('factura.pdf')).toBeVisible();
});
