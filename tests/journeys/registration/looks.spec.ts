import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fits } from '../harness/looks.ts';
import { expect, test } from '../harness/test.ts';
import { everyWay } from './every-way.ts';
import { photographOf } from './pictures.ts';
import { begin, fill, fillAll, goOn, reach, stepOf, touch, type Walk, walkOf, walkTo } from './walk.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

const photo = async (walk: Walk, text: string, blur = 0) => ({
  name: 'x.jpg',
  mimeType: 'image/jpeg',
  buffer: await photographOf(walk.page, text, { blur }),
});
const slot = ({ page }: Walk, side: string) => page.locator(`[data-field="${side}"] input[type=file]`).last();

test('[V2.12][V2.29][D45] residence, photo tiles, their drawer, advice and the offer to resume pass every visual check', async ({
  page,
}) => {
  test.setTimeout(240_000);
  const one = { email: 'ojos@correo.test', emailConfirmacion: 'ojos@correo.test' };
  const walk = await walkOf(page, touch, 'Costa Rica', one);
  await page.goto('/#/registro/residencia');
  await page.locator('label').filter({ hasText: 'República Dominicana' }).tap();
  await everyWay(page, 'residence');
  await begin(walk);
  await walkTo(walk, 'documentacion');
  const step = stepOf(walk, 'documentacion');
  await fill(walk, { ...step, fields: step.fields.filter(({ kind }) => kind !== 'photo') });
  await everyWay(page, 'tiles');
  await page.getByRole('button', { name: 'Añadir: Frontal' }).tap();
  await expect(page.getByRole('button', { name: 'Tomar foto' })).toBeVisible();
  await everyWay(page, 'tile-drawer');
  await page.keyboard.press('Escape');
  await slot(walk, 'frontal').setInputFiles(await photo(walk, 'Costa Rica\nFrontal', 16));
  await expect(page.getByText('Se ve borrosa:')).toBeVisible();
  await everyWay(page, 'advice');

  await page.getByRole('button', { name: 'Guardar y salir' }).tap();
  await page.evaluate(() => sessionStorage.clear());
  await page.goto('/?otra#/registro/residencia');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tienes un registro sin terminar');
  await everyWay(page, 'resume');
  await page.getByRole('button', { name: 'Empezar de nuevo' }).tap();
  await expect(page.getByRole('button', { name: 'Conservar lo escrito' })).toBeVisible();
  await everyWay(page, 'restart');
});

test("[S20][V2.29] the desk's code, its page on the phone and the ends of both pass every visual check", async ({
  page,
  browser,
  baseURL,
}) => {
  test.setTimeout(240_000);
  const desk = await browser.newContext({ viewport: { width: 1280, height: 800 }, hasTouch: false, baseURL });
  const there = await desk.newPage();
  const one = { email: 'relevo@correo.test', emailConfirmacion: 'relevo@correo.test' };
  const walk = await walkOf(there, touch, 'Costa Rica', one);
  walk.hand = {
    ...touch,
    press: (control) => control.click(),
    type: (field, text) => field.fill(text),
    async pick(_, select, option) {
      await select.click();
      await there.getByRole('option', { name: option, exact: true }).click();
    },
  };
  await begin(walk);
  await walkTo(walk, 'documentacion');
  const step = stepOf(walk, 'documentacion');
  await fill(walk, { ...step, fields: step.fields.filter(({ kind }) => kind !== 'photo') });
  await there.getByRole('button', { name: 'Usar la cámara de tu teléfono' }).click();
  const address = (await there.locator('[data-address]').getAttribute('data-address')) ?? '';
  await everyWay(there, 'relay-code');

  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Fotos para tu registro');
  await everyWay(page, 'relay-phone');
  for (const side of ['frontal', 'reverso']) {
    await slot({ ...walk, page }, side).setInputFiles(await photo(walk, `Costa Rica\n${side}`));
    await expect(page.locator(`[data-field="${side}"] img`)).toBeVisible();
  }
  await everyWay(page, 'relay-filled');
  await page.getByRole('button', { name: 'Enviar a mi equipo' }).tap();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Fotos enviadas');
  await everyWay(page, 'relay-sent');
  await desk.close();
});

test('[V2.39][V2.40][D60] the review before sending and the created account pass every visual check', async ({
  page,
}) => {
  test.setTimeout(240_000);
  const one = { nif: '1710345677', email: 'creada@correo.test', emailConfirmacion: 'creada@correo.test' };
  const walk = await walkOf(page, touch, 'Ecuador', { ...one, nifConyuge: '0926687856' });
  await begin(walk);
  await fillAll(walk);
  await expect(page.getByRole('region', { name: 'Revisa tus datos' })).toBeVisible();
  await everyWay(page, 'review');
  await page.waitForTimeout(600);
  await goOn(walk);
  await expect(page.getByText(/^Tus? pólizas? ya está/)).toBeVisible();
  await everyWay(page, 'created');
});

test('[H8.8] the page of a recovery mail, with and without a refusal, and an expired link pass every visual check', async ({
  page,
  server,
  line,
}) => {
  test.setTimeout(120_000);
  await page.goto('/');
  await fetch(`${server.url}/api/resetPassword/forgotPassword`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: server.url },
    body: JSON.stringify({ email: 'costarica@demo.test' }),
  });
  const folder = join(server.data, 'correo');
  const links = async () => {
    const names = await readdir(folder).catch(() => []);
    const mails = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
    return mails.flatMap((mail) => mail.match(/\/restablecer\/\S+/) ?? []);
  };
  await expect.poll(links).toHaveLength(1);
  await page.goto(`${line.url}${(await links())[0]}`);
  await everyWay(page, 'reset');
  await page.getByLabel('Nueva contraseña').fill('Nueva2026');
  await page.getByLabel('Repite la contraseña').fill('Otra2026');
  await page.getByRole('button', { name: 'Guardar contraseña' }).tap();
  await expect(page.getByRole('alert')).toBeVisible();
  await everyWay(page, 'reset-refused');
  await page.goto(`${line.url}/restablecer/nada`);
  await everyWay(page, 'reset-over');
  await fits(page, 'a link that is over');
});

test("[V2.12] the residence can be chosen by keyboard alone, and a press on a button's first pixel counts", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/#/registro/residencia');
  const start = page.getByRole('button', { name: 'Iniciar' });
  await expect(start).toBeDisabled();
  const group = page.getByRole('group', { name: 'País de residencia fiscal' });
  await reach(group.getByRole('radio').first());
  await page.keyboard.press('Space');
  await expect(group.getByRole('radio', { name: 'Ecuador' })).toBeChecked();
  for (const name of ['Costa Rica', 'República Dominicana', 'Guatemala']) {
    await page.keyboard.press('ArrowDown');
    await expect(group.getByRole('radio', { name })).toBeChecked();
    await expect(page.getByText('Te registras desde')).toBeVisible();
    await expect(group.getByRole('radio', { name })).toBeFocused();
  }
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Salir' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(start).toBeFocused();
  const { x, y, width } = (await start.boundingBox()) ?? { x: 0, y: 0, width: 0 };
  await page.mouse.move(x + width / 2, y + 0.5);
  await page.mouse.down();
  // The button is drawn as pressed before the press ends.
  await page.waitForTimeout(100);
  await page.mouse.up();
  await expect(page.getByRole('heading', { name: 'Trabajando en tu registro' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Empecemos' })).toBeVisible({ timeout: 8000 });
  await expect(page.getByText('República Dominicana').first()).toBeVisible();
});
