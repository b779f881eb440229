import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { insurer } from '../journeys/harness/insurer.ts';
import { samplePdf } from '../journeys/harness/refund.ts';
import { askRefund, photograph } from './harness/forms.ts';
import { awayFor, EMAIL, enter, expect, shot, signIn, test, waiting } from './harness/test.ts';
import type { Driver } from './harness/webdriver.ts';

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

test('[D64][F23] a refund with photo and PDF survives a cold start, a lock and a new process offline, and is sent once', async ({
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
  // This is a cold start without the server.
  await driver.reload();
  await driver.goto(`${line.url}/#/app`);
  await openRefunds(driver);
  await askRefund(driver, 'Migraña, sin servidor', photo, pdf);
  // The receipt first says that the refund is being sent, until the first try has failed.
  await driver.find('*', 'Abre Amparo con conexión para que salga');
  await shot(driver, 'received-offline');
  expect(await driver.run(() => document.body.innerText)).not.toContain('aunque cierres la app');
  expect(await waiting(driver)).toBe(1);
  await driver.goto(`${line.url}/#/app/configuraciones/pendientes`);
  await driver.find('*', 'Abre Amparo con conexión para que salga');
  await driver.find('button', 'Recordármelo mañana en mi calendario');
  await shot(driver, 'pending');

  // The app is locked after two hours and unlocked by the password, still without the server.
  await awayFor(driver, 2 * 60 * 60_000);
  await driver.reload();
  await driver.find('*', 'Tu sesión ha expirado.');
  expect(await driver.run(() => document.body.innerText)).not.toContain('María Fernanda');
  await enter(driver);
  expect(await waiting(driver)).toBe(1);

  // The same device opens the app in a new process.
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
