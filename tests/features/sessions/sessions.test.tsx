// @module-tag depth
import '#tests/page.ts';

import { act, fireEvent, screen } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
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

test('[D83] settings lead to the sessions, which name this device and end all others after confirmation', async () => {
  const stands = await elsewhere();
  await openAt(page, '/app/configuraciones');
  await until(isAt('Gestiona tu cuenta'));
  expect(link(/^Tus sesiones/).getAttribute('href')).toBe('#/app/configuraciones/sesiones');
  close();
  await openAt(page, SESSIONS);
  await until(shows(/^Este teléfono\s· Desde el .* a las? \d+:\d\d$/));
  await press('Cerrar mis otras sesiones');
  await until(shows('¿Cerrar tus otras sesiones?'));
  expect(shows(/^Cada una se cierra en cuanto Amparo se use en ese dispositivo con conexión/)).not.toThrow();
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
  await until(shows(/^Desde el .* a las? \d+:\d\d\s· última vez hace menos de 1 h$/));
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
  await until(shows('Sesión cerrada. Lo guardado se borra al usar Amparo allí con conexión'));
  expect(await stands()).toBe(false);
  expect(await house.app.db.select({ erase: endedTokens.erase }).from(endedTokens)).toContainEqual({ erase: true });
});

/** Opens the question that erases what the other sessions keep. @returns what lets the server answer it */
async function askToErase(): Promise<() => void> {
  let answer = () => {};
  const slow = new Promise<void>((resolve) => (answer = resolve));
  const call = (async (name: string, ...rest: never[]) => {
    if (name === 'endSessions') await slow;
    return page.session.call(name as never, ...(rest as [never]));
  }) as never;
  await openAt({ ...page, session: { ...page.session, call } }, SESSIONS);
  await until(shows('Cerrar mis otras sesiones'));
  await press('Cerrar mis otras sesiones');
  await pressInDialog('Cerrar y borrar lo guardado allí');
  await until(shows(/^Cuando Amparo se use en cada dispositivo con conexión, se borra/));
  return answer;
}

test('[D83][D81] who has closed the dialog by then is told that nothing is ended or erased', async () => {
  const stands = await elsewhere();
  const answer = await askToErase();
  await type('Contraseña', 'No-es-esta1');
  await pressInDialog('Cerrar y borrar');
  await press('Cerrar');
  await until(() => expect(screen.queryByRole('dialog')).toBeNull());
  await act(async () => answer());
  await until(shows(/^Cerrar y borrar: La contraseña no es correcta/));
  expect(await stands()).toBe(true);
});

test('[D83] an answer that comes late closes no dialog about another session', async () => {
  await elsewhere();
  const answer = await askToErase();
  await type('Contraseña', PASSWORD);
  await pressInDialog('Cerrar y borrar');
  await press('Cerrar');
  await act(
    async () => void fireEvent.click(screen.getAllByRole('button', { name: /^Cerrar la sesión/ })[0] as Element),
  );
  await until(shows(/^¿Cerrar la sesión de/));
  await act(async () => answer());
  await until(shows(/^Cerramos tus otras sesiones/));
  expect(shows(/^¿Cerrar la sesión de/)).not.toThrow();
});

