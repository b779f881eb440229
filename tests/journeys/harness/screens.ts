import { expect, type Page } from '@playwright/test';
import { addresses } from '#rules/screens.ts';
import { demoYear } from './demo-year.ts';
import { SHOTS } from './looks.ts';

/**
 * The main screens of a signed-in customer with their addresses. 520021 is a health policy of Costa Rica's customer.
 */
export const screens = [
  ['home', '#/app'],
  ['payments', '#/app/pagos/520021'],
  ['documents', '#/app/documentos/520021'],
  ['refunds', '#/app/reembolsos/520021'],
  ['a new refund', '#/app/reembolsos/a%C3%B1adir/520021'],
  ['the health card', '#/app/carnet/520021'],
  ['settings', '#/app/configuraciones'],
  ['personal information', '#/app/configuraciones/informacionPersonal'],
  ['password', '#/app/configuraciones/password'],
  ['a new ticket', '#/app/configuraciones/ayuda/crear'],
] as const;

type SignedIn = Exclude<keyof typeof addresses, 'start' | 'residence' | 'registration' | 'created' | 'relay'>;

/** What the addresses of all screens of a signed-in customer ask for, with a policy of which there is something to show. */
const asked: Record<SignedIn, Readonly<Record<string, string>>> = {
  home: {},
  invoices: {
    policy: '520022',
    visualTimeInstance: 'VTUSA',
    date: 'null',
    issuingCompany: 'AMPARO',
    offshoreIndicator: '0',
  },
  refunds: { policyId: '520021' },
  newRefund: { policyId: '520021' },
  // Without a refund in the history's entry it leads home. A press in the history of refunds opens it.
  refundDetail: {},
  received: {},
  beneficiaries: { policyId: '520022' },
  dependents: { policyId: '520021' },
  healthCard: { policyId: '520021' },
  payments: { policyId: '520021' },
  paidYear: { policyId: '520021', year: demoYear(-365) },
  documents: { policyId: '520021' },
  news: {},
  settings: {},
  personalInformation: {},
  help: {},
  newTicket: {},
  passkeys: {},
  sessions: {},
  password: {},
  pending: {},
};

/** Every screen of a signed-in customer with its address; the types ask for one that is new. */
export const everyScreen = (Object.keys(asked) as SignedIn[]).map(
  (name) => [name, `#${encodeURI(addresses[name].replace(/\$(\w+)/g, (_, of) => asked[name][of] ?? ''))}`] as const,
);

/** Goes to that address and waits until its content is shown. */
export async function open(page: Page, hash: string): Promise<void> {
  await page.evaluate((to) => {
    location.hash = to;
  }, hash);
  await expect(page.getByRole('main').getByText(/^Cargando/)).toHaveCount(0);
  await expect(page.locator('h1')).toBeAttached();
  await page.waitForTimeout(400);
}

/** Takes the screenshot when a folder for screenshots is set. */
export async function shot(page: Page, name: string, fullPage = false): Promise<void> {
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/${name.replaceAll(' ', '-')}.png`, fullPage });
}

/** Sets the size of all text, as the browser's own setting does. */
export const textSize = (page: Page, size: string): Promise<void> =>
  page.evaluate((to) => document.documentElement.style.setProperty('font-size', to), size);
