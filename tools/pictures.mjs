/**
 * `npm run pictures`: takes pictures of a demo customer's home on a phone and on a desk. They go into docs/pictures for the
 * README, and into public/screenshots, which the manifest shows before the app is installed. It builds first when the build
 * is older than the sources, and starts the server on a free port with a new data folder.
 */
import { spawn } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { buildIfStale } from '../server/build.mjs';
import { chromiumPath } from './shared/chromium-path.mjs';

const FOLDER = 'docs/pictures';
const FOR_MANIFEST = 'public/screenshots';
const MAX_PICTURE_BYTES = 160_000;
const START_WITHIN_MS = 60_000;
const customer = { email: 'costarica@demo.test', password: 'Amparo2026' };
const views = [
  { name: 'phone', viewport: { width: 390, height: 844 } },
  { name: 'desk', viewport: { width: 1280, height: 800 } },
];

if (!buildIfStale()) process.exit(1);
const data = mkdtempSync(join(tmpdir(), 'amparo-pictures-'));
const port = await freePort();
const server = spawn(process.execPath, ['dist/server/main.js'], {
  env: { ...process.env, PORT: String(port), AMPARO_DATA: data, AMPARO_DEMO: '1', DATABASE_URL: '' },
  stdio: ['ignore', 'ignore', 'inherit'],
});
const ended = new Promise((resolve) => server.once('exit', resolve));
let browser;
try {
  await healthy();
  browser = await chromium.launch({ executablePath: chromiumPath(), args: ['--no-sandbox', '--disable-gpu'] });
  for (const folder of [FOLDER, FOR_MANIFEST]) mkdirSync(folder, { recursive: true });
  for (const view of views) await shoot(view);
} finally {
  await browser?.close();
  server.kill('SIGTERM');
  await ended;
  rmSync(data, { recursive: true, force: true });
}

async function shoot({ name, viewport }) {
  const context = await browser.newContext({ viewport, locale: 'es-CR', timezoneId: 'America/Costa_Rica' });
  const page = await context.newPage();
  await page.goto(`http://localhost:${port}/`);
  const open = page.getByRole('button', { name: 'Ingresa', exact: true });
  if (await open.isVisible()) await open.click();
  await page.getByLabel('Correo electrónico').fill(customer.email);
  await page.getByLabel('Contraseña', { exact: true }).fill(customer.password);
  await page
    .getByRole('button', { name: /^(Ingresa|Ingresar|Entrar)$/ })
    .last()
    .click();
  await page.waitForURL(/#\/app/, { timeout: START_WITHIN_MS });
  await page.getByText('Actualizado', { exact: false }).first().waitFor();
  // This part of home comes last.
  await page.getByText('Lo que sigue').waitFor();
  await page.waitForLoadState('networkidle');
  // The pointer is still where the sign-in button was, and would highlight what is there now.
  await page.mouse.move(0, 0);
  const path = join(FOLDER, `${name}.png`);
  await page.screenshot({ path, animations: 'disabled' });
  await context.close();
  copyFileSync(path, join(FOR_MANIFEST, `${name}.png`));
  const { size } = statSync(path);
  console.log(`${path}: ${Math.round(size / 1000)} kB`);
  if (size > MAX_PICTURE_BYTES) throw new Error(`${path} is larger than ${MAX_PICTURE_BYTES / 1000} kB`);
}

async function healthy() {
  for (const until = Date.now() + START_WITHIN_MS; Date.now() < until; ) {
    if (server.exitCode !== null) break;
    const ready = await fetch(`http://127.0.0.1:${port}/ready`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (ready) return;
    await new Promise((again) => setTimeout(again, 100));
  }
  throw new Error('The server did not start');
}

function freePort() {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port: free } = probe.address();
      probe.close(() => resolve(free));
    });
  });
}
