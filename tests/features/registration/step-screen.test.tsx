// @module-tag depth
import '#tests/page.ts';

import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { Residence } from '#contract/account.ts';
import { ok, type Result } from '#contract/result.ts';
import { loadLists } from '#countries/load-lists.ts';
import { createDatabase } from '#database/open.ts';
import { createRegistration } from '#features/registration/create-registration.ts';
import { RegistrationContext } from '#features/registration/hooks.ts';
import { StepScreen } from '#features/registration/step-screen.tsx';
import type { StepHistory } from '#features/registration/use-step-history.ts';
import type { LoadedLists } from '#forms/use-lists.ts';
import { createDrafts } from '#outbox/create-drafts.ts';
import type { PhotoClient } from '#photos/client.ts';
import { PhotosContext } from '#photos/hooks.ts';
import { stepAt } from '#rules/wizard.ts';
import { SessionContext } from '#session/hooks.ts';
import type { NewAccount } from '#session/judge.ts';
import type { Session } from '#session/session.ts';
import { livingIn } from '#tests/countries/people.ts';
import { fingerAt } from '#tests/finger.ts';
import { compressesTo, photo } from '#tests/forms/files.ts';
import { isOff } from '#tests/is-off.ts';
import { fillDevice } from '#tests/outbox/full-device.ts';
import { ToastProvider } from '#ui/layers/toast-provider.tsx';

vi.mock('#countries/load-lists.ts', async (original) => {
  const lists = await original<typeof import('#countries/load-lists.ts')>();
  return { ...lists, loadLists: vi.fn(lists.loadLists) };
});

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

/** Each step that is opened has a database of its own: what an earlier one kept would be found. */
let opened = 0;
/** Opens a step for a person who has answered all but these questions. The server waits for `answer`. */
async function open(
  tab: string,
  residence: Residence = 'Costa Rica',
  without: readonly string[] = [],
  changed: Readonly<Record<string, string>> = {},
  photos: PhotoClient = compressesTo(1000),
  loaded: Partial<LoadedLists> = {},
) {
  const { country, person, around } = await livingIn(residence);
  opened += 1;
  const db = createDatabase(`step ${tab} ${opened}`);
  const drafts = createDrafts({ db, clock: Date.now, whose: 'visitor' });
  const registration = createRegistration({ drafts, claim: async () => ({ id: 'registro-1', ours: false }) });
  registration.choose(residence);
  registration.goTo(tab);
  registration.answer({ ...person, ...Object.fromEntries(without.map((name) => [name, null])), ...changed });
  const calls: string[] = [];
  let letAnswer: (result: Result<object>) => void = () => {};
  const ask = (what: string) => {
    calls.push(what);
    return new Promise<Result<object>>((resolve) => {
      letAnswer = resolve;
    });
  };
  const sent: NewAccount['fields'][] = [];
  const register = ({ fields }: NewAccount) => {
    sent.push(fields);
    return ask('register');
  };
  const session = { call: ask, register } as unknown as Session;
  const went: string[] = [];
  const steps: StepHistory = {
    forward: (to) => went.push(to),
    back: (from) => went.push(`back from ${from}`),
    jumpTo: (to) => went.push(`to ${to}`),
    isAt: () => true,
    leave: () => went.push('left'),
    finish: async () => void went.push('created'),
  };
  const show = (shown: string) => {
    const step = stepAt(country, shown);
    if (!step) throw new Error(`no ${shown}`);
    const lists: LoadedLists = { lists: around.lists, state: 'here', retry: () => {}, ...loaded };
    return (
      <ToastProvider>
        <SessionContext value={session}>
          <PhotosContext value={photos}>
            <RegistrationContext value={registration}>
              <StepScreen key={shown} country={country} step={step} loadedLists={lists} steps={steps} />
            </RegistrationContext>
          </PhotosContext>
        </SessionContext>
      </ToastProvider>
    );
  };
  const { rerender } = render(show(tab));
  const goTo = (shown: string) => act(async () => rerender(show(shown)));
  const answer = (result: Result<object>) => answerTo(letAnswer)(result);
  /** The answer to the call that is the latest now. */
  answer.latest = () => answerTo(letAnswer);
  return { calls, sent, went, goTo, registration, drafts, answer, db };
}

