import type { Page } from '@playwright/test';
import { oneByOne } from '../journeys/harness/line.ts';
import { forget } from '../journeys/harness/storage.ts';
import { expect, signIn, test } from '../journeys/harness/test.ts';
import { shoot } from './shoot.ts';

/** Each screen's name, address, call and table. */
const screens = [
  ['pagos', 'pagos/520022', 'getInternetPayments', 'payments'],
  ['documentos', 'documentos/520021', 'getDocuments', 'documents'],
  ['beneficiarios', 'beneficiarios/520022', 'getAccountRoles', 'roles'],
  ['dependientes', 'dependientes/520021', 'getDependents', 'dependents'],
  ['carnet', 'carnet/520021', 'getPolicyCards', 'cards'],
  ['facturas', 'facturas/520022/VTUSA/null/AMPARO/0', 'getPendingBills', 'bills'],
  ['reembolsos', 'reembolsos/520021', 'getByPolicy', 'refunds'],
  ['ayuda', 'configuraciones/ayuda', 'getTicketsByPoliza', 'tickets'],
] as const;

const main = (page: Page) => page.getByRole('main');
const retry = (page: Page) => page.getByRole('button', { name: 'Reintentar' });
async function filled(page: Page): Promise<void> {
  const age = main(page).getByText(/^Actualizado/);
  await expect(age.first()).toBeVisible();
  await expect(main(page).getByText(/^Cargando/)).toHaveCount(0);
}

for (const [name, path, call, table] of screens) {
  test(name, async ({ page, context, line }) => {
    const answers = (fault: ReturnType<typeof line.fault>) => {
      line.fault = oneByOne((_, address) => (address.includes(call) ? fault : null));
    };
    await signIn(page, 'costarica@demo.test');
    await expect(page.getByRole('heading', { name: 'María Fernanda' })).toBeVisible();
    await page.goto(`/#/app/${path}`);
    await expect(page.getByRole('heading', { name: 'María Fernanda', level: 1 })).toHaveCount(0);
    await filled(page);
    await shoot(page, name, 'lleno');
    await context.setOffline(true);
    await shoot(page, name, 'sin-conexion');
    await context.setOffline(false);

    answers({ delayMs: 60_000 });
    await forget(page, [table, 'pulls']);
    await page.reload();
    await expect(main(page).getByText(/^Cargando/)).toBeVisible();
    await shoot(page, name, 'cargando');
    answers({ status: 500 });
    await page.reload();
    await expect(retry(page)).toBeVisible({ timeout: 20_000 });
    await shoot(page, name, 'fallo');
    answers('drop');
    await retry(page).click();
    await expect(page.getByText(/Amparo no responde/)).toBeVisible();
    await shoot(page, name, 'no-responde');
    await context.setOffline(true);
    await expect(page.getByText(/Amparo no responde/)).toHaveCount(0);
    await shoot(page, name, 'sin-conexion-ni-datos');
    answers({ status: 200, body: '[]' });
    // It pulls again by itself once there is a connection.
    await context.setOffline(false);
    await expect(retry(page)).toHaveCount(0);
    await shoot(page, name, 'vacio');
  });
}

/** Somebody designated for each share. */
const designated = (...shares: (number | null)[]) =>
  shares.map((ParticipationPercentage, index) => ({
    ClientName: ['ROJAS MORA, ANA LUCÍA', 'SOLÍS VARGAS, JOSÉ PABLO', 'SOLÍS ROJAS, VALENTINA'][index % 3],
    Role: index < 5 ? 'Primary Beneficiary' : 'Contingent Beneficiary',
    IrrevocableBeneficiary: index === 1 ? 'Positivo' : '',
    ParticipationPercentage,
  }));

/** A bill for each, due in so many days. */
const owed = (...days: number[]) =>
  days.map((day, index) => {
    const date = (of: number) => new Date(Date.now() + of * 86_400_000).toISOString().slice(0, 10);
    return { BillNumber: `F-56${index}`, DuePremium: 384.9, EffectiveFrom: date(day - 30), EffectiveTo: date(day) };
  });

/** What a list may say besides what the demo customer has: a screen, its address, its call, and the answer of each state. */
const others = [
  [
    'beneficiarios',
    'beneficiarios/520022',
    'getAccountRoles',
    {
      'falta-repartir': designated(50, 25),
      'sin-porcentajes': designated(null, null, null),
      'mas-de-seis': designated(40, 20, 15, 7, 7, 6, 5),
    },
  ],
  ['dependientes', 'dependientes/520021', 'getDependents', { 'sin-activos': [{ ClientName: 'X', Role: 'Owner' }] }],
  [
    'facturas',
    'facturas/520022/VTUSA/null/AMPARO/0',
    'getPendingBills',
    { trimestral: owed(38, 129, 220, 311), mensual: owed(...Array.from({ length: 12 }, (_, at) => 12 + 30 * at)) },
  ],
  ['facturas-impagadas', 'facturas/540042/VTUSA/2026-01-01/AMPARO/0', 'getPendingBills', { varias: owed(-40, -10) }],
  ['factura-impagada', 'facturas/520023/VTUSA/2026-01-01/AMPARO/0', 'getPendingBills', { caducidad: owed(-40, -10) }],
] as const;

