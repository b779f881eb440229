import { type BrowserContext, expect, type Page } from '@playwright/test';
import { rowsOnDevice } from './device.ts';
import { insurer } from './insurer.ts';
import { choose } from './refund.ts';
import { readyOffline } from './test.ts';
import { EMAIL, signInHome } from './trip.ts';

export const TICKETS = '/api/tickets/create';
const FORM = '/#/app/configuraciones/ayuda/crear';

/** Opens the form for a new ticket from any page, offline too once its policies and subjects are mirrored. */
export async function openTicketForm(page: Page): Promise<void> {
  // On the confirmation of an earlier ticket the form's address alone changes nothing.
  const again = page.getByRole('button', { name: 'Hacer otra consulta' });
  // Pressed by key, because a tap at the position of the last press would count as its double press.
  if (await again.isVisible()) await again.press('Enter');
  else await page.goto(FORM);
  await expect(page.getByLabel('Cuéntanos un poco más')).toBeVisible();
}

export async function fillTicket(page: Page, text: string): Promise<void> {
  await choose(page, 'Póliza', 0);
  await page.getByRole('group', { name: 'Tema' }).getByRole('radio').first().check();
  await page.getByLabel('Cuéntanos un poco más').fill(text);
}

async function send(page: Page, title: RegExp): Promise<void> {
  const button = page.getByRole('button', { name: 'Enviar mi solicitud' });
  await expect(button).toBeEnabled();
  await button.click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
}

/** Sends the ticket and waits until the screen confirms it. */
export const handInTicket = (page: Page): Promise<void> => send(page, /^Consulta (guardada|recibida)$/);

/** Sends a ticket that the server refuses at once, so it stays on its form (D81). */
export const handInRefused = (page: Page): Promise<void> => send(page, /^Corregir consulta$/);

export async function askTicket(page: Page, text: string): Promise<void> {
  await openTicketForm(page);
  await fillTicket(page, text);
  await handInTicket(page);
}

/** Signs in, loses the connection and requests a ticket, which then waits on the device. */
export async function queueTicket(page: Page, context: BrowserContext, text: string): Promise<void> {
  await signInHome(page);
  await readyOffline(page);
  await openTicketForm(page);
  await context.setOffline(true);
  await askTicket(page, text);
}

/** How many tickets with this text the server has. */
export async function ticketsNamed(
  url: string,
  text: string,
  email: string = EMAIL,
  password?: string,
): Promise<number> {
  const office = await insurer(url, email, password);
  return (await office.tickets()).filter(({ notas }) => notas === text).length;
}

/** Expects one ticket with this text at the server, and an empty queue. */
export async function ticketArrivedOnce(page: Page, url: string, text: string, password?: string): Promise<void> {
  // A page that died just as it began to send holds its claim for 45 s, and the next look may be half a minute later.
  await expect.poll(() => rowsOnDevice(page, 'outbox'), { timeout: 80_000 }).toBe(0);
  expect(await ticketsNamed(url, text, EMAIL, password)).toBe(1);
}
