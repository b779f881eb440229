import { addPasskey, giveAuthenticator } from '../journeys/harness/authenticator.ts';
import { awayFor } from '../journeys/harness/device.ts';
import { expect, PASSWORD, test } from '../journeys/harness/test.ts';
import { revokeTokens } from '../journeys/harness/tokens.ts';
import { signInHome } from '../journeys/harness/trip.ts';
import { shoot } from './shoot.ts';

const calm = [
  ['ajustes', ''],
  ['contrasena', '/password'],
  ['informacion-personal', '/informacionPersonal'],
  ['huella', '/huella'],
  ['sesiones', '/sesiones'],
  ['pendientes', '/pendientes'],
] as const;

test('cuenta', async ({ page, context }) => {
  test.setTimeout(300_000);
  await signInHome(page);
  for (const [name, path] of calm) {
    await page.goto(`/#/app/configuraciones${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.waitForLoadState('networkidle');
    await expect(page.locator('main')).not.toContainText(/Cargando|Buscando/);
    await shoot(page, name, 'lleno');
    await context.setOffline(true);
    await shoot(page, name, 'sin-conexion');
    await context.setOffline(false);
  }
  await page.goto('/#/app/configuraciones/informacionPersonal');
  await page.getByRole('button', { name: /^Editar domicilio/ }).click();
  await expect(page.getByRole('button', { name: 'Guardar' })).toBeVisible();
  await shoot(page, 'informacion-personal', 'editar');
  await page.getByRole('button', { name: 'Cancelar' }).click();
  await page.goto('/#/app/compartido');
  await expect(page.getByText('No hay archivos recibidos')).toBeVisible();
  await shoot(page, 'compartido', 'vacio');
  await page.goto('/#/app/configuraciones');
  await page.getByRole('button', { name: 'Cerrar sesión' }).click();
  await expect(page.getByRole('dialog').or(page.getByRole('alertdialog')).first()).toBeVisible();
  await shoot(page, 'ajustes', 'cerrar-sesion');
});

test('bloqueado', async ({ page }) => {
  await signInHome(page);
  await awayFor(page, 11 * 60_000);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(page.getByRole('button', { name: 'Usar otra cuenta' }).filter({ visible: true })).toBeVisible();
  await shoot(page, 'bloqueado', 'lleno');
});

test('capas', async ({ page }) => {
  await signInHome(page);
  await page.goto('/#/app/pagos/520022');
  await page.getByRole('button', { name: 'Exportar' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await shoot(page, 'pagos', 'exportar');
  await page.goto('/#/app/pagos/520022/resumen/2026');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Resumen anual');
  await shoot(page, 'resumen', 'lleno');
  await page.goto('/#/app/documentos/520021');
  await page.getByRole('button', { name: 'Todos' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await shoot(page, 'documentos', 'filtro');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page
    .getByRole('button', { name: /Condiciones generales/ })
    .first()
    .click();
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Descargar PDF' })).toBeVisible();
  await shoot(page, 'documentos', 'abierto');
  await page.goto('/#/app/carnet/520021');
  await page.getByRole('button', { name: 'Mostrar' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await shoot(page, 'carnet', 'mostrar');
});

test('app antigua, sesión terminada', async ({ page, server, line }) => {
  await signInHome(page);
  await page.goto('/#/app/documentos/520021');
  // Waits for the documents, because the age of home stays visible a moment longer.
  await expect(page.getByRole('button', { name: 'Todos' })).toBeVisible();
  const refresh = page.getByRole('button', { name: 'Actualizar', exact: true });
  line.fault = (_, path) =>
    path.startsWith('/api/') ? { status: 426, headers: { 'amparo-contract': '2' }, body: '{"code":"outdated"}' } : null;
  await refresh.click();
  await expect(page.getByText('Actualiza la app.', { exact: true })).toBeVisible({ timeout: 30_000 });
  await shoot(page, 'avisos', 'app-antigua');
  line.fault = () => null;
  await refresh.click();
  await expect(page.getByText('Actualiza la app.', { exact: true })).toHaveCount(0);
  await revokeTokens(server);
  await refresh.click();
  const banner = page.getByRole('button', { name: 'Ingresa de nuevo para actualizar y enviar' });
  await expect(banner).toBeVisible();
  await shoot(page, 'avisos', 'sesion-terminada');
  await page.goto('/#/app/beneficiarios/520023');
  await expect(page.getByText('Tu sesión terminó')).toBeVisible();
  await shoot(page, 'avisos', 'sesion-terminada-sin-datos');
  await banner.click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await shoot(page, 'avisos', 'ingresa-de-nuevo');
});

test.describe('huella', () => {
  // Passkeys belong to a host name, never to an IP address, so this uses the server's own name.
  test.use({ baseURL: async ({ server }, use) => use(server.url.replace('127.0.0.1', 'localhost')) });

  test('puerta', async ({ page, context, server }) => {
    await giveAuthenticator(page);
    await signInHome(page);
    await addPasskey(page, PASSWORD);
    await shoot(page, 'puerta', 'lleno');
    await context.setOffline(true);
    await shoot(page, 'puerta', 'sin-conexion');
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Desbloquear con tu huella o rostro' }).filter({ visible: true }).click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('María Fernanda');
    await page.goto('/#/app/configuraciones/huella');
    await expect(page.getByText(/Este (teléfono|equipo)\s·/)).toBeVisible();
    await shoot(page, 'huella', 'una');
    await revokeTokens(server);
    await page.goto('/#/app/documentos/520021');
    // The server says that the session has ended.
    await page.getByRole('button', { name: 'Actualizar', exact: true }).click();
    const banner = page.getByRole('button', { name: 'Ingresa de nuevo para actualizar y enviar' });
    await banner.click();
    await expect(page.getByRole('button', { name: 'Entrar con tu huella o rostro' })).toBeVisible();
    await shoot(page, 'avisos', 'ingresa-de-nuevo-con-huella');
  });
});
