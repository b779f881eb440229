// @module-tag depth
import '#tests/page.ts';

import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { createDatabase } from '#database/open.ts';
import { RegistrationContext } from '#features/registration/hooks.ts';
import { ResidenceScreen } from '#features/registration/residence-screen.tsx';
import { layersGone } from '#history/entries.ts';
import { leaveUnfinished, registrationOn } from './begun.ts';

afterEach(cleanup);

/** Opens the choice of residence on a line so slow that the wizard never loads. */
async function open(name: string, begun: boolean) {
  const db = createDatabase(`residence ${name}`);
  if (begun) await leaveUnfinished(db);
  const registration = registrationOn(db);
  const root = createRootRoute();
  const residence = createRoute({
    getParentRoute: () => root,
    path: '/registro/residencia',
    component: ResidenceScreen,
  });
  const wizard = createRoute({ getParentRoute: () => root, path: '/registro', loader: () => new Promise(() => {}) });
  const router = createRouter({
    routeTree: root.addChildren([residence, wizard]),
    history: createMemoryHistory({ initialEntries: ['/registro/residencia'] }),
  });
  await act(async () => {
    render(
      <RegistrationContext value={registration}>
        <RouterProvider router={router} />
      </RegistrationContext>,
    );
    await registration.open();
  });
  await screen.findByRole('heading', { level: 1 });
  return registration;
}

const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })));

test('[V2.12] Iniciar shows that the wizard is loading, and another country chosen meanwhile wins', async () => {
  const registration = await open('iniciar', false);
  fireEvent.click(screen.getByRole('radio', { name: 'Guatemala' }));
  await press('Iniciar');
  const begin = () => screen.getByRole('button', { name: /Iniciar/ });
  await waitFor(() => expect(begin().getAttribute('aria-busy')).toBe('true'));
  fireEvent.click(screen.getByRole('radio', { name: 'Colombia' }));
  expect(begin().getAttribute('aria-busy')).toBeNull();
  await press('Iniciar');
  expect(registration.view().country).toBe('Colombia');
});

test('[D45] a residence that was only chosen is no unfinished registration, whatever it presets', async () => {
  const name = 'only chosen';
  const db = createDatabase(`residence ${name}`);
  const before = registrationOn(db);
  await before.open();
  before.choose('Internacional');
  await before.flush();
  await open(name, false);
  expect(screen.getByRole('heading', { level: 1 }).textContent).not.toBe('Tienes un registro sin terminar');
});

test('[D45] resuming a registration does not ask for the country again while the wizard loads', async () => {
  const registration = await open('resume', true);
  await press('Continuar tu registro');
  expect(registration.view().state).toBe('under way');
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Tienes un registro sin terminar');
  const resume = screen.getByRole('button', { name: /Continuar tu registro/ });
  await waitFor(() => expect(resume.getAttribute('aria-busy')).toBe('true'));
  // A visitor may still begin anew. The screen asks first, because the answers would be lost.
  await press('Empezar de nuevo');
  await screen.findByRole('button', { name: 'Conservar lo escrito' });
  await press('Conservar lo escrito');
  await layersGone();
  expect(registration.view().state).toBe('under way');
  await press('Empezar de nuevo');
  const confirm = await waitFor(() => {
    const [, second] = screen.getAllByRole('button', { name: 'Empezar de nuevo', hidden: true });
    return second ?? expect.fail('the question is not open');
  });
  await act(async () => void fireEvent.click(confirm));
  await screen.findByRole('radio', { name: 'Ecuador' });
});

test('[V2.12][V2.28][V4.4] another residence asks before it drops answers, names them, and keeps them on No', async () => {
  const registration = await open('moved', false);
  registration.choose('Costa Rica');
  registration.answer({ email: 'ana@correo.test', fechaNacimiento: '01-02-1990', nombre: 'Ana', politica: true });
  const move = async (to: string) => {
    fireEvent.click(screen.getByRole('radio', { name: to }));
    await press('Iniciar');
  };
  // What both countries ask goes along, and nothing is asked.
  await move('Guatemala');
  expect(registration.given()).toMatchObject({ email: 'ana@correo.test', nombre: 'Ana' });
  // The other country's conditions were not accepted, and that is no answer that is lost.
  expect(registration.given().politica).not.toBe(true);
  const front = { name: 'f.jpg', type: 'image/jpeg', size: 1, bytes: new ArrayBuffer(1) };
  registration.answer({ nif: '1987654320501', frontal: front, domicilio: 'Zona 10' });
  await move('Costa Rica');
  const asked = await screen.findByRole('dialog', {}, { timeout: 5000 });
  expect(asked.textContent).toContain('¿Cambiar a Costa Rica?');
  expect(asked.textContent).toMatch(
    /Se borrará de este \S+ lo que respondiste en «Verificación de identidad» y «¿Cuál es tu dirección de domicilio\?», también las fotos/,
  );
  expect(asked.textContent).not.toMatch(/Empecemos|llamas/);
  await press('Conservar lo escrito');
  await layersGone();
  expect(registration.view().country).toBe('Guatemala');
  expect(registration.given()).toMatchObject({ nif: '1987654320501', domicilio: 'Zona 10' });
  await press('Iniciar');
  await screen.findByRole('dialog', {}, { timeout: 5000 });
  await press('Cambiar de país');
  await waitFor(() => expect(registration.view().country).toBe('Costa Rica'));
  expect(registration.given()).toMatchObject({ email: 'ana@correo.test' });
  expect(registration.given().nif).toBeUndefined();
});

test('[V2.12] a second press on Salir hits nothing on the start screen', async () => {
  await open('leave', false);
  const point = { clientX: 70, clientY: 720, detail: 1 };
  const salir = screen.getByRole('button', { name: 'Salir' });
  const heard = vi.fn();
  await act(async () => {
    fireEvent.pointerDown(salir, point);
    fireEvent.click(salir, point);
    document.body.addEventListener('click', heard, { once: true });
    fireEvent.pointerDown(document.body, point);
    fireEvent.click(document.body, point);
  });
  expect(heard).not.toHaveBeenCalled();
});

test('[V2.12] Salir keeps the answers', async () => {
  const registration = await open('leave', false);
  registration.choose('Guatemala');
  registration.answer({ email: 'ana@correo.test' });
  await press('Salir');
  expect(registration.given()).toMatchObject({ email: 'ana@correo.test' });
});

test('[D29] a missing connection is announced before anything is typed', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await open('offline', false);
  expect(screen.getByText(/^Sin conexión puedes seguir/)).toBeTruthy();
  vi.restoreAllMocks();
});
