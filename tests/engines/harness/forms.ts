import { writeFile } from 'node:fs/promises';
import { shot } from './test.ts';
import type { Driver } from './webdriver.ts';

export async function choose(driver: Driver, label: string, index: number): Promise<void> {
  const opened = () => driver.run(() => document.querySelector('[role=option]') !== null);
  // A screen still sliding in would take the click elsewhere.
  for (let attempt = 0; attempt < 5 && !(await opened()); attempt += 1) {
    await driver.click('[role=combobox], button[aria-haspopup]', label);
    await driver.until('the list or another look', opened, 3000).catch(() => undefined);
  }
  await driver.find('[role=option]');
  await driver.click(`[role=option]:nth-child(${index + 1})`);
  await driver.gone('[role=option]');
}

/** Types into the field with this label. */
export async function fill(driver: Driver, label: string, text: string): Promise<void> {
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

export const next = (driver: Driver) => driver.click('main button:not([aria-disabled])', /^Continuar$/);

/** Writes a photo encoded by this engine to a file. Another text makes another photo. */
export async function photograph(driver: Driver, path: string, shownText = ''): Promise<void> {
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
  }, shownText);
  await writeFile(path, Buffer.from(base64, 'base64'));
}

export async function attach(driver: Driver, field: string, path: string): Promise<void> {
  await driver.attach(`[data-field="${field}"] input[type=file]`, path);
  await driver.find(`[data-field="${field}"]`, 'Listo');
}

/** Fills in and sends a whole request with a photo and a PDF, over any line. */
export async function askRefund(driver: Driver, diagnosis: string, photo: string, pdf: string): Promise<void> {
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
  await next(driver);
  await driver.find('h1', /Revisa y envía/);
  // A press at once, at the same place, would count as the second one on 'Continuar'.
  await new Promise((later) => setTimeout(later, 400));
  await driver.click('button:not([aria-disabled])', /^Enviar solicitud$/);
  await driver.find('h1', /Solicitud (guardada|recibida)/);
}

export async function openTickets(driver: Driver, url: string): Promise<void> {
  await driver.goto(`${url}/#/app/configuraciones/ayuda/crear`);
  await driver.find('h1');
}

/** Fills in the form for a ticket, sends it and waits until the screen confirms it. */
export async function sendTicket(driver: Driver, text: string): Promise<void> {
  await choose(driver, 'Póliza', 0);
  await driver.click('label', 'Consulta sobre mi póliza');
  await fill(driver, 'Cuéntanos un poco más', text);
  await driver.click('button:not([aria-disabled])', /^Enviar mi solicitud$/);
  await driver.find('h1', /Consulta (guardada|recibida)/);
}

/** How many pixels the open list grows or shrinks while it is scrolled to its end and back. It should be 0. */
export const listJumps = (driver: Driver) =>
  driver.run(async () => {
    let list = document.querySelector<HTMLElement>('[role=option]');
    while (list && list.scrollHeight <= list.clientHeight + 1) list = list.parentElement;
    if (!list) return 0;
    const heights = [list.scrollHeight];
    for (const top of [list.scrollHeight / 2, list.scrollHeight, 0]) {
      list.scrollTop = top;
      await new Promise((painted) => setTimeout(painted, 200));
      heights.push(list.scrollHeight);
    }
    return Math.max(...heights) - Math.min(...heights);
  });
