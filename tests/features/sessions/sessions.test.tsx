import '#tests/page.ts';

import { act } from '@testing-library/react';
import { expect, test } from 'vitest';
import { EMAIL } from '#tests/outbox/house.ts';
import { setOnline } from '#tests/page.ts';
import { send } from '#tests/server/requests.ts';
import { isAt, link, openAt, pressInDialog, shows } from '../account.tsx';
import { house, page, withHouse } from '../at-house.ts';
import { button, close, press, until } from '../refunds/open.tsx';

const SESSIONS = '/app/configuraciones/sesiones';

withHouse();

/** Signs in from another device. The result says whether that session still works. */
async function elsewhere(): Promise<() => Promise<boolean>> {
  const other = await house.app.signIn(EMAIL);
  return async () =>
    (await send(house.app.app, 'tickets', { fields: { idUsuario: other.id } }, other.headers)).status === 200;
}

test('settings lead to the sessions, which name this device and end all others after confirmation', async () => {
  const stands = await elsewhere();
  await openAt(page, '/app/configuraciones');
  await until(isAt('Gestiona tu cuenta'));
  expect(link(/^Tus sesiones/).getAttribute('href')).toBe('#/app/configuraciones/sesiones');
  close();
  await openAt(page, SESSIONS);
  await until(shows(/^Este dispositivo · Desde el/));
  await press('Cerrar mis otras sesiones');
  await until(shows('¿Cerrar tus otras sesiones?'));
  await pressInDialog('Volver');
  expect(await stands()).toBe(true);
  await press('Cerrar mis otras sesiones');
  await pressInDialog('Cerrar mis otras sesiones');
  await until(shows('No hay sesiones abiertas en otros dispositivos.'));
  expect(await stands()).toBe(false);
  expect(await page.session.over()).toBe(false);
});

test('a single session can be ended', async () => {
  const stands = await elsewhere();
  await openAt(page, SESSIONS);
  await until(shows('Cerrar mis otras sesiones'));
  await press(/^Cerrar la sesión de/);
  await until(shows(/^¿Cerrar la sesión de/));
  await pressInDialog('Cerrar sesión');
  await until(shows('Sesión cerrada'));
  expect(await stands()).toBe(false);
});

test('without a connection the screen says so, keeps its rows, and loads them when it returns', async () => {
  await elsewhere();
  setOnline(false);
  await openAt(page, SESSIONS);
  await until(shows('Para ver y cerrar sesiones necesitas conexión.'));
  await act(async () => setOnline(true));
  await until(shows(/^Este dispositivo · Desde el/));
  await act(async () => setOnline(false));
  expect(button('Cerrar mis otras sesiones').disabled).toBe(true);
});

test('a backend without the list shows a text that says so', async () => {
  const without = { ...page.session, call: async () => ({ ok: false, problem: { code: 'not-found' } }) as never };
  await openAt({ ...page, session: without }, SESSIONS);
  await until(shows('Tu aseguradora no ofrece esta lista'));
});