const answerTo = (letAnswer: (result: Result<object>) => void) => (result: Result<object>) =>
  act(async () => letAnswer(result));
const press = (name: string | RegExp) => act(async () => void fireEvent.click(screen.getByRole('button', { name })));
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

const pick = async (field: string, option: string) => {
  const box = () => document.querySelector<HTMLElement>(`[data-field="${field}"] [role="combobox"]`);
  await act(async () => void fireEvent.click(box() as HTMLElement));
  await act(async () => void fireEvent.click(screen.getByRole('option', { name: option })));
};

test.each([
  ['Colombia', 'documentacion', 'tipoId'],
  ['Guatemala', 'documentacion', 'tipoId'],
  ['Ecuador', 'domicilio', 'provincia'],
  ['Costa Rica', 'domicilio', 'provincia'],
  ['Costa Rica', 'domicilio', 'canton'],
  ['Colombia', 'domicilio', 'departamento'],
  ['Guatemala', 'domicilio', 'departamento'],
  ['Internacional', 'nacionalidad', 'nacionalidad'],
] as const)(
  '[V4.4] %s, %s: what is chosen already as %s changes nothing when it is chosen again',
  async (name, tab, field) => {
    const { registration } = await open(tab, name);
    const before = registration.given();
    await pick(field, String(before[field]));
    await pass(700);
    expect(registration.given()).toEqual(before);
    expect(isOff(screen.getByRole<HTMLButtonElement>('button', { name: 'Continuar' }))).toBe(false);
  },
);

test.each([
  ['loading', 'Cargando la lista…'],
  ['failed', 'No pudimos cargar la lista'],
] as const)('[D37] a question whose list is not there says how it stands: %s', async (state, text) => {
  await open('domicilio', 'Ecuador', ['provincia'], {}, compressesTo(1000), { lists: {}, state });
  expect(document.querySelector('[data-field="provincia"]')?.textContent).toContain(text);
});

test('[V4.4] another type empties number, date and tax number, and leaves the slots that it needs', async () => {
  const { registration } = await open('documentacion', 'Colombia');
  expect(registration.given()).toMatchObject({ nif: expect.any(String), frontal: expect.anything() });
  await pick('tipoId', 'Pasaporte');
  await pass(700);
  const { nif, fechaExpedicion, nit, frontal, reverso } = registration.given();
  expect([nif, fechaExpedicion, nit, frontal, reverso].map((answer) => answer || null)).toEqual([
    null,
    null,
    null,
    null,
    null,
  ]);
  expect(screen.queryByText('Reverso')).toBeNull();
});

/** A photo client that is ready with each photo when it is told to be. */
function slowPhotos() {
  const waiting: (() => void)[] = [];
  const compress: PhotoClient['compress'] = async (source) => {
    await new Promise<void>((resolve) => waiting.push(resolve));
    return compressesTo(1000).compress(source);
  };
  const ready = () => act(async () => waiting.splice(0).forEach((resolve) => void resolve()));
  return { ready, photos: { ...compressesTo(1000), compress } };
}
const pickPhoto = (side: string) =>
  act(async () => {
    const input = document.querySelector(`[data-field="${side}"] input[type=file]`);
    fireEvent.change(input as HTMLInputElement, { target: { files: [photo('cedula.jpg')] } });
  });

test.each(['frontal', 'reverso'])(
  '[V4.4] the %s of one document that is still being prepared does not become one of another',
  async (side) => {
    const { photos, ready } = slowPhotos();
    const { registration } = await open('documentacion', 'Colombia', [side], {}, photos);
    const first = String(registration.given().tipoId);
    await pickPhoto(side);
    await pass(10);
    expect(screen.getAllByText('Comprimiendo…').length).toBeGreaterThan(0);
    await pick('tipoId', 'Pasaporte');
    expect(screen.queryAllByText('Comprimiendo…')).toEqual([]);
    // A side that a passport lacks is there again with the other type.
    await pick('tipoId', first);
    await pass(700);
    await ready();
    await pass(700);
    expect(registration.given()).toMatchObject({ tipoId: first, frontal: null, reverso: null });
    await pickPhoto(side);
    await ready();
    await pass(700);
    expect(registration.given()[side]).toMatchObject({ name: 'cedula.jpg' });
  },
);

