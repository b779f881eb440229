import type { BrowserContext, Locator, Page } from '@playwright/test';
import { expect } from '../harness/test.ts';

/** Collects refusals of the content policy and errors in any page of the context. It must be empty at the end (S1). */
export function complaints(context: BrowserContext): string[] {
  const found: string[] = [];
  context.on('weberror', (error) => found.push(String(error.error())));
  context.on('console', (message) => {
    if (/Content Security Policy|Trusted ?Type/i.test(message.text())) found.push(message.text());
  });
  return found;
}

/** The addresses of the screens that home offers for the policy in front. */
export function offered(page: Page): Promise<string[]> {
  return page
    .locator('main a[href^="#/app/"]')
    .evaluateAll((links) =>
      links
        .map((link) => link.getAttribute('href') ?? '')
        .filter((href) =>
          /#\/app\/((carnet|pagos|documentos|beneficiarios|dependientes|facturas)\/|reembolsos\/[^/]+$)/.test(href),
        ),
    );
}

const titles: Record<string, RegExp> = {
  carnet: /^Carnet de salud$/,
  pagos: /^Historial de pagos electrónicos$/,
  documentos: /^Tus Documentos$/,
  beneficiarios: /^Beneficiarios$/,
  dependientes: /^Dependientes$/,
  facturas: /^(Próximas facturas|Facturas? impagadas?)$/,
  reembolsos: /^Historial de reembolsos$/,
};

const AGE = /Actualizado/;
/** D70: what a screen says whose part never came to this device. */
export const NOT_HERE = /Esto aún no está en este/;

/** Opens an address and waits until the screen shows its content. The same screen of another policy is opened from home. */
export async function show(page: Page, href: string): Promise<void> {
  const main = await open(page, href);
  await expect(main.getByText(AGE).first()).toBeVisible();
  await isWhole(main, href);
}

/** Lists that are opened in pieces show their count only once all of it is there. */
const WHOLE: Record<string, RegExp> = {
  pagos: /\d pagos? (?:de \d{4}|aceptados?|fallidos?)$|No tenemos pagos/,
  documentos: /\d documentos?$|No tenemos documentos/,
};

async function isWhole(main: Locator, href: string): Promise<true> {
  const count = WHOLE[sectionOf(href)];
  if (count) await expect(main.getByText(count).first()).toBeVisible();
  return true;
}

/** What a policy in arrears says above the amount that it knows by itself, while its bills never came. */
const BILLS_NOT_HERE = /No pudimos cargar tus facturas/;

/** Opens an address without a connection. @returns whether the screen shows its content, and not that it never came */
export async function isHere(page: Page, href: string): Promise<boolean> {
  const main = await open(page, href);
  const missing = main.getByText(NOT_HERE).or(main.getByText(BILLS_NOT_HERE));
  await expect(main.getByText(AGE).or(missing).first()).toBeVisible();
  return (await missing.count()) === 0 && isWhole(main, href);
}

const sectionOf = (href: string): string => /#\/app\/([a-z]+)/.exec(href)?.[1] ?? '';

async function open(page: Page, href: string): Promise<Locator> {
  const section = sectionOf(href);
  const title = page.getByRole('heading', { level: 1 });
  if (page.url().includes(`#/app/${section}/`)) {
    await goTo(page, '#/app');
    await expect(title).not.toHaveText(/Carnet|Historial|Documentos|Beneficiarios|Dependientes|actura/);
  }
  await goTo(page, href);
  if (titles[section]) await expect(title).toHaveText(titles[section]);
  const main = page.getByRole('main');
  await expect(main.getByText(/^Cargando/)).toHaveCount(0);
  return main;
}

function goTo(page: Page, href: string): Promise<void> {
  return page.evaluate((to) => {
    location.hash = to;
  }, href);
}

/** Title, first heading and count of the screen, which an empty or failed screen does not have. */
export async function face(page: Page): Promise<string> {
  const main = page.getByRole('main');
  const [first = ''] = await main.getByRole('heading', { level: 2 }).allTextContents();
  const [count = ''] = await main
    .getByText(/^[\d\s]+ (pago|documento|reembolso|factura)s?( aceptados?| fallidos?)?$/)
    .allTextContents();
  return `${await main.getByRole('heading', { level: 1 }).textContent()} | ${first} | ${count}`;
}
