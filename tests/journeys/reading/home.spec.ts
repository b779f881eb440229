import { accessible, fits, looks, SHOTS } from '../harness/looks.ts';
import { expect, readyOffline, test } from '../harness/test.ts';
import { openNewRefund, signInHome } from '../harness/trip.ts';

test('[H4.2][H2.29][H4.5] home on a phone shows what is due, also offline, and resumes a refund that was begun', async ({
  page,
  context,
}) => {
  test.setTimeout(180_000);
  await signInHome(page);
  const owed = page.getByRole('region', { name: 'En impago' });
  await expect(owed).toContainText(/Vida Entera Protección\s· te quedan \d+ días US\$412,50 para que no caduque/);
  const next = page.getByRole('region', { name: 'Lo que sigue' });
  await expect(next).toContainText(/Próxima factura Salud Global Plus US\$[\d,]+ vence el/);
  await expect(next).toContainText(/Honorarios médicos Matías\s· R-\d{4}-\d+ ₡[\d\s]+ En trámite/);
  await readyOffline(page);
  await openNewRefund(page);
  await page.getByLabel('Diagnóstico').fill('Gripe');
  await page.goto('/#/app');
  await expect(next).toContainText(/Reembolso sin enviar.*Seguir.*paso 1 de 4/);
  await looks(page, 'inicio');

  await context.setOffline(true);
  await page.reload();
  await expect(owed).toContainText('te quedan');
  await expect(next).toContainText(/En trámite.*Próxima factura/);
  await looks(page, 'inicio-sin-conexion');
  await next.getByRole('link', { name: /Reembolso sin enviar/ }).click();
  await expect(page.getByText(/Paso 1 de 4/).first()).toBeVisible();
  await context.setOffline(false);
  await page.goto('/#/app');
  await owed.getByRole('link', { name: /^Pagar/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Factura impagada' })).toBeVisible();
});

test('[H2.19][H2.20] a desk shows all policies at once, and home finds the last chosen one again', async ({
  page,
  context,
}) => {
  test.setTimeout(180_000);
  await page.setViewportSize({ width: 1280, height: 800 });
  await signInHome(page);
  const desk = page.getByRole('region', { name: 'Tus pólizas' });
  await expect(desk.getByRole('button', { name: /Vida Universal Flexible/ })).toBeVisible();
  const beside = page.getByRole('region', { name: 'Lo que sigue' });
  await expect(beside).toContainText(/Próxima factura.*En trámite/);
  await expect(page.getByRole('link', { name: /^Ver las 3\s?: Personas$/ })).toHaveAttribute('href', /dependientes/);
  for (const [width, height] of [
    [1280, 800],
    [1920, 1080],
  ] as const) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      if (SHOTS) await page.screenshot({ path: `${SHOTS}/escritorio-${width}-${colorScheme}.png` });
      await accessible(page, `home at ${width} ${colorScheme}`);
      await fits(page, `home at ${width}`);
    }
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await desk.getByRole('button', { name: /Vida Universal Flexible/ }).click();
  await expect(page).toHaveURL(/poliza=1/);
  await expect(desk.locator('[aria-current=true]')).toContainText('Vida Universal Flexible');
  // The rail has these links instead.
  await expect(page.getByRole('main').getByRole('link', { name: 'Documentos' })).toHaveCount(0);

  const rail = page.getByRole('navigation', { name: 'Secciones' });
  await rail.getByRole('link', { name: 'Pagos' }).click();
  await expect(page.getByText('Vida Universal Flexible').first()).toBeVisible();
  await rail.getByRole('link', { name: 'Inicio', exact: true }).click();
  await expect(desk.locator('[aria-current=true]')).toContainText('Vida Universal Flexible');

  await rail.getByRole('button', { name: 'Carnet' }).click();
  const question = page.getByRole('dialog');
  await expect(question).toContainText('Vida Universal Flexible no tiene carnet.');
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/pregunta-poliza.png` });
  await question.getByRole('option', { name: /Salud Global Plus/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Carnet de salud' })).toBeVisible();
  await expect(page.getByText('Salud Global Plus').first()).toBeVisible();
  await context.setOffline(true);
  await rail.getByRole('link', { name: 'Inicio', exact: true }).click();
  await expect(desk.locator('[aria-current=true]')).toContainText('Salud Global Plus');
});

test('[D64] between phone and desk the rail shows icons with names for screen readers, and no wrapped labels', async ({
  page,
}) => {
  await signInHome(page);
  const rail = page.getByRole('navigation', { name: 'Secciones' });
  for (const width of [543, 720, 899, 900]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(rail.getByRole('link', { name: 'Inicio', exact: true })).toBeVisible();
    const entries = rail.getByRole('link').or(rail.getByRole('button'));
    const heights = await entries.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height));
    expect(heights.length, `${width}`).toBeGreaterThan(4);
    expect(Math.max(...heights), `${width}`).toBeLessThan(64);
    await fits(page, `home at ${width}`);
  }
});