test('[V4.4][F25] nor does one whose step was left, where the document is another by then', async () => {
  const { photos, ready } = slowPhotos();
  const { registration } = await open('documentacion', 'Colombia', ['frontal'], {}, photos);
  await pickPhoto('frontal');
  await pass(10);
  cleanup();
  registration.answer({ tipoId: 'Pasaporte', nif: null, frontal: null, reverso: null });
  await ready();
  await pass(700);
  expect(registration.given()).toMatchObject({ tipoId: 'Pasaporte', frontal: null });
});

test('a field names to the browser what it asks for: a street is a line, and a second surname has no name', async () => {
  const asks = (name: string) =>
    document.querySelector<HTMLInputElement>(`[data-field="${name}"] input`)?.getAttribute('autocomplete');
  await open('domicilio', 'Ecuador', ['domicilio']);
  expect(asks('domicilio')).toBe('address-line1');
  cleanup();
  await open('nombreApellidos', 'Ecuador', ['nombre', 'apellidoPrimero', 'apellidoSegundo']);
  expect(['nombre', 'apellidoPrimero', 'apellidoSegundo'].map(asks)).toEqual(['given-name', 'family-name', 'off']);
});

/** The browser tells that the connection is back. */
const connect = () => act(async () => void window.dispatchEvent(new window.Event('online')));
const OFFLINE = { ok: false, problem: { code: 'offline' } } as const;

test('[D29][V4.2] a look-up without a connection waits for it, says so without an error, and goes on by itself', async () => {
  const { calls, went, answer } = await open('credenciales');
  await press('Continuar');
  await answer(OFFLINE);
  const button = () => screen.getByRole<HTMLButtonElement>('button', { name: /^Seguir cuando vuelva la conexión/ });
  expect(button().getAttribute('aria-busy')).toBe('true');
  expect(screen.getByText(/necesitamos comprobar tu correo/).closest('[role="status"]')).not.toBeNull();
  expect(screen.queryByText(/No pudimos conectarnos/)).toBeNull();
  await connect();
  expect(calls).toEqual(['checkEmail', 'checkEmail']);
  // It came and went: it waits again. A browser that tells of no connection is asked every ten seconds.
  await answer(OFFLINE);
  expect(went).toEqual([]);
  await pass(10_000);
  expect(calls).toHaveLength(3);
  await answer(ok({}));
  expect(went).toEqual(['nacimiento']);
  expect(screen.queryByText(/necesitamos comprobar tu correo/)).toBeNull();
});

test('[D29][V4.2] what waits for the connection is given up by a change and by leaving, and an answer of the server ends it', async () => {
  const { calls, went, answer } = await open('credenciales');
  const [email] = screen.getAllByLabelText<HTMLInputElement>(/correo electrónico/i);
  if (!email) throw new Error('no email');
  const typed = email.value;
  await press('Continuar');
  await answer(OFFLINE);
  fireEvent.input(email, { target: { value: 'luz@correo.test' } });
  await pass(700);
  await connect();
  await pass(20_000);
  expect(calls).toHaveLength(1);
  fireEvent.input(email, { target: { value: typed } });
  await pass(700);
  await press('Continuar');
  await answer(OFFLINE);
  await connect();
  await answer({ ok: false, problem: { code: 'rate-limited' } });
  expect(screen.getAllByText(/intentos/).length).toBeGreaterThan(0);
  await connect();
  await pass(20_000);
  expect(calls).toHaveLength(3);
  await press('Continuar');
  await answer(OFFLINE);
  cleanup();
  await connect();
  await pass(20_000);
  expect(calls).toHaveLength(4);
  expect(went).toEqual([]);
});

