import { insurer } from '../journeys/harness/insurer.ts';
import { EMAIL, expect, shot, signIn, test, violations, watchPolicy } from './harness/test.ts';

test('[D64] the start page and every screen: drawn, nothing over the edge, and the content policy never hurt', async ({
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
    expect(await driver.run(() => document.documentElement.scrollWidth - innerWidth), screen).toBeLessThanOrEqual(0);
    expect(await driver.run(() => document.body.innerText), screen).not.toContain('No pudimos mostrar esta pantalla');
    await shot(driver, screen.replaceAll('/', '-') || 'home');
    expect(await violations(driver)).toEqual([]);
  }
  await driver.close();
});
