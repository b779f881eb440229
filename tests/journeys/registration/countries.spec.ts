import type { Residence } from '#contract/account.ts';
import { watchFocus } from '../harness/focus.ts';
import { expect, test } from '../harness/test.ts';
import { begin, expectAccessible, fillAll, goOn, keyboard, touch, walkOf } from './walk.ts';

/** One customer for each country and width. The demo insurer knows each number, so policies come with the account. */
const customers: readonly { name: Residence; onPhone: string; onDesktop: string; changed?: Record<string, unknown> }[] =
  [
    { name: 'Ecuador', onPhone: '1710345677', onDesktop: '1309876546', changed: { nifConyuge: '0926687856' } },
    { name: 'Costa Rica', onPhone: '303450678', onDesktop: '303450678' },
    { name: 'República Dominicana', onPhone: '40234567895', onDesktop: '03109876544' },
    { name: 'Guatemala', onPhone: '1987654320501', onDesktop: '3012345671401' },
    { name: 'Colombia', onPhone: '52345678', onDesktop: '79456123' },
    { name: 'Internacional', onPhone: 'PAB123456', onDesktop: 'AAF554321' },
  ];
const SHOTS = process.env.AMPARO_SHOTS;

for (const { name, onPhone, onDesktop, changed } of customers) {
  for (const [width, hand, nif] of [
    ['phone', touch, onPhone],
    ['desktop', keyboard, onDesktop],
  ] as const) {
    test.describe(`${name}, ${width}`, () => {
      test.use(
        width === 'phone'
          ? { viewport: { width: 390, height: 844 }, hasTouch: true }
          : { viewport: { width: 1280, height: 800 }, hasTouch: false },
      );

      test(`[V2.2][V2.3][V2.4][V2.15][V4.1][V2.40] ${hand === touch ? 'registers by touch' : 'registers by keyboard alone'} and ends signed in`, async ({
        page,
        line,
      }) => {
        test.setTimeout(180_000);
        const problems: string[] = [];
        page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
        page.on('pageerror', (error) => problems.push(error.message));
        const focus = await watchFocus(page);
        const walk = await walkOf(page, hand, name, { ...changed, nif, email: `${nif}@correo.test`.toLowerCase() });
        walk.person = { ...walk.person, emailConfirmacion: walk.person.email };
        const shown: string[] = [];
        await begin(walk);
        await fillAll({
          ...walk,
          onStep: async (step) => {
            shown.push(step.id);
            await focus.kept(step.id);
            const position = await page
              .getByText(/^Paso [\d ya]+ de \d+/)
              .first()
              .textContent();
            await expect(page).toHaveTitle(`${step.title} · ${position} · Amparo`);
            // axe runs while the button is enabled and no longer changing its colour.
            await expect(page.getByRole('button', { name: /^(Continuar|Crear mi cuenta)$/ })).toBeEnabled();
            await expectAccessible(page, `${name} ${step.id}`);
            if (SHOTS)
              await page.screenshot({
                path: `${SHOTS}/${name}-${width}-${shown.length}-${step.id}.png`,
                fullPage: true,
              });
          },
        });
        // Each person's answers lead through every step of the country.
        expect(shown).toEqual(walk.country.steps.map(({ id }) => id));
        await goOn(walk);
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Cuenta creada/);
        await expect(page.getByText('Ya puedes consultar tus pólizas y documentos desde Amparo.')).toBeVisible();
        if (SHOTS) await page.screenshot({ path: `${SHOTS}/${name}-${width}-99-creada.png` });
        await expectAccessible(page, `${name} creada`);
        await hand.press(page.getByRole('button', { name: 'Ir a mi cuenta' }));
        await expect(page).toHaveURL(/#\/app/);
        await expect(page.getByText('Ana María')).toBeVisible();
        await focus.kept('home');
        expect(line.seen.filter((one) => one === 'POST /api/usuarios/create')).toHaveLength(1);
        expect(line.seen).toContain('POST /api/integraciones/individualPolicyDetail');
        // A journey leaves no error and no refused policy behind.
        expect(problems).toEqual([]);
      });
    });
  }
}
