import '#tests/page.ts';

import { act, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { CorrectRequest } from '#requests/correct-request.tsx';
import { ticket } from '#requests/ticket.ts';
import { setOnline } from '#tests/page.ts';
import { page, withHouse } from '../features/at-house.ts';
import { openScreens } from '../features/screens.tsx';

withHouse();

type Outbox = typeof page.outbox;
type Opened = Awaited<ReturnType<Outbox['beginEdit']>>;

/** Opens the correction of a request for which the outbox gives these answers, one after the other. */
function correct(...answers: Opened[]) {
  const beginEdit: Outbox['beginEdit'] = async () => answers.shift() ?? { ok: false, code: 'gone' };
  const shown = () => (
    <CorrectRequest kind={ticket} queuedKey="una" onSent={() => {}}>
      {() => <p>El formulario</p>}
    </CorrectRequest>
  );
  return openScreens({ ...page, outbox: { ...page.outbox, beginEdit } }, { '/app': shown }, { path: '/app' });
}
const opens: Opened = { ok: true, value: {} as never };
const unreachable: Opened = { ok: false, code: 'unreachable' };
const retry = () => screen.queryByRole('button', { name: 'Reintentar' });

test('[D70] without a connection it offers no retry, says what will open it, and opens by itself', async () => {
  setOnline(false);
  await correct(unreachable, opens);
  await screen.findByText(/Se abrirá cuando vuelva la conexión/);
  expect(retry()).toBeNull();
  expect(screen.queryByText(/Esto aún no está en este/)).toBeNull();
  screen.getByRole('link', { name: ticket.history.label });
  await act(async () => setOnline(true));
  await screen.findByText('El formulario');
});

test('a server that does not answer is asked again by a press', async () => {
  await correct(unreachable, opens);
  await screen.findByText(/ahora no podemos comprobarlo/);
  await act(async () => retry()?.click());
  await screen.findByText('El formulario');
});

test('[D70] what this device could not read is tried again without a connection too', async () => {
  setOnline(false);
  await correct({ ok: false, code: 'storage-full' }, opens);
  await screen.findByText(/libera espacio/);
  await act(async () => retry()?.click());
  await screen.findByText('El formulario');
});
