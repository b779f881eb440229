// @module-tag depth
import '#tests/page.ts';

import { cleanup, fireEvent, screen } from '@testing-library/react';
import { act } from 'react';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { AddPasskey } from '#features/passkeys/add-passkey.tsx';
import { PasskeyList } from '#features/passkeys/passkey-list.tsx';
import { usePasskeysHere } from '#session/hooks.ts';
import { createTestApp, type TestApp } from '#tests/server/test-app.ts';
import { type Device, SERVER_START_MS } from '#tests/session/device.ts';
import { pressInDialog } from '../account.tsx';
import { deviceOf, press, sees, until } from '../reading.tsx';
import { openScreens } from '../screens.tsx';

const PATH = '/app/configuraciones/huella';
const passkey = (credencial: string, nombre: string) => ({
  credencial,
  nombre,
  creado: '2026-01-02T03:04:05.000Z',
  usado: null,
});

let server: TestApp;
let device: Device;
/** What the server lists now, and how it answers a removal. */
let listed: object[];
let remove: () => Promise<Response>;
let removals: string[];

beforeAll(async () => {
  server = await createTestApp();
}, SERVER_START_MS);
beforeEach(async () => {
  device = await deviceOf(server, 'costarica@demo.test');
  listed = [passkey('AAAA', 'iPhone de Ana'), passkey('BBBB', 'Portátil')];
  removals = [];
  const json = (body: unknown, status = 200) =>
    new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
  remove = async () => json({ code: 'not-found', message: 'No existe' }, 404);
  device.network.instead = (path, { method = 'GET' }) => {
    if (!path.includes('/usuarios/passkeys')) return null;
    if (method !== 'DELETE') return json(listed);
    removals.push(path);
    return remove();
  };
  await openScreens(device, { [PATH]: () => <PasskeyList here={[]} /> }, { path: PATH });
  await sees('iPhone de Ana');
});
afterEach(cleanup);
afterAll(() => server.close());

test('[D56] two passkeys of one name are told apart, also in the question that removes one', async () => {
  cleanup();
  listed = [passkey('AAAA', 'iPhone'), { ...passkey('BBBB', 'iPhone'), usado: '2026-02-03T03:04:05.000Z' }];
  await openScreens(device, { [PATH]: () => <PasskeyList here={[]} /> }, { path: PATH });
  await sees('iPhone, 1 de 2');
  await press(/^Quitar.*iPhone, 2 de 2$/);
  await sees('¿Quitar «iPhone, 2 de 2»?');
  await sees(/usado por última vez el .*\. Desde ahora allí se entra/);
});

test('[D56] the question that removes this device’s passkey speaks of here', async () => {
  cleanup();
  await openScreens(device, { [PATH]: () => <PasskeyList here={[{ credential: 'AAAA' }]} /> }, { path: PATH });
  await sees('iPhone de Ana');
  await press(/^Quitar.*iPhone de Ana$/);
  await sees(/^Este teléfono.*\. Desde ahora aquí se entra/);
});

test('[D56] the buttons of each passkey say which one they are about', () => {
  const names = screen.getAllByRole('button').map(({ textContent }) => textContent);
  expect(names).toEqual([
    'Cambiar nombre: iPhone de Ana',
    'Quitar: iPhone de Ana',
    'Cambiar nombre: Portátil',
    'Quitar: Portátil',
  ]);
});

test('[D56][V5.16] an empty name is asked for in Spanish', async () => {
  await press(/^Cambiar nombre.*iPhone de Ana$/);
  const name = await screen.findByLabelText<HTMLInputElement>('Nombre');
  await act(async () => void fireEvent.input(name, { target: { value: '' } }));
  await act(async () => void fireEvent.blur(name));
  await sees('Completa este campo');
});

test('[D56] a removal is asked once, is busy meanwhile, and one that is gone already counts as removed', async () => {
  let answer = () => {};
  const gone = remove;
  remove = () => new Promise((resolve) => (answer = () => resolve(gone())));
  await press('Quitar');
  const asked = await screen.findByRole('dialog', { name: '¿Quitar «iPhone de Ana»?' });
  await pressInDialog('Quitar');
  const button = [...asked.querySelectorAll('button')].find(({ textContent }) => textContent?.startsWith('Quitar'));
  expect(button?.getAttribute('aria-busy')).toBe('true');
  await until(() => expect(removals).toHaveLength(1));
  await act(async () => void fireEvent.click(button as HTMLElement));
  listed = [passkey('BBBB', 'Portátil')];
  await act(async () => answer());
  await sees('Esa forma de entrar ya no sirve');
  await until(() => expect(screen.queryByText('iPhone de Ana')).toBeNull());
  expect(screen.queryByText('No existe')).toBeNull();
  expect(removals).toHaveLength(1);
});

test('[D56] an answer that comes late closes no dialog about another passkey', async () => {
  let answer = () => {};
  const gone = remove;
  remove = () => new Promise((resolve) => (answer = () => resolve(gone())));
  await press('Quitar');
  await screen.findByRole('dialog', { name: '¿Quitar «iPhone de Ana»?' });
  await pressInDialog('Quitar');
  await until(() => expect(removals).toHaveLength(1));
  await press('Cerrar');
  await until(() => expect(screen.queryByRole('dialog')).toBeNull());
  await press(/^Quitar\s*: Portátil/);
  await screen.findByRole('dialog', { name: '¿Quitar «Portátil»?' });
  await act(async () => answer());
  await sees('Esa forma de entrar ya no sirve');
  expect(screen.getByRole('dialog', { name: '¿Quitar «Portátil»?' })).toBeTruthy();
});

test('[D56] a device says that it can hold no passkey only once that is known', async () => {
  cleanup();
  let found: (canAdd: boolean) => void = () => {};
  const session = { ...device.session, canHoldPasskey: () => new Promise<boolean>((resolve) => (found = resolve)) };
  const Adding = () => <AddPasskey isHere={false} canAdd={usePasskeysHere().canAdd} />;
  await openScreens({ ...device, session }, { [PATH]: Adding }, { path: PATH });
  await sees('Entra sin escribir tu contraseña');
  expect(screen.queryByText(/no lo permite/)).toBeNull();
  await act(async () => found(false));
  await sees('Este teléfono no lo permite. Puedes activarlo en otro.');
});

test('[D56] the password of a new passkey belongs to the account, and not to the name that stands before it', async () => {
  cleanup();
  await openScreens(device, { [PATH]: () => <AddPasskey isHere={false} canAdd /> }, { path: PATH });
  const password = await screen.findByLabelText<HTMLInputElement>('Contraseña');
  const inputs = [...(password.form?.querySelectorAll('input') ?? [])];
  const account = inputs[inputs.indexOf(password) - 1];
  await until(() => expect([account?.autocomplete, account?.value]).toEqual(['username', 'costarica@demo.test']));
  expect(account?.matches('[readonly][tabindex="-1"][aria-hidden="true"]'), 'nobody meets it').toBe(true);
});
