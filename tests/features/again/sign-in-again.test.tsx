// @module-tag depth
import '#tests/page.ts';

import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { SignInAgain } from '#features/again/sign-in-again.tsx';
import { payments } from '#mirror/collections.ts';
import { MirrorProvider, useMirrored } from '#mirror/hooks.tsx';
import { OutboxContext } from '#outbox/hooks.ts';
import { ViewState } from '#screens/mirrored-screen.tsx';
import { DEMO_PASSWORD } from '#server/demo/seed.ts';
import { SessionContext } from '#session/hooks.ts';
import { createTestApp, type TestApp } from '#tests/server/test-app.ts';
import { createDevice, type Device, forgetEndings, SERVER_START_MS } from '#tests/session/device.ts';
import { keepFreshHere } from '#tests/session/keep-fresh.ts';
import { ToastProvider } from '#ui/layers/toast-provider.tsx';
import { missing, press, sees, until } from '../reading.tsx';

const ANA = 'costarica@demo.test';
const NEW = 'Distinta2027';
const BANNER = 'Ingresa de nuevo para actualizar y enviar';

let server: TestApp;
let device: Device;
let policyId: string;
let password = DEMO_PASSWORD;
beforeAll(async () => {
  server = await createTestApp({ seed: [ANA] });
}, SERVER_START_MS);
beforeEach(async () => {
  device = createDevice(server);
  expect(await device.session.signIn(ANA, password)).toMatchObject({ ok: true });
  policyId = (await server.signIn(ANA, password)).polizas[0]?.Policy ?? '';
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});
afterAll(() => server.close());

/** Changes the password on another device, which ends every other session. */
async function changeElsewhere(): Promise<void> {
  const other = createDevice(server);
  await other.session.signIn(ANA, password);
  const next = password === NEW ? DEMO_PASSWORD : NEW;
  expect(await other.session.changePassword(password, next)).toMatchObject({ ok: true });
  password = next;
  await forgetEndings(server);
}

function Payments() {
  const view = useMirrored(payments, policyId);
  return (
    <ViewState view={view} loading="Cargando" empty={{ title: 'Nada' }}>
      <p>Aquí están los pagos</p>
    </ViewState>
  );
}

/** The screen may say the same before the banner does. */
async function pressBanner(): Promise<void> {
  const name = /^Ingresa de nuevo para actualizar y enviar Ingresar/;
  await until(() => screen.getByRole('button', { name }));
  await press(name);
}

function open() {
  const { session, mirror, outbox, drafts } = device;
  keepFreshHere(device);
  const resumed = vi.spyOn(outbox, 'resumeParked');
  const slot = document.body.appendChild(document.createElement('div'));
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() });
  render(
    <ToastProvider>
      <SessionContext value={session}>
        <MirrorProvider mirror={mirror}>
          <OutboxContext value={{ outbox, drafts }}>
            <RouterContextProvider router={router as never}>
              <SignInAgain slot={slot}>
                <h1 tabIndex={-1}>Pagos</h1>
                <textarea aria-label="A medias" />
                <Payments />
              </SignInAgain>
            </RouterContextProvider>
          </OutboxContext>
        </MirrorProvider>
      </SessionContext>
    </ToastProvider>,
  );
  return { resumed, slot };
}

async function type(text: string): Promise<void> {
  const field = await until(() => screen.getByLabelText('Contraseña')).then(() => screen.getByLabelText('Contraseña'));
  await act(async () => {
    fireEvent.input(field, { target: { value: text } });
    // Leaving the field checks it at once.
    fireEvent.blur(field);
  });
}

/** Submits as Enter does. A click this soon would count as the second half of the press that opened the sheet. */
const pressInSheet = () =>
  act(async () => void fireEvent.submit(screen.getByRole('dialog').querySelector('form') as HTMLFormElement));

test('[D49][F35] when the server ended the session, one banner says so, typed text stays, and signing in resumes everything', async () => {
  await changeElsewhere();
  const { resumed } = open();
  const half = screen.getByLabelText<HTMLTextAreaElement>('A medias');
  fireEvent.change(half, { target: { value: 'a medias' } });
  await sees(BANNER);
  await sees('Tu sesión terminó y esto aún no está aquí.');
  expect(resumed).not.toHaveBeenCalled();
  await until(() => screen.getByRole('button', { name: /^Ingresa de nuevo para actualizar y enviar Ingresar/ }));
  await pressBanner();
  await sees('Ingresa de nuevo');
  await sees(ANA);
  await type('equivocada');
  await pressInSheet();
  await sees('La contraseña no es correcta. Si la cambiaste en otro dispositivo, escribe la nueva');
  await type(password);
  await pressInSheet();
  await until(() => expect(missing(BANNER)).toBe(true));
  await sees('Aquí están los pagos');
  await until(() => expect(resumed).toHaveBeenCalled());
  expect(half.value).toBe('a medias');
});

