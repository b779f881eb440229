import '#tests/page.ts';

import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { SavingsPlan } from '#features/home/savings-plan.tsx';
import { ToastProvider } from '#ui/layers/toast-provider.tsx';

afterEach(cleanup);

const shown = (residence: string) => {
  render(
    <ToastProvider>
      <SavingsPlan productName="Plan de Ahorro Óptimo" residence={residence} />
    </ToastProvider>,
  );
  return document.body.textContent?.replace(/\s/gu, ' ') ?? '';
};

test('[H9.9][D22] plans in pesos name the currency once, above amounts that fit narrow columns', () => {
  const text = shown('Colombia');
  expect(text).toContain('Montos en pesos colombianos (COP)');
  expect(screen.getByRole('cell', { name: '30.000.000' })).toBeTruthy();
  expect(screen.getByRole('table').textContent).not.toContain('$');
});

test('[H9.9][D22] plans in dollars show the dollar sign at each amount', () => {
  expect(shown('Costa Rica')).not.toContain('Montos en');
  expect(screen.getByRole('cell', { name: /^\$10\s000$/ })).toBeTruthy();
});
