import type { Page } from '@playwright/test';
import { insurer } from '../harness/insurer.ts';
import { phone } from '../harness/looks.ts';
import { expect, signIn, test } from '../harness/test.ts';

const EMAIL = 'costarica@demo.test';
const POLICY = '520021';
/** A minute of use, and what a slow machine takes. */
const WITHIN_MS = 75_000;

/** The case number of the refund under way that home names first. */
async function firstOnHome(home: Page): Promise<string> {
  const row = home.getByRole('button', { name: /R-\d{4}-\d+/ }).first();
  await expect(row).toBeVisible();
  return /R-\d{4}-\d+/.exec((await row.textContent()) ?? '')?.[0] ?? '';
}

/** Approves a refund at the insurer's desk. */
async function approve(url: string, caseNumber: string): Promise<void> {
  const { usuario, refunds } = await insurer(url, EMAIL);
  const found = (await refunds(POLICY)).find(({ CaseNumber }) => CaseNumber === caseNumber);
  const body = new URLSearchParams({ cliente: usuario.id, accion: 'reembolso', id: found?.id ?? '', estado: '5' });
  const answer = await fetch(`${url}/demo/oficina`, { method: 'POST', redirect: 'manual', body });
  expect(answer.status).toBe(303);
}

test('[D71] what the insurer decides appears within a minute on detail, list and home, without a tap; [F64][D90] home tells it after a reload', async ({
  page: home,
  context,
  server,
}) => {
  test.setTimeout(240_000);
  await home.setViewportSize(phone);
  await signIn(home, EMAIL);
  const caseNumber = await firstOnHome(home);

  const list = await context.newPage();
  await list.setViewportSize(phone);
  await list.goto(`/#/app/reembolsos/${POLICY}`);
  const card = list.getByRole('button', { name: new RegExp(caseNumber) });
  await expect(card).toContainText('En trámite');

  const detail = await context.newPage();
  await detail.setViewportSize(phone);
  await detail.goto(`/#/app/reembolsos/${POLICY}`);
  await detail.getByRole('button', { name: new RegExp(caseNumber) }).click();
  await expect(detail.getByRole('main')).toContainText('En trámite');

  await approve(server.url, caseNumber);
  await expect(detail.getByRole('main')).toContainText('Aprobado', { timeout: WITHIN_MS });
  await expect(card).toContainText('Aprobado', { timeout: WITHIN_MS });
  await expect(home.getByRole('button', { name: new RegExp(caseNumber) })).toHaveCount(0, { timeout: WITHIN_MS });
  await expect(home.getByRole('link', { name: /Novedades, 1/ }).first()).toBeVisible();

  // The tabs tell each other nothing now: the reload itself asks.
  await list.close();
  await detail.close();
  const next = await firstOnHome(home);
  await approve(server.url, next);
  await home.reload();
  await expect(home.getByText(/^Actualizado hace un momento/)).toBeVisible();
  await expect(home.getByRole('button', { name: new RegExp(next) })).toHaveCount(0, { timeout: 15_000 });
});
