import { expect, type Page } from '@playwright/test';
import { insurer } from './insurer.ts';

const HEALTH_POLICY = '520021';

/** The case number of the refund under way that home names first. */
export async function firstOnHome(home: Page): Promise<string> {
  const row = home.getByRole('button', { name: /R-\d{4}-\d+/ }).first();
  await expect(row).toBeVisible();
  return /R-\d{4}-\d+/.exec((await row.textContent()) ?? '')?.[0] ?? '';
}

/** Approves a refund at the insurer's desk. */
export async function approve(url: string, email: string, caseNumber: string): Promise<void> {
  const { usuario, refunds } = await insurer(url, email);
  const found = (await refunds(HEALTH_POLICY)).find(({ CaseNumber }) => CaseNumber === caseNumber);
  const body = new URLSearchParams({ cliente: usuario.id, accion: 'reembolso', id: found?.id ?? '', estado: '5' });
  const answer = await fetch(`${url}/demo/oficina`, { method: 'POST', redirect: 'manual', body });
  expect(answer.status).toBe(303);
}
