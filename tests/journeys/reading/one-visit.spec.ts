import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { insurer } from '../harness/insurer.ts';
import { type Killable, launchKillable } from '../harness/killable.ts';
import { oneByOne } from '../harness/line.ts';
import { expect, signIn, test } from '../harness/test.ts';
import { face, offered, show } from './look.ts';

const EVERYTHING = /Todo en tu teléfono\s+Se abre también sin conexión\./;
const NOT_HERE = /Esto aún no está en este/;

const customers = [
  ['ecuador@demo.test', 2],
  ['costarica@demo.test', 3],
  ['dominicana@demo.test', 3],
  ['guatemala@demo.test', 3],
  ['colombia@demo.test', 3],
  ['internacional@demo.test', 0],
  ['grande@demo.test', 40],
] as const;

/** The longest that bringing everything may take on the fast line, for 40 policies with 10,000 payments on a busy machine. */
const BROUGHT_MS = 90_000;
/** Another device compares this many policies at most, spread over the list, because each screen asks the server. */
const MAX_COMPARED = 8;

let folder: string;
let opened: Killable | null;
test.beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'amparo-visit-'));
  opened = null;
});
test.afterEach(async () => {
  await opened?.kill();
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
});

const launch = async (url: string) => {
  opened = await launchKillable(folder, url);
  return opened;
};

/** What every section of every policy shows, by address. */
async function sections(page: Page, policies: number): Promise<Map<string, string>> {
  const seen = new Map<string, string>();
  for (let index = 0; index < policies; index += 1) {
    await show(page, `#/app?poliza=${index}`);
    for (const href of await offered(page)) {
      await show(page, href);
      await expect(page.getByText(NOT_HERE), href).toHaveCount(0);
      seen.set(href, await face(page));
    }
  }
  return seen;
}

/** The policy stands behind the section. */
const policyOf = (href: string): string => href.split('/')[3] ?? '';

for (const [email, count] of customers) {
  test(`[F40][D69][D70] ${email} signs in once, and then opens every section of every policy without a connection`, async ({
    page,
    line,
    server,
  }) => {
    test.setTimeout(count > 3 ? 600_000 : 180_000);
    const first = await launch(line.url);
    await signIn(first.page, email);
    // Without policies home says other things.
    if (count === 0) await first.page.goto('/#/app/configuraciones');
    const told = count === 0 ? first.page.getByText(/^Todo está aquí/) : first.page.getByText(EVERYTHING);
    await expect(told).toBeVisible({ timeout: BROUGHT_MS });
    await first.kill();

    const { page: offline, context } = await launch(line.url);
    await context.setOffline(true);
    await offline.goto('/#/app');
    await expect(offline.locator('h1').first()).toBeVisible();
    const seen = await sections(offline, count);
    expect(seen.size).toBeGreaterThanOrEqual(count * 2);

    // Another device of the customer reads the same from the server.
    await page.setViewportSize({ width: 390, height: 844 });
    await signIn(page, email);
    const nth = Math.max(1, Math.ceil(count / MAX_COMPARED));
    const policies = [...new Set([...seen.keys()].map(policyOf))].filter((_, index) => index % nth === 0);
    for (const [href, what] of [...seen].filter(([address]) => policies.includes(policyOf(address)))) {
      await show(page, href);
      await expect.poll(() => face(page), { message: `${href} at the server` }).toBe(what);
    }

    // The help history too, and what a form needs.
    const { tickets } = await insurer(server.url, email);
    if (email !== 'colombia@demo.test' && count > 0) {
      await offline.goto('/#/app/configuraciones/ayuda');
      const asked = (await tickets()).length;
      const found = asked > 0 ? offline.getByRole('listitem') : offline.getByText('No tienes tickets de ayuda');
      await expect(found.first()).toBeVisible();
    }
    await offline.goto('/#/app/configuraciones/informacionPersonal');
    await expect(offline.getByText(NOT_HERE)).toHaveCount(0);
    await offline.goto('/#/app/configuraciones');
    await expect(offline.getByText(/^Todo está aquí, al día hace/)).toBeVisible();
  });
}

for (const share of [0.1, 0.5, 0.9]) {
  test(`[F41] what was broken off at ${share * 100} % goes on where it stopped, and says until then what is missing`, async ({
    line,
  }) => {
    test.setTimeout(120_000);
    const isRead = (path: string) => /\/(integraciones|salesforce\/getPending|reembolsos\/get|tickets\/get)/.test(path);
    // A share of the reads is let through.
    let left = Number.POSITIVE_INFINITY;
    line.fault = oneByOne((_, path) => {
      if (!isRead(path)) return null;
      left -= 1;
      return left < 0 ? 'drop' : null;
    });
    // The parts that such a read brings, without personal information and without what is synchronised.
    const reads = 17;
    left = Math.round(reads * share);
    const first = await launch(line.url);
    await signIn(first.page, 'costarica@demo.test');
    await expect.poll(() => left, { timeout: 30_000 }).toBeLessThan(0);
    await first.page.goto('/#/app/configuraciones');
    await expect(first.page.getByText(/^([1-9]|10) de 11 partes$/)).toBeVisible({ timeout: 30_000 });
    // The synchronisation asks the insurer for more; it brings no list.
    const brought = () => line.whole.filter((path) => isRead(path) && !path.endsWith('Synchronization'));
    const came = brought();
    expect(came.length).toBeGreaterThan(0);
    await first.kill();

    left = Number.POSITIVE_INFINITY;
    line.whole.length = 0;
    const { page } = await launch(line.url);
    await page.goto('/#/app');
    await expect(page.getByText(EVERYTHING)).toBeVisible({ timeout: 45_000 });
    expect(brought().length).toBeGreaterThan(0);
    expect(
      brought().filter((path) => came.includes(path)),
      'what was here is confirmed, not brought again',
    ).toEqual([]);
  });
}
