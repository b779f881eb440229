import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { insurer } from '../harness/insurer.ts';
import { type Killable, launchKillable } from '../harness/killable.ts';
import { oneByOne } from '../harness/line.ts';
import { expect, signIn, test } from '../harness/test.ts';
import { face, isHere, NOT_HERE, offered, show } from './look.ts';

const EVERYTHING = /Todo en tu teléfono\s+Tus datos se abren sin conexión\./;

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
    // Home offers the next bill of every policy: with 40 of them each would be opened 40 times.
    for (const href of (await offered(page)).filter((one) => !seen.has(one))) {
      await show(page, href);
      await expect(page.getByText(NOT_HERE), href).toHaveCount(0);
      seen.set(href, await face(page));
    }
  }
  return seen;
}

/** Opens one refund with its papers, and one answered ticket, of those that the server has (D69). */
async function details(page: Page, url: string, email: string): Promise<string[]> {
  const office = await insurer(url, email);
  const opened: string[] = [];
  for (const { Policy } of office.polizas.filter(({ LineOfBusinessType }) => LineOfBusinessType.startsWith('Health'))) {
    const refund = (await office.refunds(Policy)).find(({ documentos }) => documentos.length > 0);
    if (!refund) continue;
    await show(page, `#/app/reembolsos/${Policy}`);
    await page.getByRole('button', { name: new RegExp(refund.CaseNumber) }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Detalle del reembolso');
    const main = page.getByRole('main');
    await expect(main).toContainText(refund.CaseNumber);
    await expect(main).toContainText(refund.diagnostico);
    for (const { filename } of refund.documentos) await expect(main).toContainText(filename);
    opened.push('refund');
    break;
  }
  const answered = (await office.tickets()).find(({ respuestas = [] }) => respuestas.length > 0);
  if (answered) {
    await page.goto('/#/app/configuraciones/ayuda');
    await page.getByRole('button', { name: new RegExp(answered.CaseNumber) }).click();
    for (const { texto } of answered.respuestas ?? []) await expect(page.getByText(texto).first()).toBeVisible();
    opened.push('ticket');
  }
  return opened;
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
    await expect(offline.getByRole('heading', { level: 1 }).first()).toBeVisible();
    const seen = await sections(offline, count);
    expect(seen.size).toBeGreaterThanOrEqual(count * 2);
    const opened = await details(offline, server.url, email);
    if (email === 'costarica@demo.test') expect(opened).toEqual(['refund', 'ticket']);

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

const isRead = (path: string) => /\/(integraciones|salesforce\/getPending|reembolsos\/get|tickets\/get)/.test(path);
/** Reads of lists that home does not show. What home shows is asked for at each start (D90). */
const isBehindHome = (path: string) =>
  /\/get(InternetPayments|Documents|AccountRoles|Dependents|PolicyCards)/.test(path);
/** The parts of a customer with three policies that such a read brings, without personal information and what is synchronised. */
const READS = 17;
const POLICIES = 3;

for (const share of [0.1, 0.5, 0.9]) {
  test(`[F41][D70] what was broken off at ${share * 100} % says what is missing, and goes on where it stopped`, async ({
    page: other,
    line,
  }) => {
    test.setTimeout(240_000);
    let left = Math.round(READS * share);
    // A screen and the engine may ask for the same list; the last answer counts.
    const last = new Map<string, 'answered' | 'dropped'>();
    line.fault = oneByOne((_, path) => {
      if (!isRead(path)) return null;
      left -= 1;
      last.set(path, left < 0 ? 'dropped' : 'answered');
      return left < 0 ? 'drop' : null;
    });
    const answeredBehindHome = () =>
      [...last].filter(([path, how]) => how === 'answered' && isBehindHome(path)).map(([path]) => path);
    const parts = (page: Page) => page.getByText(/^([1-9]|10) de 11 partes/);
    const first = await launch(line.url);
    await signIn(first.page, 'costarica@demo.test');
    await expect.poll(() => left, { timeout: 30_000 }).toBeLessThan(0);
    await first.page.goto('/#/app/configuraciones');
    await expect(parts(first.page)).toBeVisible({ timeout: 30_000 });
    await first.kill();
    const came = answeredBehindHome();

    const { page, context } = await launch(line.url);
    await context.setOffline(true);
    await page.goto('/#/app');
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    const whole = new Map<string, string>();
    const missing: string[] = [];
    let said = 0;
    for (let index = 0; index < POLICIES; index += 1) {
      await page.goto(`/#/app?poliza=${index}`);
      await expect.poll(() => offered(page)).not.toEqual([]);
      for (const href of await offered(page)) {
        if (await isHere(page, href)) whole.set(href, await face(page));
        else {
          missing.push(href);
          said += await page.getByText('Llegará cuando vuelva la conexión.').count();
          await expect(page.getByText(/No tenemos/), href).toHaveCount(0);
          await expect(page.getByRole('button', { name: 'Reintentar' }), href).toHaveCount(0);
        }
      }
    }
    expect(said, 'sections that say that they are not here').toBeGreaterThan(0);
    // The first two answers may be of what home shows only.
    if (share > 0.1) expect([...whole.keys()], 'sections that are here').not.toEqual([]);
    await page.goto('/#/app/configuraciones');
    await expect(parts(page)).toBeVisible();

    // Nothing of these lists is on this screen, so that only what is missing is asked for.
    last.clear();
    left = Number.POSITIVE_INFINITY;
    await context.setOffline(false);
    await expect(page.getByText(/^Todo está aquí, al día hace/)).toBeVisible({ timeout: 45_000 });
    const again = answeredBehindHome();
    if (share > 0.1) expect(came).not.toEqual([]);
    expect(again.filter((path) => came.includes(path))).toEqual([]);
    expect(again.length).toBeGreaterThan(0);
    await page.goto('/#/app');
    await expect(page.getByText(EVERYTHING)).toBeVisible();
    for (const href of missing) expect(await isHere(page, href), href).toBe(true);

    // What was whole without a connection is what the server has, and nothing was told as empty.
    await other.setViewportSize({ width: 390, height: 844 });
    await signIn(other, 'costarica@demo.test');
    for (const [href, what] of whole) {
      await show(other, href);
      await expect.poll(() => face(other), { message: `${href} at the server` }).toBe(what);
    }
  });
}
