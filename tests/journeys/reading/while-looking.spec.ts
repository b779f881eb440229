import type { Page } from '@playwright/test';
import { approve, firstOnHome } from '../harness/desk.ts';
import { phone } from '../harness/looks.ts';
import { expect, signIn, test } from '../harness/test.ts';

const EMAIL = 'costarica@demo.test';
const POLICY = '520021';
/** A minute of use, and what a slow machine takes. */
const WITHIN_MS = 75_000;

/** Notes in how many frames from the next start on this text stands on the screen. */
async function countFrames(page: Page, text: string): Promise<void> {
  await page.addInitScript((wanted) => {
    const seen = window as unknown as { framesWith: number };
    seen.framesWith = 0;
    const look = () => {
      if (document.body?.innerText.includes(wanted)) seen.framesWith += 1;
      requestAnimationFrame(look);
    };
    look();
  }, text);
}

test('[D71] what the insurer decides appears within a minute on detail, list and home, without a tap; [F64][D90] home tells it after a reload', async ({
  page: home,
  context,
  server,
}) => {
  test.setTimeout(240_000);
  await home.setViewportSize(phone);
  await signIn(home, EMAIL);
  const caseNumber = await firstOnHome(home);

  const list = await context.newPage();
  await list.setViewportSize(phone);
  await list.goto(`/#/app/reembolsos/${POLICY}`);
  const card = list.getByRole('button', { name: new RegExp(caseNumber) });
  await expect(card).toContainText('En trámite');

  const detail = await context.newPage();
  await detail.setViewportSize(phone);
  await detail.goto(`/#/app/reembolsos/${POLICY}`);
  await detail.getByRole('button', { name: new RegExp(caseNumber) }).click();
  await expect(detail.getByRole('main')).toContainText('En trámite');

  await approve(server.url, EMAIL, caseNumber);
  await expect(detail.getByRole('main')).toContainText('Aprobado', { timeout: WITHIN_MS });
  await expect(card).toContainText('Aprobado', { timeout: WITHIN_MS });
  await expect(home.getByRole('button', { name: new RegExp(caseNumber) })).toHaveCount(0, { timeout: WITHIN_MS });
  await expect(home.getByRole('link', { name: /Novedades, 1/ }).first()).toBeVisible();

  // What the page has seen, a reload shows from its first frame on: nothing of before flashes. Home is drawn for the next start
  // a second after its last change.
  await home.waitForTimeout(2500);
  await countFrames(home, caseNumber);
  await home.reload();
  await expect(home.getByText(/^Actualizado hace un momento/)).toBeVisible();
  await expect(home.getByRole('button', { name: /R-\d{4}-\d+/ }).first()).toBeVisible();
  expect(await home.evaluate(() => (window as unknown as { framesWith: number }).framesWith)).toBe(0);

  // The tabs tell each other nothing now: the reload itself asks.
  await list.close();
  await detail.close();
  const next = await firstOnHome(home);
  await approve(server.url, EMAIL, next);
  await home.reload();
  await expect(home.getByText(/^Actualizado hace un momento/)).toBeVisible();
  await expect(home.getByRole('button', { name: new RegExp(next) })).toHaveCount(0, { timeout: 15_000 });
});
