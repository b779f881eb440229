import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test as base, expect } from '@playwright/test';
import { pathFor } from '#rules/wizard.ts';
import type { Field, Lists } from '#rules/wizard-country.ts';
import { optionsAt, severalOf, textOf } from '#rules/wizard-fields.ts';
import { livingIn } from '../countries/people.ts';
import { insurer } from '../journeys/harness/insurer.ts';
import { type Line, openLine } from '../journeys/harness/line.ts';
import { samplePdf } from '../journeys/harness/refund.ts';
import { type RunningServer, startServer } from '../journeys/harness/server.ts';
import { PASSWORD } from '../journeys/harness/test.ts';
import { askedFields } from '../journeys/registration/walk.ts';
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
  await enter(driver);
  await driver.find('button', 'Actualizar');
}

/** From the start page into the app. */
async function enter(driver: Driver): Promise<void> {
  const wide = await driver.run(() => innerWidth > 542);
  if (!wide) await driver.click('button', /^Ingresa$/);
  await driver.type('input[name=email]', EMAIL);
  await driver.type('input[name=password]', PASSWORD);
  await driver.click('button[type=submit]', /^Ingres/);
  await driver.until('inside', async () => (await driver.run(() => location.hash)).startsWith('#/app'));
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
  const opened = () => driver.run(() => document.querySelector('[role=option]') !== null);
  // A screen that is still sliding in takes the click elsewhere.
  for (let attempt = 0; attempt < 5 && !(await opened()); attempt += 1) {
    await driver.click('[role=combobox], button[aria-haspopup]', label);
    await new Promise((shown) => setTimeout(shown, 1500));
  }
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

const next = (driver: Driver) => driver.click('main button:not(:disabled)', /^Continuar$/);

/** Moves the last activity into the past, in milliseconds, as if the customer had been away. */
const awayFor = (driver: Driver, gone: number) =>
  driver.run(
    (milliseconds) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('amparo');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const writing = opening.result.transaction('vault', 'readwrite');
          writing.objectStore('vault').put({ id: 'activity', at: Date.now() - milliseconds });
          writing.oncomplete = () => {
            opening.result.close();
            resolve();
          };
        };
      }),
    gone,
  );

/** A photograph as this engine encodes it, in a file of its own; words that differ make it another one. */
async function photograph(driver: Driver, path: string, words = ''): Promise<void> {
  const base64 = await driver.run((text) => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [1600, 1200];
    const pen = canvas.getContext('2d');
    if (!pen) throw new Error('no canvas');
    for (let stripe = 0; stripe < 50; stripe += 1) {
      pen.fillStyle = `hsl(${stripe * 7}, 60%, 50%)`;
      pen.fillRect(stripe * 32, 0, 32, 1200);
    }
    pen.font = '80px sans-serif';
    pen.fillText(text, 100, 600);
    return canvas.toDataURL('image/jpeg', 0.9).split(',')[1] ?? '';
  }, words);
  await writeFile(path, Buffer.from(base64, 'base64'));
}

async function attach(driver: Driver, field: string, path: string): Promise<void> {
  await driver.attach(`[data-field="${field}"] input[type=file]`, path);
  await driver.find(`[data-field="${field}"]`, 'Listo');
}

/** A whole request with a photo and a PDF, handed in; nothing is said of the line it goes over. */
async function askRefund(driver: Driver, diagnosis: string, photo: string, pdf: string): Promise<void> {
  await driver.click('a', 'Solicitar reembolso');
  await driver.click('label', 'Ambulatorio');
  await next(driver);
  await driver.find('*', 'Paso 1 de 4');
  await choose(driver, 'Paciente', 0);
  await fill(driver, 'Diagnóstico', diagnosis);
  await next(driver);
  await driver.find('*', 'Paso 2 de 4');
  await fill(driver, 'Inicio de los síntomas', '01-11-2025');
  await fill(driver, 'Fecha del diagnóstico', '03-11-2025');
  await fill(driver, 'Fecha del servicio', '05-11-2025');
  await attach(driver, 'documentoHistoriaClinica', photo);
  await shot(driver, 'refund-2');
  await next(driver);
  await driver.find('*', 'Paso 3 de 4');
  await fill(driver, 'Ciudad', 'San José');
  await fill(driver, 'Hospital o centro médico', 'Clínica Bíblica');
  await fill(driver, 'Médico tratante', 'Dra. Elena Mora');
  await choose(driver, 'País', 0);
  await next(driver);
  await driver.find('*', 'Paso 4 de 4');
  await choose(driver, 'Tipo de gasto', 3);
  await fill(driver, 'Importe', '86,40');
  await choose(driver, 'Divisa', 0);
  await attach(driver, 'documentoFactura', pdf);
  await driver.click('button:not(:disabled)', /^Enviar solicitud$/);
  await driver.find('h1', /Solicitud (guardada|recibida)/);
}

/** The refunds of this diagnosis at the insurer, with the digests of their files. */
async function arrived(url: string, diagnosis: string) {
  const office = await insurer(url, EMAIL);
  const found = [];
  for (const { Policy } of office.polizas) {
    const refunds = await office.refunds(Policy).catch(() => []);
    for (const refund of refunds.filter(({ diagnostico }) => diagnostico === diagnosis)) {
      const files = await Promise.all(refund.documentos.map(({ idDocumento }) => office.file(refund.id, idDocumento)));
      found.push({ id: refund.id, files, digests: files.map(digest).sort() });
    }
  }
  return found;
}

const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

async function openRefunds(driver: Driver): Promise<void> {
  await driver.click('a', 'Reembolsos');
  await driver.find('h1', 'Historial de reembolsos');
}

