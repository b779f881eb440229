import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import type { Page } from '@playwright/test';
import { search } from '../../journeys/harness/search.ts';
import { ended, freePort, launch } from '../../journeys/harness/server.ts';
import type { Row } from '../harness/measure.ts';
import { openWire, type Wire } from '../harness/wire.ts';
import { enter, visit } from './visit.ts';

const KILOBYTE_BYTES = 1000;
/** After this time without traffic, all requests have been made. */
const QUIET_MS = 2500;

/** Measures what Amparo takes of a customer's data plan, in bytes that cross the line to the real server. */
export async function frugality(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'amparo-bench-'));
  const port = await freePort();
  let server = await launch(port, folder);
  const wire = await openWire(port);
  try {
    const usual = await secondDay(wire, 'costarica@demo.test', null);
    const large = await secondDay(wire, 'grande@demo.test', async (again) => {
      await ended(server, 'SIGTERM');
      await addPayment(folder, '560001');
      server = await launch(port, folder);
      await again();
    });
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
        // A search counts those of all years.
        await search(page, 'ORD-');
        await page.getByRole('button', { name: 'Actualizar' }).click();
        await wire.quiet(QUIET_MS);
        one = wire.count();
        await page.getByText(/^10\D?001 pagos de tu búsqueda$/).waitFor();
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

/** Writes one more payment of a policy into the demo's books, which no server may have open then. */
async function addPayment(folder: string, policyId: string): Promise<void> {
  const books = await PGlite.create(join(folder, 'base'));
  const { affectedRows } = await books.query(
    `insert into demo.demo_payments (policy_id, day, fields)
     select policy_id, 0, fields || '{"ID": "nuevo", "OrderNumber": "ORD-NUEVO"}'
     from demo.demo_payments where policy_id = $1 order by id desc limit 1`,
    [policyId],
  );
  await books.close();
  if (affectedRows !== 1) throw new Error(`${policyId} has no payments`);
}