test('[D29][V2.39] a registration without a connection is sent once it is back, and can be changed while it waits', async () => {
  const { calls, answer, registration } = await open('pep');
  await pass(600);
  await press('Crear mi cuenta');
  await answer(OFFLINE);
  expect(calls).toEqual(['register']);
  expect(screen.getByRole('button', { name: /^Crearla cuando vuelva la conexión/ })).toBeTruthy();
  expect(screen.queryByText(/Error registrando usuario/)).toBeNull();
  const key = registration.key();
  await connect();
  expect(calls).toEqual(['register', 'register']);
  expect(registration.key()).toBe(key);
  await answer(OFFLINE);
  const [yes] = screen.getAllByLabelText('Sí');
  await act(async () => void fireEvent.click(yes as HTMLElement));
  await connect();
  await pass(20_000);
  expect(calls).toHaveLength(2);
});

test('[D29][V2.39] a registration that does not arrive is sent again in growing waits, and at once with the connection or when one is back', async () => {
  const chance = vi.spyOn(Math, 'random').mockReturnValue(0);
  onTestFinished(() => chance.mockRestore());
  const { calls, answer } = await open('pep');
  await pass(600);
  await press('Crear mi cuenta');
  // What an attempt does beside its call takes a moment of its own.
  const soon = (holds: () => void) => act(() => vi.waitFor(holds));
  const fails = async () => {
    await answer(OFFLINE);
    await soon(() => void screen.getByRole('button', { name: /^Crearla cuando vuelva la conexión/ }));
  };
  for (const [times, wait] of [10_000, 20_000, 40_000, 80_000, 120_000, 120_000].entries()) {
    await fails();
    await pass(wait - 3000);
    expect(calls).toHaveLength(times + 1);
    await pass(3000);
    await soon(() => expect(calls).toHaveLength(times + 2));
  }
  await fails();
  await connect();
  await soon(() => expect(calls).toHaveLength(8));
  await fails();
  document.dispatchEvent(new window.Event('visibilitychange'));
  await soon(() => expect(calls).toHaveLength(9));
  await answer(ok({}));
});

test('[D29][V2.39] a registration that was left while it was on its way is not sent again, whatever the line does', async () => {
  const { calls, went, answer } = await open('pep');
  await pass(600);
  await press('Crear mi cuenta');
  expect(calls).toEqual(['register']);
  cleanup();
  await answer(OFFLINE);
  await connect();
  await pass(20_000);
  expect(calls).toEqual(['register']);
  expect(went).toEqual([]);
});

test('[V2.39][V3.15] a registration is sent with its lists, which it waits for as for the connection', async () => {
  const { calls, sent } = await open('pep', 'Internacional', [], {}, compressesTo(1000), {
    lists: {},
    state: 'failed',
  });
  vi.mocked(loadLists).mockRejectedValueOnce(new Error('no chunk'));
  await pass(600);
  await press('Crear mi cuenta');
  const sends = () => screen.getByRole('button', { name: /^Crearla cuando vuelva la conexión/ });
  await act(() => vi.waitFor(sends));
  expect(calls).toEqual([]);
  await connect();
  await act(() => vi.waitFor(() => expect(calls).toEqual(['register'])));
  expect(sent[0]?.telefono).toBe('+12462345678');
});

test('[F56][V2.39] while a registration is on its way nobody changes it or leaves, and its answer leads to the account', async () => {
  const { went, answer, registration } = await open('pep');
  await pass(600);
  await press('Crear mi cuenta');
  await press(/^Empecemos/);
  await press(/^Guardar y salir/);
  expect(went).toEqual([]);
  expect(registration.given().password).toBeTruthy();
  await answer(ok({}));
  await act(() => vi.waitFor(() => expect(went).toEqual(['created'])));
});

test('[F56][V2.39] once a registration has been refused, or waits for its line, one may change it and leave', async () => {
  const { went, answer } = await open('pep');
  await pass(600);
  await press('Crear mi cuenta');
  await answer(OFFLINE);
  await press(/^Empecemos/);
  await press('Guardar y salir');
  expect(went).toEqual(['to credenciales', 'left']);
});

