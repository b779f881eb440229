import { rowsOnDevice } from '../harness/device.ts';
import { toastsCoverNothing } from '../harness/looks.ts';
import { expect, test } from '../harness/test.ts';
import { photographOf } from './pictures.ts';
import { begin, expectAccessible, fill, stepOf, touch, walkOf, walkTo } from './walk.ts';

const SHOTS = process.env.AMPARO_SHOTS;

test.use({ viewport: { width: 1280, height: 800 }, hasTouch: false });

test('[S20][V2.29] a desk shows a code, a phone takes both photos with it, and the desk continues by itself', async ({
  page,
  browser,
  baseURL,
}) => {
  test.setTimeout(120_000);
  const walk = await walkOf(page, touch, 'Costa Rica', { email: 'q@correo.test', emailConfirmacion: 'q@correo.test' });
  walk.hand = {
    ...touch,
    press: (control) => control.click(),
    type: (field, text) => field.fill(text),
    async pick(_, select, option) {
      await select.click();
      await page.getByRole('option', { name: option, exact: true }).click();
    },
  };
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  await begin(walk);
  await walkTo(walk, 'documentacion');
  const step = stepOf(walk, 'documentacion');
  await fill(walk, { ...step, fields: step.fields.filter(({ kind }) => kind !== 'photo') });
  await page.getByRole('button', { name: 'Usar la cámara de tu teléfono' }).click();
  const code = page.locator('[data-address]');
  await expect(code).toBeVisible();
  const address = (await code.getAttribute('data-address')) ?? '';
  expect(address).toMatch(/\/#\/registro\/fotos\/frontal-reverso\/[\w-]{43}\.[\w-]{43}$/);
  await expectAccessible(page, 'code');
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/relay-desk.png` });

  const phone = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, baseURL });
  const there = await phone.newPage();
  there.on('request', (request) => requested.push(request.url()));
  await there.goto(address);
  await expect(there.getByRole('heading', { level: 1 })).toHaveText('Fotos para tu registro');
  for (const label of ['Frontal', 'Reverso']) {
    await there
      .locator(`[data-field="${label.toLowerCase()}"] input[type=file]`)
      .last()
      .setInputFiles({
        name: 'x.jpg',
        mimeType: 'image/jpeg',
        buffer: await photographOf(page, `Costa Rica\n${label}`),
      });
    await expect(there.getByRole('button', { name: `Ampliar: ${label}` })).toBeVisible();
  }
  await expectAccessible(there, 'photos on the phone');
  if (SHOTS) await there.screenshot({ path: `${SHOTS}/relay-phone.png` });
  // The page closes and the line breaks before sending, and the photos taken are still there.
  await there.goto('about:blank');
  await there.goto(address);
  for (const label of ['Frontal', 'Reverso'])
    await expect(there.getByRole('button', { name: `Ampliar: ${label}` })).toBeVisible();
  await phone.setOffline(true);
  await there.getByRole('button', { name: 'Enviar a mi equipo' }).tap();
  await expect(
    there
      .getByRole('alert')
      .filter({ hasText: /conexión/ })
      .first(),
  ).toBeVisible();
  if (SHOTS) await there.screenshot({ path: `${SHOTS}/relay-offline.png` });
  await phone.setOffline(false);
  await there.getByRole('button', { name: 'Enviar a mi equipo' }).tap();
  await expect(there.getByRole('heading', { level: 1 })).toHaveText('Fotos enviadas');
  expect(await rowsOnDevice(there, 'drafts'), 'drafts left on the phone').toBe(0);
  // Nothing usable stays in the phone's history.
  expect(there.url()).not.toContain(address.split('/').at(-1));
  if (SHOTS) await there.screenshot({ path: `${SHOTS}/relay-sent.png` });

  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByText('Tus fotos llegaron de tu teléfono.')).toBeVisible();
  await page.waitForTimeout(300);
  await toastsCoverNothing(page, 'photos arrived');
  await expect(page.getByRole('button', { name: 'Ampliar: Frontal' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Ampliar: Reverso' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Continuar' })).toBeEnabled();
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/relay-arrived.png` });
  // The key left neither device.
  const key = address.split('.').at(-1) ?? '';
  expect(key).toHaveLength(43);
  expect(requested.filter((url) => url.split('#')[0]?.includes(key))).toEqual([]);

  // A code works once. A second use says so.
  await there.goto('about:blank');
  await there.goto(address);
  for (const label of ['Frontal', 'Reverso']) {
    await there
      .locator(`[data-field="${label.toLowerCase()}"] input[type=file]`)
      .last()
      .setInputFiles({ name: 'x.jpg', mimeType: 'image/jpeg', buffer: await photographOf(page, `Otra\n${label}`) });
    await expect(there.getByRole('button', { name: `Ampliar: ${label}` })).toBeVisible();
  }
  await there.getByRole('button', { name: 'Enviar a mi equipo' }).tap();
  await expect(there.getByText(/El código venció o ya se usó/)).toBeVisible();
  await phone.close();
});
