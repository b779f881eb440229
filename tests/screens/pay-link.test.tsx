import '#tests/page.ts';

import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { PayLink } from '#screens/pay-link.tsx';

afterEach(cleanup);

function open() {
  let answer: (address: string) => void = () => {};
  render(
    <>
      <input aria-label="Buscar" />
      <PayLink
        label="Realizar pago"
        goLabel="Ir a pagar"
        note="Se abre la página de pago."
        ask={() => new Promise((resolve) => (answer = resolve))}
        onGo={() => {}}
      />
    </>,
  );
  const button = screen.getByRole('button', { name: 'Realizar pago' });
  button.focus();
  fireEvent.click(button);
  return () => act(async () => answer('https://pagos.example/1'));
}

test('[D29] the link to pay takes the focus of the button in whose place it stands', async () => {
  await open()();
  expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Ir a pagar' }));
});

test('[D29] a link that comes late takes the focus from nobody, and is announced', async () => {
  const arrive = open();
  const region = screen.getByRole('status');
  screen.getByLabelText('Buscar').focus();
  await arrive();
  expect(document.activeElement).toBe(screen.getByLabelText('Buscar'));
  expect(region.textContent).toBe('Se abre la página de pago.');
});