test('[D64][F23] a refund with photo and PDF: online at once; with the server gone kept over a cold start, a lock and a new process, and sent once, byte for byte', async ({
  device,
  line,
  server,
}, info) => {
  const [photo, pdf] = [info.outputPath('historia.jpg'), info.outputPath('factura.pdf')];
  const paper = samplePdf(150_000);
  await writeFile(pdf, paper);
  let driver = await device.open();
  await signIn(driver, line.url);
  await photograph(driver, photo);
  await openRefunds(driver);
  await askRefund(driver, 'Gripe, con conexión', photo, pdf);
  await driver.until('it left', async () => (await waiting(driver)) === 0);
  const [online, ...twice] = await arrived(server.url, 'Gripe, con conexión');
  expect(twice).toEqual([]);
  expect(online?.digests).toContain(digest(paper));

  await driver.run(() => navigator.serviceWorker.ready.then(() => undefined));
  line.fault = () => 'drop';
  // A cold start without the server.
  await driver.reload();
  await driver.goto(`${line.url}/#/app`);
  await openRefunds(driver);
  await askRefund(driver, 'Migraña, sin servidor', photo, pdf);
  await shot(driver, 'received-offline');
  expect(await driver.run(() => document.body.innerText)).toContain('Abre Amparo con conexión para que salga');
  expect(await driver.run(() => document.body.innerText)).not.toContain('aunque cierres la app');
  expect(await waiting(driver)).toBe(1);
  await driver.goto(`${line.url}/#/app/configuraciones/pendientes`);
  await driver.find('*', 'Abre Amparo con conexión para que salga');
  await shot(driver, 'pending');

  // Locked after two hours, and opened again by the password, all without the server.
  await awayFor(driver, 2 * 60 * 60_000);
  await driver.reload();
  await driver.find('*', 'Tu sesión ha expirado.');
  expect(await driver.run(() => document.body.innerText)).not.toContain('María Fernanda');
  await enter(driver);
  expect(await waiting(driver)).toBe(1);

  // Closed and opened again: the same device, a new process.
  await driver.close();
  driver = await device.open();
  await driver.goto(`${line.url}/#/app`);
  await driver.until('it is still there', async () => (await waiting(driver)) === 1);
  line.fault = () => null;
  await driver.reload();
  await driver.until('it left', async () => (await waiting(driver)) === 0, 60_000);
  const [late, ...again] = await arrived(server.url, 'Migraña, sin servidor');
  expect(again).toEqual([]);
  expect(late?.digests).toEqual(online?.digests);
  await driver.close();
});

/** Answers one question of the registration. */
async function answer(driver: Driver, field: Field, person: Readonly<Record<string, unknown>>, lists: Lists) {
  const given = person[field.name];
  const box = `[data-field="${field.name}"]`;
  // An option may tell its group below its own words.
  const exactly = (text: string) =>
    new RegExp(`^${text.replace(/\s+/g, ' ').replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?: |$)`);
  const options = 'from' in field ? optionsAt(field.from, person, lists) : [];
  const label = options.find(({ value }) => value === given)?.label ?? textOf(given);
  if (field.kind === 'photo') {
    const path = test.info().outputPath(`${field.name}.jpg`);
    await photograph(driver, path, field.label);
    await driver.attach(`${box} input[type=file]`, path);
    await driver.find(`${box} button`, `Ampliar: ${field.label}`);
  } else if (field.kind === 'ticked') {
    if (given === true) await driver.click(`${box} input`);
  } else if (field.kind === 'choice') {
    await driver.click(`${box} label`, exactly(label));
  } else if (field.kind === 'several') {
    for (const one of severalOf(given)) await driver.click(`${box} label`, exactly(one));
  } else if (field.kind === 'select') {
    await driver.click(`${box} [role=combobox]`);
    await driver.find('[role=option]');
    const search = '[role=dialog] input[placeholder=Buscar]';
    if (await driver.run((one) => document.querySelector(one) !== null, search)) await driver.type(search, label);
    await driver.click('[role=option]', exactly(label));
    await driver.gone('[role=option]');
  } else await driver.type(`${box} input`, textOf(given));
}

test('[D64][V2.2] a registration with photos, from the first step to home', async ({ device, line, server }) => {
  const { country, person: living, around } = await livingIn('Costa Rica');
  const email = 'webkit@correo.test';
  const person: Record<string, unknown> = { ...living, nif: '303450678', email, emailConfirmacion: email };
  const driver = await device.open();
  await driver.goto(`${line.url}/#/registro/residencia`);
  await driver.click('label', country.name);
  await driver.click('button:not(:disabled)', /^Iniciar$/);
  await driver.find('h1, h2', 'Empecemos');
  for (const step of pathFor(country, person)) {
    await driver.find('h1', step.title);
    for (const field of askedFields({ country, person }, step)) await answer(driver, field, person, around.lists);
    await shot(driver, `registration-${step.id}`);
    await driver.click('button:not(:disabled)', /^(Continuar|Crear mi cuenta)$/);
  }
  await driver.find('h1', 'Cuenta creada');
  expect(await violations(driver)).toEqual([]);
  await driver.click('button', 'Ir a mi cuenta');
  await driver.find('*', textOf(person.nombre));
  expect(line.seen.filter((one) => one === 'POST /api/usuarios/create')).toHaveLength(1);
  const answered = await fetch(`${server.url}/api/usuarios/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: person.password }),
  });
  expect(answered.status).toBe(200);
  await driver.close();
});

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
  await driver.find('h1', /Consulta (guardada|recibida)|Revisa tu consulta/);
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
