import { expect, type Page } from '@playwright/test';

/** Searches a list. On a phone the search of payments is behind its sign. */
export async function search(page: Page, text: string): Promise<void> {
  const field = page.getByRole('searchbox');
  const sign = page.getByRole('button', { name: 'Buscar', exact: true });
  await expect(field.or(sign).first()).toBeVisible();
  if (!(await field.isVisible())) await sign.click();
  await field.fill(text);
}
