import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { ended, freePort, launch } from '../../journeys/harness/server.ts';
import type { Row } from '../harness/measure.ts';
import { openWire, type Wire } from '../harness/wire.ts';
import { enter, PASSWORD, visit } from './visit.ts';

const KILOBYTE_BYTES = 1000;
/** After this time without traffic, all requests have been made. */
const QUIET_MS = 2500;

/** Measures what Amparo takes of a customer's data plan, in bytes that cross the line to the real server. */
export async function frugality(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'amparo-bench-'));
  const port = await freePort();
  const server = await launch(port, folder);
  const wire = await openWire(port);
  try {
    const usual = await secondDay(wire, 'costarica@demo.test', null);
    const large = await secondDay(wire, 'grande@demo.test', (again) => paid(`http://127.0.0.1:${port}`, again));
    return [
      { name: "a second day's visit with nothing changed, bytes both ways", figure: usual.visit, unit: 'kB', goal: 15 },
      { name: 'the same for 40 policies with 10,000 payments', figure: large.visit, unit: 'kB' },
      { name: 'one new payment among them', figure: large.one, unit: 'kB', goal: 20 },
    ];
  } finally {
    await wire.close();
    await ended(server, 'SIGTERM');
    await rm(folder, { recursive: true, force: true });
  }
}

/** Plays a first day that looks at everything, and the same a day later. All figures are in kB. */
async function secondDay(wire: Wire, email: string, changed: ((again: () => Promise<void>) => Promise<void>) | null) {
  const profile = await mkdtemp(join(tmpdir(), 'amparo-bench-profile-'));
  try {
    await visit(profile, 0, async (page) => {
      await enter(page, wire.url, email);
      await wire.quiet(QUIET_MS);
      await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
      await wire.quiet(QUIET_MS);
      await lookAtPayments(page);
      await wire.quiet(QUIET_MS);
    });
    let one = 0;
    const bytes = await visit(profile, 1, async (page) => {
      wire.count();
      await enter(page, wire.url, email);
      await wire.quiet(QUIET_MS);
      await lookAtPayments(page);
      await wire.quiet(QUIET_MS);
      const counted = wire.count();
      await changed?.(async () => {
        wire.count();
        await page.getByRole('button', { name: 'Actualizar' }).click();
        await wire.quiet(QUIET_MS);
        one = wire.count();
        await page.getByText(/^10\D?001 pagos$/).waitFor();
      });
      return counted;
    });
    return { visit: bytes / KILOBYTE_BYTES, one: one / KILOBYTE_BYTES };
  } finally {
    await rm(profile, { recursive: true, force: true });
  }
}

async function lookAtPayments(page: Page): Promise<void> {
  const link = page.locator('a[href*="#/app/pagos/"]').first();
  await link.waitFor({ state: 'attached' });
  const href = await link.getAttribute('href');
  await page.evaluate((to) => {
    location.hash = to;
  }, href ?? '');
  await page.getByRole('listitem').first().waitFor();
}

/** Pays the bill of the customer's first policy at the real server, then looks again. */
async function paid(url: string, again: () => Promise<void>): Promise<void> {
  const ask = async (path: string, body: object, headers: Record<string, string> = {}) => {
    const answer = await fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
  const { usuario, polizas } = await ask('/api/usuarios/login', { email: 'grande@demo.test', password: PASSWORD });
  const internal = { 'Amparo-Internal-Token': usuario.token as string };
  const tokens = await ask('/api/auth/salesforce/getAccessToken', { cedula: usuario.nif }, internal);
  const both = { ...internal, authorization: `Bearer ${tokens.access_token}` };
  const [{ VisualTimeInstance, Policy, PolicyNumber }] = polizas;
  const billsOf = { VisualTimeInstance, Policy, PendingBills: 1 };
  const [bill] = await ask('/host/salesforce/getPendingBills', billsOf, both);
  const order = { VisualTimeInstance, PolicyNumber, BillNo: bill.BillNumber, Amount: bill.DuePremium, Currency: null };
  const { paymentUrl } = await ask('/host/salesforce/getPaymentLink', order, both);
  const answer = await fetch(new URL(paymentUrl, url), {
    method: 'POST',
    body: new URLSearchParams({ accion: 'pagar' }),
  });
  if (!answer.ok) throw new Error(`the payment: ${answer.status}`);
  await again();
}