for (const [name, path, call, states] of others) {
  test(`${name}, otros estados`, async ({ page, line }) => {
    // Only hers is in arrears without one amount against lapsing.
    const isHers = name === 'facturas-impagadas';
    await signIn(page, isHers ? 'guatemala@demo.test' : 'costarica@demo.test');
    await expect(page.getByRole('heading', { name: isHers ? 'Ixchel' : 'María Fernanda' })).toBeVisible();
    await page.goto(`/#/app/${path}`);
    for (const [state, rows] of Object.entries(states)) {
      line.fault = oneByOne((_, address) =>
        address.includes(call) ? { status: 200, body: JSON.stringify(rows) } : null,
      );
      await filled(page);
      line.seen.length = 0;
      await main(page).getByRole('button', { name: 'Actualizar' }).click();
      await expect.poll(() => line.seen.some((one) => one.includes(call))).toBe(true);
      await page.waitForLoadState('networkidle');
      await shoot(page, name, state);
    }
  });
}

test('la póliza de una pantalla', async ({ page }) => {
  test.setTimeout(240_000);
  await signIn(page, 'grande@demo.test');
  await expect(page.getByRole('heading', { name: 'Carlos Alberto' })).toBeVisible();
  for (const [name, path] of [
    ['facturas', 'facturas/560003/VTUSA/null/AMPARO/0'],
    ['pagos', 'pagos/560001'],
    ['documentos', 'documentos/560001'],
  ] as const) {
    await page.goto(`/#/app/${path}`);
    await filled(page);
    await main(page).getByRole('combobox', { name: 'Póliza' }).click();
    await expect(page.getByRole('option')).toHaveCount(40);
    await shoot(page, name, 'poliza-abierta');
    await page.keyboard.press('Escape');
  }
});

test('inicio', async ({ page, context, line }) => {
  await signIn(page, 'costarica@demo.test');
  await expect(page.getByText('Tus datos se abren sin conexión.')).toBeVisible({ timeout: 45_000 });
  // What was learned late stands last in this visit.
  await page.reload();
  await expect(page.getByText('Lo que sigue')).toBeVisible();
  await page.waitForLoadState('networkidle');
  for (const index of [0, 1, 2]) {
    await page.goto(`/#/app?poliza=${index}`);
    await filled(page);
    // The carousel needs this time to scroll to the policy.
    await page.waitForTimeout(600);
    await shoot(page, 'inicio', `poliza-${index}`);
  }
  await context.setOffline(true);
  await shoot(page, 'inicio', 'sin-conexion');
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Ver las 3 pólizas' }).click();
  await expect(page.getByRole('dialog', { name: 'Tus pólizas' })).toBeVisible();
  await shoot(page, 'inicio', 'lista-de-polizas');

  const calls = /individualPolicyDetail|dbPoliciesSynchronization/;
  const answers = (fault: ReturnType<typeof line.fault>) => {
    line.fault = oneByOne((_, address) => (calls.test(address) ? fault : null));
  };
  answers({ delayMs: 60_000 });
  await forget(page, ['policies', 'pulls']);
  await page.goto('/#/app');
  await page.reload();
  await expect(page.getByText('Cargando tus pólizas...')).toBeVisible();
  await shoot(page, 'inicio', 'cargando');
  answers({ status: 500 });
  await page.reload();
  await expect(retry(page)).toBeVisible({ timeout: 20_000 });
  await shoot(page, 'inicio', 'fallo');
  answers('drop');
  await retry(page).click();
  await expect(page.getByText(/Amparo no responde/)).toBeVisible();
  await context.setOffline(true);
  await shoot(page, 'inicio', 'sin-conexion-ni-datos');
});

for (const name of ['ecuador', 'dominicana', 'guatemala', 'colombia', 'internacional', 'grande']) {
  test(`inicio de ${name}`, async ({ page }) => {
    await signIn(page, `${name}@demo.test`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    if (name !== 'internacional') {
      await filled(page);
      // This appears last, when the people are counted and the refunds are there.
      await expect(page.getByText('Próxima factura')).toBeVisible();
    }
    await page.waitForLoadState('networkidle');
    await shoot(page, 'inicio', name);
  });
}
