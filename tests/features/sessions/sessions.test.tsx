import '#tests/page.ts';

import { act } from '@testing-library/react';
import { expect, test } from 'vitest';
import { endedTokens } from '#server/database/schema.ts';
import { isOff } from '#tests/is-off.ts';
import { EMAIL, PASSWORD } from '#tests/outbox/house.ts';
import { setOnline } from '#tests/page.ts';
import { send } from '#tests/server/requests.ts';
import { isAt, link, openAt, pressInDialog, shows } from '../account.tsx';
import { house, page, withHouse } from '../at-house.ts';
import { button, close, press, type, until } from '../refunds/open.tsx';

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
  await until(shows(/^Este teléfono\s· Desde el .* a las \d+:\d\d$/));
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
  // The server notes a use once an hour.
  await until(shows(/^Desde el .* a las \d+:\d\d\s· última vez hace menos de 1 h$/));
  await press(/^Cerrar la sesión de/);
  await until(shows(/^¿Cerrar la sesión de/));
  await pressInDialog('Cerrar sesión');
  await until(shows('Sesión cerrada'));
  expect(await stands()).toBe(false);
});

test('[S30][D83] a session can be ended with what is kept there, after what is lost was said and the password proven', async () => {
  const stands = await elsewhere();
  await openAt(page, SESSIONS);
  await until(shows('Cerrar mis otras sesiones'));
  await press(/^Cerrar la sesión de/);
  await pressInDialog('Cerrar y borrar lo guardado allí');
  await until(shows(/Lo pendiente de enviar y lo que dejaste a medias se pierde/));
  await type('Contraseña', 'No-es-esta1');
  await pressInDialog('Cerrar y borrar');
  await until(shows('La contraseña no es correcta'));
  expect(await stands()).toBe(true);
  await type('Contraseña', PASSWORD);
  await pressInDialog('Cerrar y borrar');
  await until(shows('Sesión cerrada. Lo guardado allí se borra en cuanto haya conexión'));
  expect(await stands()).toBe(false);
  expect(await house.app.db.select({ erase: endedTokens.erase }).from(endedTokens)).toContainEqual({ erase: true });
});

test('[D83] a backend that closes and cannot erase is not said to erase', async () => {
  await elsewhere();
  const call = (async (name: string, ...rest: never[]) =>
    name === 'endSessions' ? { ok: true, value: {} } : page.session.call(name as never, ...(rest as [never]))) as never;
  await openAt({ ...page, session: { ...page.session, call } }, SESSIONS);
  await until(shows('Cerrar mis otras sesiones'));
  await press('Cerrar mis otras sesiones');
  await pressInDialog('Cerrar y borrar lo guardado allí');
  await type('Contraseña', PASSWORD);
  await pressInDialog('Cerrar y borrar');
  await until(shows('Cerramos tus otras sesiones, pero lo guardado allí no se puede borrar desde aquí'));
});

test('without a connection the screen says so, keeps its rows, and loads them when it returns', async () => {
  await elsewhere();
  setOnline(false);
  await openAt(page, SESSIONS);
  await until(shows('Para ver y cerrar sesiones necesitas conexión.'));
  await act(async () => setOnline(true));
  await until(shows(/^Este teléfono\s· Desde el .* a las \d+:\d\d$/));
  await act(async () => setOnline(false));
  expect(isOff(button('Cerrar mis otras sesiones'))).toBe(true);
});

test('a backend without the list shows a text that says so', async () => {
  const without = { ...page.session, call: async () => ({ ok: false, problem: { code: 'not-found' } }) as never };
  await openAt({ ...page, session: without }, SESSIONS);
  await until(shows('Tu aseguradora no ofrece esta lista'));
});