test.each([
  ['leaves nothing of what it was made from', undefined],
  ['drops no answer where one has changed since', 'Luz'],
])('[F56][V2.39][D45] an account made after its step was left %s, and leads nowhere', async (_, nombre) => {
  const { went, answer, registration, drafts } = await open('pep');
  await pass(600);
  await press('Crear mi cuenta');
  cleanup();
  registration.forgetPassword();
  if (nombre) registration.answer({ nombre });
  await answer(ok({}));
  await pass(0);
  expect(went).toEqual([]);
  expect(registration.given().nombre).toBe(nombre);
  await act(() =>
    vi.waitFor(async () => expect((await drafts.load('registro-1')) !== null).toBe(nombre !== undefined)),
  );
});

const REFUSED = {
  ok: false,
  problem: { code: 'invalid', fields: { domicilio: 'La calle no es válida', nombre: 'El nombre no es válido' } },
} as unknown as Result<object>;

test.each([
  ['stands at what has not changed since', false, { domicilio: 'La calle no es válida' }],
  ['is not laid over another one, with the same answers', true, {}],
])('[V8.1][F56] a refusal of a registration whose step was left %s', async (_, another, refused) => {
  const { answer, registration } = await open('pep');
  await pass(600);
  await press('Crear mi cuenta');
  cleanup();
  const given = registration.given();
  if (another) {
    await registration.restart();
    registration.choose('Costa Rica');
    registration.answer(given);
  } else registration.answer({ nombre: 'Luz' });
  await answer(REFUSED);
  await pass(0);
  expect(registration.refused()).toEqual(refused);
});

test('[F65][F56] a registration whose step was left takes another key for itself alone', async () => {
  const { calls, answer, registration } = await open('pep');
  await pass(600);
  await press('Crear mi cuenta');
  cleanup();
  await registration.restart();
  registration.choose('Costa Rica');
  const key = registration.key();
  await answer({ ok: false, problem: { code: 'withdrawn' } } as Result<object>);
  await act(() => vi.waitFor(() => expect(calls).toEqual(['register', 'register'])));
  expect(registration.key()).toBe(key);
});

test('[F56][V2.39] a registration that is left before all of it is on the device is not sent', async () => {
  const { calls, registration } = await open('pep');
  await pass(600);
  const { flush } = registration;
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  registration.flush = () => held.then(flush);
  await press('Crear mi cuenta');
  cleanup();
  await act(async () => release());
  await pass(0);
  expect(calls).toEqual([]);
});

test('[V4.2] who corrects a slip during a slow look-up can ask again at once, and the first answer counts no more', async () => {
  const { calls, went, answer } = await open('credenciales');
  const type = async (value: string) => {
    for (const one of screen.getAllByLabelText<HTMLInputElement>(/correo electrónico/i)) {
      fireEvent.input(one, { target: { value } });
    }
    await pass(700);
  };
  await press('Continuar');
  const first = answer.latest();
  await type('luz@correo.test');
  expect(screen.getByRole('button', { name: 'Continuar' }).getAttribute('aria-busy')).not.toBe('true');
  await press('Continuar');
  expect(calls).toEqual(['checkEmail', 'checkEmail']);
  await first({ ok: false, problem: { code: 'taken' } });
  expect(screen.queryByText('El correo electrónico ya está registrado')).toBeNull();
  await answer(ok({}));
  expect(went).toEqual(['nacimiento']);
});

test('[V4.2] a look-up that was given up leads nowhere, though what it asked for was typed anew', async () => {
  const { went, answer } = await open('credenciales');
  const [email] = screen.getAllByLabelText<HTMLInputElement>(/correo electrónico/i);
  if (!email) throw new Error('no email');
  const typed = email.value;
  await press('Continuar');
  for (const value of ['otra@', typed]) fireEvent.input(email, { target: { value } });
  await pass(700);
  await answer(ok({}));
  expect(went).toEqual([]);
});

