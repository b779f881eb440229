import type { Page } from '@playwright/test';
import { rowsOnDevice } from '../harness/device.ts';
import type { Line } from '../harness/line.ts';
import { fits } from '../harness/looks.ts';
import { expect, signIn, test } from '../harness/test.ts';
import { complaints } from './look.ts';
import { type Hostility, hostilities, spoiled } from './spoiled.ts';

// Home asks for all that it shows in one request.
const screens = [
  ['', 'lecturas'],
  ['?poliza=1', 'lecturas'],
  ['?poliza=2', 'lecturas'],
  ['/pagos/520021', 'getInternetPayments'],
  ['/documentos/520021', 'getDocuments'],
  ['/beneficiarios/520022', 'getAccountRoles'],
  ['/dependientes/520021', 'getDependents'],
  ['/carnet/520021', 'getPolicyCards'],
  ['/facturas/520022/VTUSA/null/AMPARO/0', 'getPendingBills'],
  ['/facturas/520023/VTUSA/2026-01-01/AMPARO/0', 'getPendingBills'],
  ['/facturas/520022/VTUSA/2026-01-01/AMPARO/0', 'getPendingBills'],
  ['/reembolsos/520021', 'getByPolicy'],
  ['/configuraciones/ayuda', 'getTicketsByPoliza'],
  ['/configuraciones/informacionPersonal', 'getPersonalInformation'],
] as const;

for (const hostility of hostilities) {
  test(`[S2] ${hostility.name} in every field of every answer is shown as text, and every screen still works`, {
    tag: '@restless',
  }, async ({ page, context, line }) => {
    test.setTimeout(150_000);
    const found = complaints(context);
    spoil(line, hostility, 'shown');
    await signIn(page, 'costarica@demo.test');
    await lookAround(page, line, `${hostility.name}`, now);
    // Fields that decide what is listed would empty the screens, so they come last.
    spoil(line, hostility, 'all');
    await lookAround(page, line, `${hostility.name}, deciding fields too`, (path) => {
      // A record that comes without its residence takes no other's place, so the kept one has its age.
      return path.endsWith('/informacionPersonal') ? /Actualizado hace/ : now();
    });
    expect(await page.evaluate(() => 'ran' in globalThis), 'nothing of it ran').toBe(false);
    expect(found).toEqual([]);
  });
}

function spoil(line: Line, hostility: Hostility, which: 'shown' | 'all'): void {
  line.fault = (_, path) =>
    /^\/(api\/(lecturas$|integraciones|reembolsos\/getByPolicy|tickets|usuarios\/(login|getPersonal))|host\/salesforce\/getPending)/.test(
      path,
    )
      ? { rewrite: (body) => spoiled(body, hostility, which) }
      : null;
}

const now = () => /Actualizado hace un momento/;

async function lookAround(page: Page, line: Line, what: string, age: (path: string) => RegExp): Promise<void> {
  for (const [path, call] of screens) {
    const main = page.getByRole('main');
    line.seen.length = 0;
    await page.goto(`/#/app${path}`);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    await expect(main.getByText(/^Cargando/)).toHaveCount(0);
    const refresh = page.getByRole('button', { name: /^(Actualizar|Reintentar)$/ });
    await refresh.first().click();
    await expect.poll(() => line.seen.some((one) => one.endsWith(call)), { message: `${path} asked` }).toBe(true);
    await expect(main.getByText(age(path)).first()).toBeVisible();
    await expect(refresh.and(page.locator('[aria-disabled=true]'))).toHaveCount(0);
    if (path.startsWith('/pagos')) {
      const cards = page.getByRole('button', { expanded: false });
      if ((await cards.count()) > 0) await cards.first().click();
    }
    await fits(page, `${path} with ${what}`);
    const markup = await page.evaluate(() => document.querySelectorAll('[onerror], [onload], main script').length);
    expect(markup, `${path} with ${what}`).toBe(0);
  }
  expect(await rowsOnDevice(page, 'policies')).toBe(1);
}
