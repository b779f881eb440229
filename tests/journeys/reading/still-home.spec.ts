import type { Page } from '@playwright/test';
import { shot } from '../harness/screens.ts';
import { expect, readyOffline, test } from '../harness/test.ts';
import { askTicket } from '../harness/ticket.ts';
import { openNewRefund, signInHome } from '../harness/trip.ts';

interface Shift {
  value: number;
  /** Milliseconds since the page began. */
  at: number;
  /** What moved, from where to where. */
  moved: string[];
}

/** Notes every layout shift of the page from its beginning. */
async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const kept: Shift[] = [];
    Object.assign(window, { shifts: kept });
    const named = (node: Node | null) => {
      const element = node instanceof Element ? node : node?.parentElement;
      return `${element?.localName}.${element?.className} '${element?.textContent?.slice(0, 40)}'`;
    };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const shift = entry as PerformanceEntry & {
          value: number;
          hadRecentInput: boolean;
          sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
        };
        if (shift.hadRecentInput) continue;
        const moved = shift.sources.map(
          ({ node, previousRect: from, currentRect: to }) =>
            `${named(node)} ${from.x},${from.y} ${from.width}x${from.height} -> ${to.x},${to.y} ${to.width}x${to.height}`,
        );
        kept.push({ value: shift.value, at: Math.round(entry.startTime), moved });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** The shifts since the last look. */
const shifts = (page: Page) => page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts.splice(0));

const next = (page: Page) => page.getByRole('region', { name: 'Lo que sigue' });
/** Home is complete, and its late pulls have come. */
async function homeStands(page: Page): Promise<void> {
  await expect(next(page)).toContainText(/En trámite|R-20/);
  await expect(next(page)).toContainText('Próxima factura');
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(1200);
}

/** By script: what follows a press of the customer's own would not be counted. */
const go = (page: Page, hash: string) =>
  page.evaluate((to) => {
    location.hash = to;
  }, hash);

/** Another screen stands too: what comes late there is not home's. */
async function screenStands(page: Page, title: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toContainText(title);
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(1200);
  await shifts(page);
}

const sum = (list: readonly Shift[]) => list.reduce((all, { value }) => all + value, 0);
function none(list: readonly Shift[], when: string): void {
  expect(sum(list), `${when}: ${JSON.stringify(list, null, 1)}`).toBe(0);
}

for (const size of [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
]) {
  test(`[F50] nothing of home moves at start, at a reload and at each return, at ${size.width}`, async ({ page }) => {
    test.setTimeout(180_000);
    await page.setViewportSize(size);
    await watchShifts(page);
    await signInHome(page);
    await homeStands(page);
    none(await shifts(page), 'after the sign-in');
    await readyOffline(page);

    for (const round of ['first', 'second']) {
      await page.reload();
      await homeStands(page);
      await shot(page, `quieto-${size.width}-${round}`);
      none(await shifts(page), `${round} reload`);
    }

    await go(page, '#/app/documentos/520021');
    await screenStands(page, 'Tus Documentos');
    await page.evaluate(() => document.querySelector<HTMLElement>('main button[title="Volver"]')?.click());
    await expect(next(page)).toBeVisible();
    await homeStands(page);
    none(await shifts(page), 'return by Volver');

    await go(page, '#/app/pagos/520021');
    await screenStands(page, 'Historial');
    await page.goBack();
    await homeStands(page);
    none(await shifts(page), 'return by the browser');

    await go(page, '#/app/pagos/520021');
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Historial');
    await page.reload();
    await screenStands(page, 'Historial');
    await page.goBack();
    await homeStands(page);
    none(await shifts(page), 'return to an entry of before a reload');
  });

  test(`[F50] nor does a request that waits, or a form that was begun, move anything, at ${size.width}`, async ({
    page,
    context,
  }) => {
    test.setTimeout(180_000);
    await page.setViewportSize(size);
    await watchShifts(page);
    await signInHome(page);
    await homeStands(page);
    await readyOffline(page);
    await shifts(page);
    await openNewRefund(page);
    await page.getByLabel('Diagnóstico').fill('Gripe');
    await shifts(page);
    await go(page, '#/app');
    await expect(page.getByText('Borrador de reembolso')).toBeVisible();
    await homeStands(page);
    none(await shifts(page), 'return from a form');

    await context.setOffline(true);
    await askTicket(page, 'Una duda');
    await shifts(page);
    await go(page, '#/app');
    await expect(page.getByText('1 solicitud pendiente de envío.')).toBeVisible();
    await homeStands(page);
    none(await shifts(page), 'return with a request that waits');
    await page.reload();
    await expect(page.getByText('1 solicitud pendiente de envío.')).toBeVisible();
    await homeStands(page);
    none(await shifts(page), 'reload with a request that waits');
  });
}