test('[V4.2] an answer about an email that was changed meanwhile is ignored', async () => {
  const { calls, went, answer } = await open('credenciales');
  await press('Continuar');
  const [email] = screen.getAllByLabelText<HTMLInputElement>(/correo electrónico/i);
  if (!email) throw new Error('no email');
  fireEvent.input(email, { target: { value: 'otra@' } });
  await answer(ok({}));
  expect(went).toEqual([]);
  fireEvent.input(email, { target: { value: 'ana.paz@correo.test' } });
  await pass(700);
  await press('Continuar');
  fireEvent.input(email, { target: { value: 'luz@correo.test' } });
  await answer({ ok: false, problem: { code: 'taken' } });
  await pass(700);
  expect(screen.queryByText('El correo electrónico ya está registrado')).toBeNull();
  fireEvent.input(email, { target: { value: 'ana.paz@correo.test' } });
  await pass(700);
  await press('Continuar');
  await answer(ok({}));
  expect(calls).toHaveLength(3);
  expect(went).toEqual(['nacimiento']);
});

test('[S34] who types gmail.con is asked once whether it is gmail.com, in both fields, and may leave it', async () => {
  const { went, answer } = await open('credenciales');
  const [email, confirmation] = screen.getAllByLabelText<HTMLInputElement>(/correo electrónico/i);
  if (!email || !confirmation) throw new Error('no email');
  const type = async (value: string) => {
    for (const one of [email, confirmation]) fireEvent.input(one, { target: { value } });
    await pass(700);
  };
  const question = () => screen.queryByText('¿Quisiste decir', { exact: false });
  const asked = () => question()?.textContent;
  const regions = screen.getAllByRole('status');
  await type('Rosa.Ordoñez@gmail.con');
  expect(asked()).toBe('¿Quisiste decir rosa.ordonez@gmail.com?');
  expect(regions, 'a region that was there before').toContain(question()?.closest('[role="status"]'));
  const answered = async (name: RegExp) => {
    screen.getByRole('button', { name }).focus();
    await press(name);
    expect(document.activeElement).toBe(email);
  };
  await answered(/^Sí, corregir/);
  expect([email.value, confirmation.value]).toEqual(['rosa.ordonez@gmail.com', 'rosa.ordonez@gmail.com']);
  expect(asked()).toBeUndefined();
  await type('rosa@gmail.con');
  await answered(/^No, está bien así/);
  expect(asked()).toBeUndefined();
  await press('Continuar');
  await answer(ok({}));
  expect(went).toEqual(['nacimiento']);
});

test('[V5.10] Rosa@Gmail.com and rosa@gmail.com are the same address', async () => {
  await open('credenciales');
  const [email, confirmation] = screen.getAllByLabelText<HTMLInputElement>(/correo electrónico/i);
  if (!email || !confirmation) throw new Error('no email');
  fireEvent.input(email, { target: { value: 'Rosa@Gmail.com' } });
  fireEvent.input(confirmation, { target: { value: ' rosa@gmail.com' } });
  await pass(700);
  expect(screen.queryByText('Los correos electrónicos no coinciden')).toBeNull();
  expect(isOff(screen.getByRole<HTMLButtonElement>('button', { name: 'Continuar' }))).toBe(false);
});

test('[V5.11] a weak password says below its error what it lacks, and its repetition only that it differs', async () => {
  await open('credenciales');
  const weak = screen.getByLabelText<HTMLInputElement>('Contraseña');
  fireEvent.change(weak, { target: { value: 'GUAYAQUIL2024' } });
  await pass(700);
  expect(screen.getByText('Falta una minúscula').closest('[aria-live]')).not.toBeNull();
  expect(document.querySelector('[data-field="passwordConfirmacion"]')?.textContent).not.toContain('Falta');
});

