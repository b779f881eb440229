import type { Page } from '@playwright/test';
import { insurer } from '../harness/insurer.ts';
import { looks, phone } from '../harness/looks.ts';
import { expect, readyOffline, signIn, test } from '../harness/test.ts';
import { fillTicket, openTicketForm } from '../harness/ticket.ts';
import { complaints, show } from './look.ts';

const EMAIL = 'costarica@demo.test';
const POLICY = '520021';

/** Acts at the insurer's desk. */
async function atTheDesk(url: string, what: Record<string, string>): Promise<void> {
  const { usuario } = await insurer(url, EMAIL);
  const answer = await fetch(`${url}/demo/oficina`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ cliente: usuario.id, ...what }),
  });
  expect(answer.status).toBe(303);
}

/** Pulls what a screen shows, however fresh it is. */
async function refresh(page: Page, href: string): Promise<void> {
  await page.evaluate((to) => {
    location.hash = to;
  }, href);
  const again = page.getByRole('button', { name: 'Actualizar' });
  await expect(again).toBeVisible();
  const answered = page.waitForResponse((answer) => /getByPolicy|getDocuments/.test(answer.url()));
  await again.click();
  await answered;
}

test('[D61] the bell announces a decided refund and a new document, and each line leads there, offline too', async ({
  page,
  context,
  server,
}) => {
  test.setTimeout(150_000);
  const complained = complaints(context);
  await page.setViewportSize(phone);
  await signIn(page, EMAIL);
  await show(page, `#/app/documentos/${POLICY}`);
  await refresh(page, `#/app/reembolsos/${POLICY}`);
  await page.evaluate(() => {
    location.hash = '#/app';
  });
  // What was there before is no news.
  await expect(page.getByRole('link', { name: 'Novedades', exact: true }).first()).toBeVisible();
  await page.getByRole('link', { name: 'Novedades' }).first().click();
  await expect(page.getByText('No tienes novedades')).toBeVisible();
  await looks(page, 'news-none');

  const maria = await insurer(server.url, EMAIL);
  const refund = (await maria.refunds(POLICY)).find((one) => (one as unknown as { idEstado: number }).idEstado === 2);
  await atTheDesk(server.url, { accion: 'reembolso', id: refund?.id ?? '', estado: '5' });
  await atTheDesk(server.url, { accion: 'documento', poliza: POLICY });
  await refresh(page, `#/app/reembolsos/${POLICY}`);
  await refresh(page, `#/app/documentos/${POLICY}`);
  await page.evaluate(() => {
    location.hash = '#/app';
  });
  await expect(page.getByRole('link', { name: 'Novedades, 2 sin leer' }).first()).toBeVisible();
  await looks(page, 'home-with-news');
  await readyOffline(page);
  await context.setOffline(true);
  await page
    .getByRole('link', { name: /^Novedades/ })
    .first()
    .click();
  await expect(page.getByText('Documento añadido')).toBeVisible();
  await looks(page, 'news');
  await page.setViewportSize({ width: 700, height: 800 });
  await expect(
    page.getByRole('navigation', { name: 'Secciones' }).getByRole('link', { name: /^Novedades/ }),
  ).toBeVisible();
  await page.setViewportSize(phone);
  await page.getByRole('link', { name: /^Aprobamos tu reembolso/ }).click();
  await expect(page).toHaveURL(/reembolsos\/detalles/);
  await expect(page.getByText(refund?.CaseNumber ?? '-').first()).toBeVisible();
  await page.goBack();
  await expect(page.getByText('1 sin leer')).toBeVisible();
  await page.getByRole('button', { name: 'Marcar como leídas' }).click();
  await expect(page.getByText('Todo leído')).toBeVisible();
  expect(complained).toEqual([]);
});

test('[D61][H8.12] a request sent in the background is listed among the news, already read because a toast announced it', async ({
  page,
  context,
}) => {
  await signIn(page, EMAIL);
  await readyOffline(page);
  await openTicketForm(page);
  await fillTicket(page, 'Mientras viajo');
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Enviar mi solicitud' }).click();
  await expect(page.getByText(/En cola|se enviará cuando vuelva/i).first()).toBeVisible();
  await page.evaluate(() => {
    location.hash = '#/app/documentos/520021';
  });
  await context.setOffline(false);
  // The toast appears on any screen.
  await expect(page.getByText('Tu ticket ha sido creado con éxito')).toBeVisible({ timeout: 45_000 });
  await page.evaluate(() => {
    location.hash = '#/app/novedades';
  });
  await expect(page.getByText('Recibimos tu consulta')).toBeVisible();
  await expect(page.getByText('Todo leído')).toBeVisible();
  await page.getByRole('link', { name: /^Recibimos tu consulta/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Comprobante/);
});
