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

test('[H9.9][D74] plans in dollars name the currency once outside of Ecuador, above amounts that fit narrow columns', () => {
  expect(shown('Costa Rica')).toContain('Montos en dólares (USD)');
  expect(screen.getByRole('cell', { name: /^10\s000$/ })).toBeTruthy();
  expect(screen.getByRole('table').textContent).not.toContain('$');
});

test("[H9.9][D74] plans in the country's own pesos show their sign at each amount, and name no currency besides", () => {
  expect(shown('Colombia')).not.toContain('Montos en');
  expect(screen.getByRole('cell', { name: '$30.000.000' })).toBeTruthy();
});
