import { oneByOne } from '../harness/line.ts';
import { accessible, fits, looks } from '../harness/looks.ts';
import { forget } from '../harness/storage.ts';
import { expect, signIn, test } from '../harness/test.ts';

const NOT_HERE = 'Esto aún no está en este teléfono';

const screens = [
  ['pagos/520021', 'getInternetPayments', 'No tenemos pagos electrónicos que mostrarte'],
  ['documentos/520021', 'getDocuments', 'No tenemos documentos que mostrarte'],
  ['beneficiarios/520022', 'getAccountRoles', 'No has designado beneficiarios', 'No pudimos cargar tus beneficiarios'],
  // Home pulls the people of the policy in front, and this policy is the third.
  ['dependientes/530033', 'getDependents', 'No tienes dependientes', 'No pudimos cargar tus dependientes'],
  ['carnet/520021', 'getPolicyCards', 'No tenemos un carnet que mostrarte', 'No pudimos cargar tu carnet'],
  [
    'facturas/520022/VTUSA/null/AMPARO/0',
    'getPendingBills',
    'No tienes próximas facturas',
    'No pudimos cargar tus facturas',
  ],
] as const;

for (const [path, call, empty, notLoaded = NOT_HERE] of screens) {
  test(`[D70] ${path.split('/')[0]} while loading, empty, failed and offline are four screens, each accessible`, async ({
    page,
    line,
  }) => {
    // A year of bills is a page with many stops of Tab, and each is looked at.
    test.setTimeout(180_000);
    const [name = ''] = path.split('/');
    const answers = (fault: ReturnType<typeof line.fault>) => {
      line.fault = oneByOne((_, address) => (address.includes(call) ? fault : null));
    };
    answers({ delayMs: 20_000 });
    await signIn(page, path.includes('/53') ? 'dominicana@demo.test' : 'costarica@demo.test');
    await expect(page.getByRole('heading', { name: /María Fernanda|Rafael/ })).toBeVisible();
    const address = `/#/app/${path}`;
    await page.goto(address);
    await expect(page.getByRole('main').getByText(/^Cargando/)).toBeVisible();
    await looks(page, `${name}-cargando`);

    answers({ status: 500 });
    await page.reload();
    const retry = page.getByRole('button', { name: 'Reintentar' });
    await expect(retry).toBeVisible({ timeout: 15_000 });
    await expect(page.getByRole('alert').getByText(notLoaded)).toBeVisible();
    await expect(page.getByText(empty)).toHaveCount(0);
    await looks(page, `${name}-fallo`);

    answers('drop');
    await retry.click();
    await expect(page.getByText(/Amparo no responde/)).toBeVisible();
    await looks(page, `${name}-sin-conexion`);

    answers({ status: 200, body: '[]' });
    await retry.click();
    await expect(page.getByText(empty)).toBeVisible();
    await expect(retry).toHaveCount(0);
    await looks(page, `${name}-vacio`);

    line.fault = () => null;
    await page.getByRole('button', { name: 'Actualizar' }).click();
    await expect(page.getByText(empty)).toHaveCount(0);
    await looks(page, name);
  });
}

test('every screen fits at 320 px and at twice the text size', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await signIn(page, 'costarica@demo.test');
  for (const path of ['', ...screens.map(([one]) => `/${one.replace('530033', '520021')}`)]) {
    await page.goto(`/#/app${path}`);
    await expect(
      page
        .getByRole('main')
        .getByText(/Actualizado/)
        .first(),
    ).toBeVisible();
    await fits(page, `${path} at 320`);
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
    await fits(page, `${path} at 320 and 200 %`);
    await page.evaluate(() => document.documentElement.style.removeProperty('font-size'));
  }
});

test('[D70] home while loading, failed and offline with nothing stored is accessible each time', async ({
  page,
  line,
}) => {
  const answers = (fault: ReturnType<typeof line.fault>) => {
    line.fault = oneByOne((_, address) =>
      /individualPolicyDetail|dbPoliciesSynchronization/.test(address) ? fault : null,
    );
  };
  await signIn(page, 'costarica@demo.test');
  await expect(page.getByRole('heading', { name: 'María Fernanda' })).toBeVisible();
  answers({ delayMs: 20_000 });
  await forget(page, ['policies', 'pulls']);
  await page.reload();
  await expect(page.getByText('Cargando tus pólizas...')).toBeVisible();
  await looks(page, 'inicio-cargando');

  answers({ status: 500 });
  await page.reload();
  const retry = page.getByRole('button', { name: 'Reintentar' });
  await expect(page.getByRole('alert').getByText(NOT_HERE)).toBeVisible();
  await looks(page, 'inicio-fallo');

  answers('drop');
  await retry.click();
  await expect(page.getByText(/Amparo no responde/)).toBeVisible();
  await looks(page, 'inicio-sin-conexion');

  line.fault = () => null;
  await retry.click();
  await expect(page.getByRole('heading', { name: 'Salud Global Plus' })).toBeVisible();
  await looks(page, 'inicio');
});

test('the policy list and every screen are accessible in the dark theme', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await signIn(page, 'costarica@demo.test');
  for (const path of ['', '?poliza=1', '?poliza=2', ...screens.map(([one]) => `/${one.replace('530033', '520021')}`)]) {
    await page.goto(`/#/app${path}`);
    await expect(
      page
        .getByRole('main')
        .getByText(/Actualizado/)
        .first(),
    ).toBeVisible();
    await accessible(page, `${path} in the dark`);
  }
  await page.goto('/#/app');
  await page.getByRole('button', { name: 'Ver las 3 pólizas' }).click();
  await expect(page.getByRole('dialog', { name: 'Tus pólizas' })).toBeVisible();
  await accessible(page, 'the policy list in the dark');
});