test('[V4.2][V8.2] a taken email shows a link to sign in until the email is changed', async () => {
  const { answer } = await open('credenciales');
  await press('Continuar');
  await answer({ ok: false, problem: { code: 'taken' } });
  expect(screen.getByText('El correo electrónico ya está registrado')).toBeDefined();
  const way = () => screen.queryByRole('link', { name: 'Iniciar sesión o recuperar la contraseña' });
  expect(way()?.getAttribute('href')).toBe('#/');
  const [email] = screen.getAllByLabelText<HTMLInputElement>(/correo electrónico/i);
  if (!email) throw new Error('no email');
  fireEvent.input(email, { target: { value: 'otra@correo.test' } });
  await pass(700);
  expect(way()).toBeNull();
});

test('[V4.2][D30] no link to sign in is shown when the check failed', async () => {
  const { answer } = await open('credenciales');
  await press('Continuar');
  await answer({ ok: false, problem: { code: 'offline' } });
  expect(screen.queryByRole('link', { name: 'Iniciar sesión o recuperar la contraseña' })).toBeNull();
});

const create = () => screen.getByRole('button', { name: 'Crear mi cuenta' });

test('[V2.39][V4.1] a double tap on the step before does not send the registration', async () => {
  await fingerAt(document.body);
  const { calls, went, answer } = await open('pep');
  await pass(120);
  await fingerAt(create());
  expect(calls).toEqual([]);
  await pass(500);
  await fingerAt(create());
  await act(() => vi.waitFor(() => expect(calls).toEqual(['register'])));
  await answer(ok({}));
  await act(() => vi.waitFor(() => expect(went).toEqual(['created'])));
});

test('[V2.39][V4.1] an answer given on the step lets the registration be sent at once', async () => {
  await fingerAt(document.body);
  const { calls } = await open('pep');
  const [yes] = screen.getAllByLabelText('Sí');
  if (!yes) throw new Error('no Sí');
  await fingerAt(yes, performance.now(), [60, 300]);
  await fingerAt(create());
  await pass(0);
  expect(calls).toEqual(['register']);
});

test('[D54] a draft with a district renamed since is complete and shows it as chosen', async () => {
  const moved = { provincia: 'Guanacaste', canton: 'Nicoya', distrito: 'La Mansión' };
  const { went } = await open('domicilio', 'Costa Rica', [], moved);
  await pass(0);
  expect(screen.getByRole('combobox', { name: 'Distrito' }).textContent).toBe('Mansión');
  await press('Continuar');
  expect(went).toEqual(['telefono']);
});

test.each([
  ['credenciales', ['politica'], 'Falta: aceptar las condiciones generales y la política.'],
  [
    'credenciales',
    ['email', 'password', 'passwordConfirmacion'],
    'Revisa: confirmación del correo. Faltan: correo electrónico y contraseña.',
  ],
  [
    'nacionalidad',
    ['paisNacimiento', 'nacionalidadPropia'],
    'Faltan: país de nacimiento y si tienes nacionalidad ecuatoriana.',
  ],
  ['financiera', ['ingresosAdicOrig'], 'Falta: origen de tus ingresos adicionales.'],
  ['documentacion', ['frontal', 'reverso'], 'Faltan: foto frontal y foto del reverso.'],
])('[V4.3] the disabled button of %s without %j explains: %s', async (tab, without, note) => {
  await open(tab, 'Ecuador', without);
  await pass(0);
  expect(screen.getByText(note)).toBeDefined();
});

test('[V8.1] a refusal that concerns an earlier step links to that step and field', async () => {
  const { went, answer } = await open('pep');
  await pass(1000);
  await press('Crear mi cuenta');
  await pass(0);
  await answer({
    ok: false,
    problem: { code: 'invalid', fields: { domicilio: 'La calle no es válida' } },
  } as unknown as Result<object>);
  await pass(0);
  const link = screen.getByRole('button', {
    name: /^Dirección exacta.*\(¿Cuál es tu dirección de domicilio\?\): La calle no es válida$/,
  });
  await act(async () => void fireEvent.click(link));
  expect(went).toEqual(['to domicilio']);
});