test('[D49][F16] what this page alone knows to be refused is told too', async () => {
  const refusals = { row: undefined as object | undefined, tell: () => {} };
  Object.assign(device.session, {
    over: async () => refusals.row !== undefined,
    refusals: {
      now: () => refusals.row,
      subscribe(listener: () => void) {
        refusals.tell = listener;
        return () => {};
      },
    },
  });
  open();
  await sees('Aquí están los pagos');
  refusals.row = {};
  await act(async () => refusals.tell());
  await sees(BANNER);
});

test('[D49] after signing in again in another tab, the sheet closes and this page continues by itself', async () => {
  await changeElsewhere();
  open();
  await sees(BANNER);
  await pressBanner();
  await type('algo a medias');
  const tab = createDevice(server, { name: device.db.name });
  expect(await tab.session.signInAgain(password)).toMatchObject({ ok: true });
  await sees('Aquí están los pagos');
  await until(() => expect(screen.queryByLabelText('Contraseña')).toBeNull());
  expect(missing(BANNER)).toBe(true);
});

test('[D49] a sheet that is closed while one signs in has called that off, and says no more of it', async () => {
  await changeElsewhere();
  open();
  await sees(BANNER);
  await pressBanner();
  vi.spyOn(device.session, 'signInAgain').mockImplementation(
    (_, signal) =>
      new Promise((done) => {
        signal?.addEventListener('abort', () => done({ ok: false, problem: { code: 'timeout' } }));
      }),
  );
  await type(password);
  await pressInSheet();
  await press('Cerrar');
  await until(() => expect(screen.queryByRole('dialog')).toBeNull());
  await act(async () => {});
  expect(missing(/tardando demasiado/)).toBe(true);
});

test('[D49] the banner is not shown without a connection, because signing in needs the network', async () => {
  await changeElsewhere();
  await device.session.call('tickets', { idUsuario: (await device.session.customer())?.idUsuario ?? '' });
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  open();
  expect(await device.session.over()).toBe(true);
  await sees('Pagos');
  expect(missing(BANNER)).toBe(true);
});

test.each([
  ['unavailable', 503, 'No pudimos actualizar: nuestro servicio no está disponible. No es tu conexión'],
  ['outdated', 426, 'Esta versión ya no puede actualizar ni enviar.'],
])('[D49][D51] the problem %s has its own text, and no banner about the session', async (code, status, text) => {
  device.network.instead = (path) =>
    path.includes('getInternetPayments') ? Response.json({ code }, { status }) : null;
  open();
  await sees(new RegExp(text));
  expect(missing(BANNER)).toBe(true);
});

test('[D49] a missing answer is not reported as offline while the browser has a network', async () => {
  device.network.up = false;
  open();
  await sees(/Amparo no responde. Puede ser tu conexión o nuestro servicio/);
  expect(missing(/estás sin conexión/)).toBe(true);
});

test('[D49] a second mail for a new password is heard like the first: what was said is gone while it is asked for', async () => {
  await changeElsewhere();
  const answers: (() => void)[] = [];
  const { call } = device.session;
  vi.spyOn(device.session, 'call').mockImplementation(((name: 'forgotPassword', ...rest: [never]) =>
    name === 'forgotPassword'
      ? new Promise((resolve) => answers.push(() => resolve({ ok: true, value: {} })))
      : call(name, ...rest)) as never);
  open();
  await pressBanner();
  // The first one is the form's.
  const said = () => [...screen.getByRole('dialog').querySelectorAll('p[role="status"]')].at(-1)?.textContent;
  const ask = async () => {
    await until(() => screen.getByRole('button', { name: '¿Olvidaste tu contraseña?' }));
    await press('¿Olvidaste tu contraseña?');
    expect(said()).toBe('');
    await act(async () => answers.at(-1)?.());
    await until(() => expect(said()).toMatch(/^Se ha enviado un enlace/));
  };
  await ask();
  await ask();
  expect(answers).toHaveLength(2);
});
