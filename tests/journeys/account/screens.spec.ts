import { accessible, fits, uncovered } from '../harness/looks.ts';
import { expect, readyOffline, signIn, test } from '../harness/test.ts';
import { askTicket } from '../harness/ticket.ts';
import { signInHome } from '../harness/trip.ts';

const customers = ['ecuador', 'costarica', 'dominicana', 'guatemala', 'colombia', 'internacional'] as const;
const cards = ['información básica', 'cónyuge', 'contacto', 'domicilio', 'información financiera'];
const sizes = [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
];

for (const name of customers) {
  test(`[H2.64][H2.66] every card and editor of ${name} is accessible and fits, on a phone and on a desk`, async ({
    page,
  }) => {
    // Four editors at two sizes are checked by axe, which takes over a minute and a half on a busy machine.
    test.setTimeout(180_000);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await signIn(page, `${name}@demo.test`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    for (const size of sizes) {
      await page.setViewportSize(size);
      await page.goto('/#/app/configuraciones/informacionPersonal');
      await expect(page.getByRole('heading', { name: 'Información legal' })).toBeVisible();
      await fits(page, `the cards at ${size.width}`);
      await accessible(page, `the cards at ${size.width}`);
      for (const card of cards) {
        const edit = page.getByRole('button', { name: new RegExp(`^(Editar|Añadir) ${card}`) });
        if ((await edit.count()) === 0) continue;
        await edit.click();
        await expect(page.getByRole('button', { name: 'Guardar' })).toBeVisible();
        await accessible(page, `${card} at ${size.width}`);
        await page.getByRole('button', { name: 'Cancelar' }).click();
        await expect(page.getByRole('dialog')).toBeHidden();
      }
    }
  });
}

test('[H2.12] settings, password, help and pending are accessible and fit at 320 px and in the dark', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'dark' });
  await signIn(page, 'costarica@demo.test');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.setViewportSize({ width: 320, height: 640 });
  for (const path of ['', '/password', '/ayuda', '/ayuda/crear', '/pendientes', '/informacionPersonal']) {
    await page.goto(`/#/app/configuraciones${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('main')).not.toContainText('Cargando');
    await fits(page, path);
    await accessible(page, path);
  }
});

test('[H2.66] a list chosen from in an editor keeps the scroll position of the page behind', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signIn(page, 'costarica@demo.test');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  // The app opens without the start page, whose sheet would listen for Back before the router.
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goto('/#/app/configuraciones/informacionPersonal');
  const edit = page.getByRole('button', { name: /^Editar domicilio/ });
  await expect(edit).toBeVisible();
  await page.evaluate(() => scrollTo(0, 500));
  await edit.tap();
  await page.getByRole('combobox', { name: 'Provincia' }).tap();
  await page.getByRole('option').nth(2).tap();
  await expect(page.getByRole('listbox')).toBeHidden();
  await page.getByRole('button', { name: 'Cancelar' }).tap();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect.poll(() => page.evaluate(() => history.state?.amparoLayer)).toBeUndefined();
  expect(await page.evaluate(() => scrollY)).toBe(500);
});

test('a searched list keeps its height, so that its search field does not move', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signInHome(page, 'ecuador@demo.test');
  await page.goto('/#/app/configuraciones/informacionPersonal');
  await page.getByRole('button', { name: /^Editar domicilio/ }).tap();
  await page.getByRole('combobox', { name: 'Provincia' }).tap();
  const search = page.getByRole('combobox', { name: /^Buscar/ });
  // How many were found stands in the field's frame, beside what is typed.
  const frame = search.locator('..');
  const before = await frame.boundingBox();
  await search.fill('zamora');
  await expect(page.getByRole('option')).toHaveCount(1);
  expect(await frame.boundingBox()).toEqual(before);
});

test('a toast stands above the button at the lower edge of the screen', async ({ page, context }) => {
  await signInHome(page);
  await readyOffline(page);
  // The subjects are mirrored with the form, which then opens without a connection.
  await page.goto('/#/app/configuraciones/ayuda/crear');
  await expect(page.getByLabel('Cuéntanos un poco más')).toBeVisible();
  await context.setOffline(true);
  await askTicket(page, 'Una consulta que sale sola');
  await page.goto('/#/app/configuraciones/ayuda');
  await expect(page.getByText('Pendiente de envío')).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText('Tu ticket ha sido creado con éxito')).toBeVisible();
  await uncovered(page.getByRole('link', { name: 'Nueva consulta' }));
});