test('[F65] sessions that a device could not ask for say so, and are asked for by another try', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  let isLost = true;
  const call = (async (name: string, ...rest: never[]) => {
    if (isLost && name === 'sessions') throw new DOMException('lost', 'UnknownError');
    return page.session.call(name as never, ...(rest as [never]));
  }) as never;
  await openAt({ ...page, session: { ...page.session, call } }, SESSIONS);
  await until(shows('Este teléfono no pudo pedirlo. Inténtalo de nuevo.'));
  isLost = false;
  await press('Reintentar');
  await until(shows(/^Este teléfono\s· Desde/));
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

/** Opens the naming of a row; this device's comes first. */
const openNaming = (index: number) =>
  act(async () => void fireEvent.click(screen.getAllByRole('button', { name: /^Dar un nombre/ })[index] as Element));
/** The rows of the list, as they are read, also behind a dialog. */
const rows = () => screen.getAllByRole('listitem', { hidden: true }).map(({ textContent }) => textContent ?? '');

test('a session can be given a name, as text, and an empty one takes it away', async () => {
  await openAt(page, SESSIONS);
  await until(shows(/^Este teléfono\s· Desde el/));
  await openNaming(0);
  await until(shows('Por ejemplo, «Teléfono de Ana». Déjalo vacío para quitarlo.'));
  await type('Nombre', '<b>Teléfono de Ana</b>');
  await pressInDialog('Guardar');
  await until(shows('<b>Teléfono de Ana</b>'));
  expect(screen.queryByRole('dialog')).toBeNull();
  await press(/^Cambiar nombre/);
  await type('Nombre', '');
  await pressInDialog('Guardar');
  await until(() => expect(rows().join()).not.toContain('Teléfono de Ana'));
});

test('the name of a session that has ended meanwhile is refused in words, and its row goes', async () => {
  await elsewhere();
  await openAt(page, SESSIONS);
  await until(shows('Cerrar mis otras sesiones'));
  const before = rows().length;
  const { idUsuario = '' } = (await page.session.customer()) ?? {};
  await openNaming(1);
  await until(() => screen.getByRole('dialog'));
  await page.session.call('endSessions', { idUsuario });
  await type('Nombre', 'La de casa');
  await pressInDialog('Guardar');
  await until(shows('Esta sesión ya no está abierta'));
  await until(() => expect(rows().length).toBeLessThan(before));
});

test('a backend that keeps no names shows no button for them', async () => {
  const call = (async (name: string, ...rest: never[]) => {
    const answer = await page.session.call(name as never, ...(rest as [never]));
    return name === 'sessions' && answer.ok
      ? { ok: true, value: (answer.value as object[]).map((one) => ({ ...one, apodo: undefined })) }
      : answer;
  }) as never;
  await openAt({ ...page, session: { ...page.session, call } }, SESSIONS);
  await until(shows(/^Este teléfono\s· Desde el/));
  expect(screen.queryByRole('button', { name: /nombre/ })).toBeNull();
});

test('without a connection the screen says so, keeps its rows, and loads them when it returns', async () => {
  await elsewhere();
  setOnline(false);
  await openAt(page, SESSIONS);
  await until(shows('Para ver, nombrar y cerrar sesiones necesitas conexión.'));
  await act(async () => setOnline(true));
  await until(shows(/^Este teléfono\s· Desde el .* a las? \d+:\d\d$/));
  await act(async () => setOnline(false));
  expect(isOff(button('Cerrar mis otras sesiones'))).toBe(true);
  const [rename] = screen.getAllByRole('button', { name: /^Dar un nombre/ });
  expect(isOff(rename as HTMLButtonElement)).toBe(true);
});

test('a backend without the list shows a text that says so', async () => {
  const without = { ...page.session, call: async () => ({ ok: false, problem: { code: 'not-found' } }) as never };
  await openAt({ ...page, session: without }, SESSIONS);
  await until(shows('Tu aseguradora no ofrece esta lista'));
});

describe('the list', () => {
  const here = { id: 'x', nombre: '', desde: '2026-01-02T03:04:05.000Z', visto: '', aqui: true, bloqueada: false };
  const listed = { ok: true, value: [here] };
  const failed = { ok: false, problem: { code: 'unavailable' } };

  /** Opens the screen. Each question for the list waits until it is answered. */
  async function openAsking() {
    const answers: ((answer: object) => Promise<void>)[] = [];
    const call = ((name: string, ...rest: never[]) =>
      name === 'sessions'
        ? new Promise((resolve) => answers.push((answer) => act(async () => resolve(answer))))
        : page.session.call(name as never, ...(rest as [never]))) as never;
    await openAt({ ...page, session: { ...page.session, call } }, SESSIONS);
    await until(() => expect(answers).toHaveLength(1));
    return answers;
  }

  test('[D83] two sessions of one name are told apart, also in the questions that end and erase them', async () => {
    const answers = await openAsking();
    const other = { ...here, nombre: 'Chrome en Windows', aqui: false, visto: '2026-02-03T03:04:05.000Z' };
    await answers[0]?.({ ok: true, value: [here, { ...other, id: 'y' }, { ...other, id: 'z', bloqueada: true }] });
    await until(shows('Chrome en Windows, 1 de 2'));
    await press('Cerrar la sesión de Chrome en Windows, 2 de 2');
    await until(shows('¿Cerrar la sesión de Chrome en Windows, 2 de 2?'));
    expect(shows(/^Bloqueada\s· Desde el .* Se cierra en cuanto Amparo se use allí con conexión/)).not.toThrow();
    await pressInDialog('Cerrar y borrar lo guardado allí');
    await until(shows('¿Cerrar y borrar en Chrome en Windows, 2 de 2?'));
    expect(shows(/^Bloqueada\s· Desde el .* Cuando Amparo se use allí con conexión, se borra/)).not.toThrow();
  });

  test('[D83] that failed can be asked for again, once at a time, and the button says that it is being asked', async () => {
    const answers = await openAsking();
    await answers[0]?.(failed);
    await press('Reintentar');
    expect(button(/^Reintentar/).getAttribute('aria-busy')).toBe('true');
    await press(/^Reintentar/);
    expect(answers).toHaveLength(2);
    await answers[1]?.(failed);
    expect(button('Reintentar').getAttribute('aria-busy')).toBeNull();
    await press('Reintentar');
    await answers[2]?.(listed);
    await until(shows(/^Este teléfono/));
  });

  test('[D83] is as the newest question was answered, though an earlier answer comes later', async () => {
    const answers = await openAsking();
    await act(async () => setOnline(false));
    await act(async () => setOnline(true));
    expect(answers).toHaveLength(2);
    await answers[1]?.(listed);
    await until(shows(/^Este teléfono/));
    await answers[0]?.(failed);
    expect(shows(/^Este teléfono/)).not.toThrow();
  });
});
