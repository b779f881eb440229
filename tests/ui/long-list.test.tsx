import '#tests/page.ts';

import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { LongList } from '#ui/long-list.tsx';

afterEach(cleanup);

function print(count: number): number {
  render(<LongList label="Pagos" count={count} estimate={() => 100} item={(index) => <p>Pago {index + 1}</p>} />);
  act(() => void window.dispatchEvent(new window.Event('beforeprint')));
  return screen.getAllByRole('listitem').length;
}

test('[H2.32] a history prints whole, and the screen is unchanged afterwards', () => {
  expect(print(400)).toBe(400);
  expect(screen.getByText('Pago 400')).toBeTruthy();
  act(() => void window.dispatchEvent(new window.Event('afterprint')));
  expect(screen.queryByText('Pago 400')).toBeNull();
});

test('[H2.32] a list too long for paper says how much of it is printed', () => {
  expect(print(10_000)).toBe(1000);
  expect(screen.getByText(/los primeros 1000 de 10000/)).toBeTruthy();
});