test('[V8.1][D81] what is refused of an earlier step stands at its field until the answer changes', async () => {
  const { goTo, answer } = await open('pep');
  await pass(1000);
  await press('Crear mi cuenta');
  await pass(0);
  const fields = { domicilio: 'La calle no es válida', frontal: 'La foto no se lee' };
  await answer({ ok: false, problem: { code: 'invalid', fields } } as unknown as Result<object>);
  await goTo('domicilio');
  await pass(11_000);
  expect(screen.getByText('La calle no es válida')).toBeDefined();
  await goTo('telefono');
  await goTo('domicilio');
  const address = screen.getByRole('textbox', { name: /^Dirección exacta/ });
  expect(address.getAttribute('aria-invalid')).toBe('true');
  fireEvent.input(address, { target: { value: 'Calle 12, casa 3' } });
  await pass(700);
  expect(screen.queryByText('La calle no es válida')).toBeNull();
  await goTo('documentacion');
  expect(screen.getByText('La foto no se lee')).toBeDefined();
  expect(screen.getByRole('button', { name: /Frontal$/ }).getAttribute('aria-invalid')).toBe('true');
  await goTo('domicilio');
  expect(screen.queryByText('La calle no es válida')).toBeNull();
});

test('[D45] Guardar y salir keeps the answers', async () => {
  const { went, registration } = await open('telefono');
  await press('Guardar y salir');
  await pass(0);
  expect(went).toEqual(['left']);
  expect(registration.given().nombre).toBe('Ana María');
});

test('[F36][D45] Guardar y salir stays where the device has no room, and says so', async () => {
  const { went, registration, drafts, db } = await open('telefono');
  await vi.waitFor(async () => {
    await act(() => drafts.flush());
    expect(await db.drafts.count()).toBe(3);
  });
  const makeRoom = fillDevice(db);
  registration.answer({ nombre: 'Ana Lucía' });
  await press('Guardar y salir');
  await act(() => vi.waitFor(() => expect(screen.getAllByText(/^No queda espacio en/).length).toBeGreaterThan(0)));
  // The press waits for the same writes, and leaves after them if it does.
  await act(() => drafts.flush());
  expect([went, screen.queryByText(/queda guardado/)]).toEqual([[], null]);
  makeRoom();
  await act(() => drafts.flush());
  await press('Guardar y salir');
  await act(() => vi.waitFor(() => expect(went).toEqual(['left'])));
});

test('[V2.39] the last step reviews all answers by step, without the password', async () => {
  await open('pep');
  const review = screen.getByRole('region', { name: 'Revisa tus datos' });
  expect(
    within(review)
      .getAllByRole('button')
      .map((one) => one.firstElementChild?.firstElementChild?.textContent),
  ).toEqual([
    'Empecemos',
    '¿Cuándo naciste?',
    '¿Cuál es tu sexo?',
    'Verificación de identidad',
    'Sobre tu país de nacimiento y nacionalidad',
    '¿Cómo te llamas?',
    '¿Cuál es tu dirección de domicilio?',
    '¿Cuál es tu número de celular?',
    '¿Cuál es tu estado civil?',
    'Información financiera',
  ]);
  expect(review.textContent).toContain('ana.paz@correo.test');
  expect(review.textContent).toContain('+506 8812 3456');
  expect(review.textContent).toContain('Soltera');
  expect(review.textContent).toContain('Foto lista');
  expect(review.textContent).not.toContain('Secreta2026');
});

test('[V2.39] Cambiar leads to the step, and Continuar returns to the last one when all is complete', async () => {
  const { went, registration } = await open('pep');
  await press(/^¿Cuál es tu número de celular.*Cambiar$/);
  expect(went).toEqual(['to telefono']);
  expect(registration.reviewing()).toBe(true);
  cleanup();
  const again = await open('telefono');
  again.registration.review();
  await press('Continuar');
  expect(again.went).toEqual(['to pep']);
});

test('[V2.39] a change that needs more answers leads there first, such as the name of a spouse', async () => {
  const { went, registration } = await open('estadoCivil', 'Ecuador', ['nombreConyuge']);
  registration.review();
  await press('Continuar');
  expect(went).toEqual(['to conyuge']);
});
