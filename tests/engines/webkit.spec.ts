import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test as base, expect } from '@playwright/test';
import { insurer } from '../journeys/harness/insurer.ts';
import { type Line, openLine } from '../journeys/harness/line.ts';
import { type RunningServer, startServer } from '../journeys/harness/server.ts';
import { PASSWORD } from '../journeys/harness/test.ts';
import type { Driver } from './webdriver.ts';
import { type Device, webkitDevice } from './webkit.ts';

const EMAIL = 'costarica@demo.test';

/** What is tried in WebKitGTK, the engine of today's Safari. */
const test = base.extend<{ server: RunningServer; line: Line; device: Device }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from a destructuring pattern.
  server: async ({}, use) => {
    const server = await startServer();
    await use(server);
    await server.stop();
  },
  line: async ({ server }, use) => {
    const line = await openLine(server.url);
    await use(line);
    await line.close();
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from a destructuring pattern.
  device: async ({}, use) => {
    const device = await webkitDevice();
    await use(device);
    await device.throwAway();
  },
});

const shots = process.env.AMPARO_SHOTS;
const engine = () => test.info().project.name;

async function shot(driver: Driver, name: string): Promise<void> {
  if (shots) await writeFile(join(shots, `${engine()}-${name}.png`), await driver.screenshot());
}

async function signIn(driver: Driver, url: string): Promise<void> {
  await driver.goto(`${url}/`);
  const wide = await driver.run(() => innerWidth > 542);
  if (!wide) await driver.click('button', /^Ingresa$/);
  await driver.type('input[name=email]', EMAIL);
  await driver.type('input[name=password]', PASSWORD);
  await driver.click('button[type=submit]', /^Ingres/);
  await driver.until('home', async () => (await driver.run(() => location.hash)).startsWith('#/app'));
  await driver.find('button', 'Actualizar');
}

const violations = (driver: Driver) => driver.run(() => (window as { violations?: string[] }).violations ?? []);

test('[D64] the start page and every screen: drawn, nothing over the edge, and the content policy never hurt', async ({
  device,
  line,
}) => {
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

async function choose(driver: Driver, label: string, place: number): Promise<void> {
  await driver.click('[role=combobox], button[aria-haspopup]', label);
  await driver.find('[role=option]');
  await driver.click(`[role=option]:nth-child(${place + 1})`);
  await driver.gone('[role=option]');
}

/** Names the field that a label belongs to, so that it can be typed into. */
async function fill(driver: Driver, label: string, text: string): Promise<void> {
  await driver.find('input, textarea', label);
  await driver.run((wanted) => {
    for (const old of Array.from(document.querySelectorAll('[data-typing]'))) old.removeAttribute('data-typing');
    const fields = Array.from(document.querySelectorAll<HTMLInputElement>('input, textarea'));
    const field = fields.find((one) =>
      Array.from(one.labels ?? []).some(({ innerText }) => innerText.startsWith(wanted)),
    );
    field?.setAttribute('data-typing', '');
  }, label);
  await driver.type('[data-typing]', text);
}

const waiting = (driver: Driver) =>
  driver.run(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('amparo');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const asked = opening.result.transaction('outbox').objectStore('outbox').count();
          asked.onsuccess = () => {
            opening.result.close();
            resolve(asked.result);
          };
        };
      }),
  );

test('[D64] three windows at once: what one queues all of them know, and it is sent once', async ({
  device,
  line,
  server,
}) => {
  const driver = await device.open();
  await signIn(driver, line.url);
  const [first = ''] = await driver.windows();
  const others: string[] = [];
  for (let more = 0; more < 2; more += 1) {
    const window = await driver.openWindow();
    await driver.switchTo(window);
    await driver.goto(`${line.url}/#/app/configuraciones/pendientes`);
    await driver.find('h1', 'Pendientes');
    others.push(window);
  }
  await driver.switchTo(first);
  line.fault = (method) => (method === 'POST' ? 'drop' : null);
  await driver.goto(`${line.url}/#/app/configuraciones/ayuda/crear`);
  await choose(driver, 'Póliza', 0);
  await choose(driver, 'Tema', 0);
  await fill(driver, 'Cuéntanos un poco más', 'Tres ventanas');
  await driver.click('button:not(:disabled)', /^Enviar mi solicitud$/);
  await driver.find('h1', /Consulta recibida|Revisa tu consulta/);
  for (const window of others) {
    await driver.switchTo(window);
    await driver.find('*', /Consulta ·|Consulta sobre/);
  }
  line.fault = () => null;
  for (const window of [first, ...others]) {
    await driver.switchTo(window);
    await driver.run(() => void dispatchEvent(new Event('online')));
  }
  await driver.until('it left', async () => (await waiting(driver)) === 0, 60_000);
  const office = await insurer(server.url, EMAIL);
  expect((await office.tickets()).filter(({ notas }) => notas === 'Tres ventanas')).toHaveLength(1);
  await driver.close();
});
