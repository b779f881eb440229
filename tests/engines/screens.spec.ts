import { insurer } from '../journeys/harness/insurer.ts';
import { EMAIL, expect, shot, signIn, test, violations, watchPolicy } from './harness/test.ts';

test('[D64] the start page and every screen are drawn without overflow or violation of the content policy', async ({
  device,
  line,
}) => {
  watchPolicy(line);
  const driver = await device.open();
  await signIn(driver, line.url);
  const policies = await insurer(line.url, EMAIL).then(({ polizas }) => polizas.map(({ Policy }) => Policy));
  const screens = [
    '',
    '/configuraciones',
    '/configuraciones/ayuda',
    '/configuraciones/ayuda/crear',
    '/configuraciones/password',
    '/configuraciones/informacionPersonal',
    '/configuraciones/pendientes',
  ].concat(
    ['beneficiarios', 'carnet', 'dependientes', 'documentos', 'pagos', 'reembolsos', 'reembolsos/añadir'].map(
      (one) => `/${one}/${policies[0]}`,
    ),
  );
  for (const screen of screens) {
    await driver.goto(`${line.url}/#/app${screen}`);
    await driver.until(`a heading at ${screen}`, () => driver.run(() => !!document.querySelector('h1')?.textContent));
    await driver.until(`no more loading at ${screen}`, () => driver.run(isDrawn));
    expect(await driver.run(() => document.documentElement.scrollWidth - innerWidth), screen).toBeLessThanOrEqual(0);
    expect(await driver.run(() => document.body.innerText), screen).not.toContain('No pudimos mostrar esta pantalla');
    await shot(driver, screen.replaceAll('/', '-') || 'home');
    expect(await violations(driver)).toEqual([]);
  }
  expect(await driver.run(tallestEntry)).toBeLessThan(64);
  await driver.close();
});

/**
 * Runs in the page. The height in pixels of the rail's tallest entry, whose name must not wrap by letters. 0 on a
 * phone.
 */
function tallestEntry(): number {
  const entries = Array.from(
    document.querySelectorAll<HTMLElement>('nav[aria-label="Secciones"] a, nav[aria-label="Secciones"] button'),
  );
  return Math.max(0, ...entries.map((one) => one.getBoundingClientRect().height));
}

/** Runs in the page. Whether the content has loaded and nothing slides or fades in. */
function isDrawn(): boolean {
  const moves = (one: Animation) => one.playState === 'running' && one.effect?.getTiming().iterations === 1;
  return !/Cargando|Buscando/.test(document.body.innerText) && !document.getAnimations().some(moves);
}
