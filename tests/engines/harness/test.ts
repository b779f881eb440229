import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test as base, expect } from '@playwright/test';
import { beAway } from '../../journeys/harness/device.ts';
import { beginTime, NO_TIME } from '../../journeys/harness/engine.ts';
import { type Line, openLine } from '../../journeys/harness/line.ts';
import { asFunction } from '../../journeys/harness/on-device.ts';
import { type RunningServer, startServer } from '../../journeys/harness/server.ts';
import { PASSWORD } from '../../journeys/harness/test.ts';
import type { Device } from './device.ts';
import type { Driver } from './webdriver.ts';
import { webkitDevice } from './webkit.ts';
import { wpeDevice } from './wpe.ts';

export const EMAIL = 'costarica@demo.test';

const devices: Record<string, () => Promise<Device>> = { webkitgtk: webkitDevice, wpe: wpeDevice };

/** A journey in an engine driven over WebDriver, which the project's name selects. */
export const test = base.extend<{ time: undefined; server: RunningServer; line: Line; device: Device }>({
  time: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from a destructuring pattern.
    async ({}, use) => {
      const time = beginTime();
      base.skip(time.late, NO_TIME);
      await use(undefined);
      time.end();
    },
    { auto: true },
  ],
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
  device: async ({}, use, info) => {
    const open = devices[info.project.name];
    if (!open) throw new Error(`no device for ${info.project.name}`);
    const device = await open();
    await use(device);
    if (info.status !== info.expectedStatus) await device.tell((name) => info.outputPath(name));
    await device.throwAway();
  },
});

export { expect };

const shots = process.env.AMPARO_SHOTS;

/** Stores a screenshot in the folder AMPARO_SHOTS, if that is set. */
export async function shot(driver: Driver, name: string): Promise<void> {
  if (shots) await writeFile(join(shots, `${test.info().project.name}-${name}.png`), await driver.screenshot());
}

export async function signIn(driver: Driver, url: string): Promise<void> {
  await driver.goto(`${url}/`);
  await enter(driver);
  await driver.find('button', 'Actualizar');
}

/** Signs in on the start page. */
export async function enter(driver: Driver): Promise<void> {
  // Whoever is greeted types the password alone.
  const greeted = await driver.run(() => 'greeted' in document.documentElement.dataset);
  const wide = await driver.run(() => innerWidth > 542);
  if (!wide && !greeted) await driver.click('button', /^Ingresa$/);
  if (!greeted) await driver.type('input[name=email]', EMAIL);
  await driver.type('input[name=password]', PASSWORD);
  await driver.click('button[type=submit]', /^Ingres/);
  await driver.until('inside', async () => (await driver.run(() => location.hash)).startsWith('#/app'));
}

/** Records violations of the content policy, from before the page's first script. */
export function watchPolicy(line: Line): void {
  const before = line.fault;
  line.fault = (method, path) => {
    if (path === '/watch.js') return { status: 200, headers: { 'content-type': 'text/javascript' }, body: WATCH };
    if (/^\/(index\.html)?(\?|$)/.test(path))
      return { rewrite: (html) => html.replace('<head>', '<head><script src="/watch.js"></script>') };
    return before(method, path);
  };
}

const WATCH = `window.violations = [];
document.addEventListener('securitypolicyviolation', (event) => {
  violations.push(event.violatedDirective + ' ' + event.blockedURI);
});`;

export const violations = (driver: Driver) =>
  driver.run(() => (window as { violations?: string[] }).violations ?? ['nobody looked']);

export const waiting = (driver: Driver) =>
  driver.run<[], number>(asFunction(({ db, got }) => got(db.transaction('outbox').objectStore('outbox').count())));

/** Moves the last activity into the past, in milliseconds, as if the customer had been away. */
export const awayFor = (driver: Driver, gone: number) => driver.run<[number], void>(asFunction(beAway), gone);
