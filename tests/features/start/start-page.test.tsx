import '#tests/page.ts';

import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { StartPage, type StartPageProps } from '#features/start/start-page.tsx';
import { isOff } from '#tests/is-off.ts';
import { setOnline } from '#tests/page.ts';

afterEach(cleanup);

const incomplete = 'Por favor, ingresa tu correo y contraseña';

function open(changes: Partial<StartPageProps> = {}) {
  const props: StartPageProps = {
    signIn: vi.fn(async () => ({ ok: true as const })),
    enterLocked: vi.fn(async () => ({ ok: true as const })),
    address: null,
    unlock: async () => ({ ok: false, text: '' }),
    findPasskey: async () => false,
    requestReset: vi.fn(async () => ({ ok: true as const })),
    registerHref: '#/registro/residencia',
    wideRegisterHref: 'https://registro.example/',
    waiting: 0,
    ...changes,
  };
  const { rerender } = render(<StartPage {...props} />);
  const again = (changed: Partial<StartPageProps>) => rerender(<StartPage {...props} {...changed} />);
  return { ...props, again, user: userEvent.setup() };
}

const login = () =>
  within(screen.getByRole('heading', { name: 'Ingresa a tu cuenta' }).closest('section') as HTMLElement);
const email = () => login().getByLabelText<HTMLInputElement>('Correo electrónico');
const password = () => login().getByLabelText<HTMLInputElement>('Contraseña');
const submit = () => login().getByRole<HTMLButtonElement>('button', { name: /^Ingresar/ });

describe('the landing page', () => {
  test('[V2.7] a phone offers to sign in and to register', () => {
    open();
    expect(screen.getByRole('button', { name: 'Ingresa' })).toBeDefined();
    const ways = screen.getAllByRole('link', { name: 'Regístrate' }).map((link) => link.getAttribute('href'));
    expect(ways).toContain('#/registro/residencia');
  });

  test("[V2.7] 'Ingresa' opens the sign-in sheet with the cursor in it; Escape closes it and returns the focus", async () => {
    const { user } = open();
    await user.click(screen.getByRole('button', { name: 'Ingresa' }));
    expect(screen.getByRole('dialog', { name: 'Ingresa a tu cuenta' })).toBeDefined();
    expect(document.activeElement).toBe(email());
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Ingresa' }));
  });

  test('[V2.7] the sheet gives the focus back to the button that opened it, also to the one beside a passkey', async () => {
    const { user } = open();
    const withPassword = screen.getByRole('button', { name: 'Ingresar con tu contraseña' });
    await user.click(withPassword);
    await user.keyboard('{Escape}');
    expect(document.activeElement).toBe(withPassword);
  });

  test('[V2.8] a wide screen has the form, a button for a forgotten password and a link to the registration site', () => {
    open();
    expect(login().getByRole('button', { name: '¿Olvidaste tu contraseña?' })).toBeDefined();
    expect(login().getByRole('link', { name: 'Regístrate' }).getAttribute('href')).toBe('https://registro.example/');
  });

  test('the page says how many requests wait on the device, and nothing when none does', () => {
    open({ waiting: 3 });
    expect(screen.getAllByText('3 solicitudes esperan para enviarse').length).toBeGreaterThan(0);
    cleanup();
    open({ waiting: 1 });
    expect(screen.getAllByText('1 solicitud espera para enviarse').length).toBeGreaterThan(0);
    cleanup();
    open();
    expect(screen.queryByText(/espera|guardada/)).toBeNull();
  });

  test('an alert is shown, such as the one of an expired session', () => {
    open({ notice: 'Tu sesión ha expirado.' });
    expect(screen.getAllByRole('alert').some((alert) => alert.textContent === 'Tu sesión ha expirado.')).toBe(true);
  });
});

describe('signing in', () => {
  test('[V2.9] a sign-in that the boot script kept is sent once, if the fields hold it', () => {
    const marks = document.documentElement.dataset;
    marks.entering = 'session';
    const empty = open();
    expect(empty.signIn).not.toHaveBeenCalled();
    expect(marks.entering).toBeUndefined();
    cleanup();

    marks.entering = 'session';
    const signIn = vi.fn(() => new Promise<never>(() => {}));
    const root = document.body.appendChild(document.createElement('div'));
    root.innerHTML = renderToString(<StartPage {...empty} signIn={signIn} />);
    const typed = { email: 'maria@correo.com', password: 'Secreta1' };
    for (const [name, text] of Object.entries(typed)) {
      (root.querySelector(`[name=${name}]`) as HTMLInputElement).value = text;
    }
    render(<StartPage {...empty} signIn={signIn} />, { container: root, hydrate: true });
    expect(signIn).toHaveBeenCalledExactlyOnceWith(typed.email, typed.password, expect.any(AbortSignal));
    expect(submit().getAttribute('aria-busy')).toBe('true');
    expect(marks.entering).toBeUndefined();
    fireEvent.submit(root.querySelector('form') as HTMLFormElement);
    expect(signIn).toHaveBeenCalledTimes(1);
  });

  test('[V2.9][H5.1] the form can be sent only while email and password are filled in', async () => {
    const { user } = open();
    expect(isOff(submit())).toBe(true);
    await user.type(email(), 'maria@correo.com');
    expect(isOff(submit())).toBe(true);
    await user.type(password(), 'x');
    expect(isOff(submit())).toBe(false);
    await user.clear(email());
    expect(isOff(submit())).toBe(true);
  });

  test('[V2.9][V8.4][H5.1] Enter with a field left empty says what is missing and sends nothing', async () => {
    const { user, signIn } = open();
    await user.type(email(), 'maria@correo.com{Enter}');
    expect(login().getByText(incomplete)).toBeDefined();
    expect(signIn).not.toHaveBeenCalled();
  });

  test('[D29] without a connection the form says what that means here, and no more once an attempt has said why', async () => {
    setOnline(false);
    onTestFinished(() => setOnline(true));
    const { user } = open({ signIn: async () => ({ ok: false, text: 'No hay conexión' }) });
    const needs = () => login().queryByText('Para entrar por primera vez aquí necesitas conexión a internet.');
    expect(needs()).not.toBeNull();
    await user.type(email(), 'maria@correo.com');
    await user.type(password(), 'Secreta1{Enter}');
    expect(await login().findByText('No hay conexión')).toBeDefined();
    expect(needs()).toBeNull();
    act(() => setOnline(true));
    cleanup();
    open();
    expect(needs()).toBeNull();
  });

  test('[V8.4] submitting the empty form says what is missing', () => {
    open();
    fireEvent.submit(email().form as HTMLFormElement);
    expect(login().getByText(incomplete)).toBeDefined();
  });

  test('[V2.11][V8.4] a failed sign-in shows the returned words, keeps typed text and can be repeated', async () => {
    const signIn = vi.fn(async () => ({ ok: false as const, text: 'Credenciales incorrectas' }));
    const { user } = open({ signIn });
    await user.type(email(), 'maria@correo.com');
    await user.type(password(), 'Secreta1{Enter}');
    expect(await login().findByText('Credenciales incorrectas')).toBeDefined();
    expect(signIn).toHaveBeenCalledWith('maria@correo.com', 'Secreta1', expect.any(AbortSignal));
    expect([email().value, password().value]).toEqual(['maria@correo.com', 'Secreta1']);
    await user.click(submit());
    await waitFor(() => expect(signIn).toHaveBeenCalledTimes(2));
  });

  test('the button is busy while the answer is awaited, and the form is sent once', async () => {
    let answer: (attempt: { ok: false; text: string }) => void = () => {};
    const signIn = vi.fn(
      () =>
        new Promise<{ ok: false; text: string }>((resolve) => {
          answer = resolve;
        }),
    );
    const { user } = open({ signIn });
    await user.type(email(), 'maria@correo.com');
    await user.type(password(), 'x');
    await user.click(submit());
    expect(submit().getAttribute('aria-busy')).toBe('true');
    await user.click(submit());
    await user.type(password(), '{Enter}');
    expect(signIn).toHaveBeenCalledTimes(1);
    answer({ ok: false, text: 'No' });
    await waitFor(() => expect(submit().getAttribute('aria-busy')).toBeNull());
  });

  test.each([
    ['closes the sheet', () => fireEvent.keyDown(document, { key: 'Escape' })],
    ['goes to another address', () => window.dispatchEvent(new window.Event('hashchange'))],
    ['leaves the page', () => window.dispatchEvent(new window.Event('pagehide'))],
    ['sees the next screen come up', cleanup],
  ])('a sign-in is aborted when the customer %s', async (_what, leave) => {
    let signal: AbortSignal | undefined;
    const signIn: StartPageProps['signIn'] = (_email, _password, ends) => {
      signal = ends;
      return new Promise((resolve) => ends.addEventListener('abort', () => resolve({ ok: false, text: '' })));
    };
    const { user } = open({ signIn });
    await user.click(screen.getByRole('button', { name: 'Ingresa' }));
    await user.type(email(), 'maria@correo.com');
    await user.type(password(), 'x{Enter}');
    expect(signal?.aborted).toBe(false);
    leave();
    expect(signal?.aborted).toBe(true);
    await waitFor(() => expect(screen.queryAllByRole('button', { busy: true })).toEqual([]));
  });

  test('the fields support password managers, and the form never puts them in an address', () => {
    open();
    expect(email().autocomplete).toBe('username webauthn');
    expect(password().autocomplete).toBe('current-password');
    expect(email().form?.method).toBe('post');
  });

  test('the password can be shown and hidden again', async () => {
    const { user } = open();
    await user.type(password(), 'Secreta1');
    await user.click(login().getByRole('button', { name: 'Mostrar contraseña' }));
    expect([password().type, password().value]).toEqual(['text', 'Secreta1']);
    await user.click(login().getByRole('button', { name: 'Ocultar contraseña' }));
    expect(password().type).toBe('password');
  });
});

describe('[D72] who is locked out', () => {
  const marks = document.documentElement.dataset;
  afterEach(() => {
    delete marks.greeted;
  });
  const greeted = (changes: Partial<StartPageProps> = {}) => {
    marks.greeted = '';
    return open({ address: 'm•••@demo.test', ...changes });
  };
  const asked = () =>
    within(screen.getByRole('heading', { name: 'Hola de nuevo', level: 2 }).closest('section') as HTMLElement);
  const key = () => asked().getByLabelText<HTMLInputElement>('Contraseña');

  test('is greeted with the masked address, and only the password is asked, which has the focus', async () => {
    const { user, enterLocked, signIn } = greeted();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toContain('Hola de nuevo');
    expect(asked().getByText('m•••@demo.test')).toBeDefined();
    expect(document.activeElement).toBe(key());
    expect(isOff(asked().getByRole('button', { name: 'Ingresar' }))).toBe(true);
    await user.keyboard('Secreta1{Enter}');
    expect(enterLocked).toHaveBeenCalledExactlyOnceWith('Secreta1', expect.any(AbortSignal));
    expect(signIn).not.toHaveBeenCalled();
  });

  test('reads why, in the words of H4.9 where the session expired, and what waits', () => {
    const notice =
      'Tu sesión ha expirado. Si necesitas seguir realizando gestiones, por favor, vuelve a iniciar sesión.';
    greeted({ notice, waiting: 2 });
    expect(screen.getAllByRole('alert').filter(({ textContent }) => textContent === notice)).not.toEqual([]);
    expect(asked().getByText('2 solicitudes siguen guardadas aquí.')).toBeDefined();
    cleanup();
    greeted({ waiting: 1 });
    expect(screen.getAllByText('Escribe tu contraseña para seguir donde estabas.')).not.toEqual([]);
    expect(asked().getByText('1 solicitud sigue guardada aquí.')).toBeDefined();
    cleanup();
    greeted();
    expect(screen.queryByText(/espera|guardada/)).toBeNull();
  });

  test('reads at the field what was wrong with the password, and what was typed stays', async () => {
    const enterLocked = vi.fn(async () => ({ ok: false as const, text: 'La contraseña no es correcta' }));
    const { user } = greeted({ enterLocked });
    await user.keyboard('{Enter}');
    expect(asked().getByText('Escribe tu contraseña')).toBeDefined();
    await user.type(key(), 'otra{Enter}');
    expect(await asked().findByText('La contraseña no es correcta')).toBeDefined();
    expect([key().getAttribute('aria-invalid'), key().value]).toEqual(['true', 'otra']);
  });

  test("finds the whole sign-in behind 'Usar otra cuenta', with the password that was typed", async () => {
    const { user, signIn, enterLocked } = greeted();
    await user.type(key(), 'Secreta1');
    await user.click(asked().getByRole('button', { name: 'Usar otra cuenta' }));
    expect(marks.greeted).toBeUndefined();
    await waitFor(() => expect(document.activeElement).toBe(email()));
    expect(screen.queryByRole('button', { name: 'Usar otra cuenta' })).toBeNull();
    await user.keyboard('ana@correo.com');
    await user.click(submit());
    expect(signIn).toHaveBeenCalledExactlyOnceWith('ana@correo.com', 'Secreta1', expect.any(AbortSignal));
    expect(enterLocked).not.toHaveBeenCalled();
  });

  test.each([
    ["behind 'Usar otra cuenta'", () => fireEvent.click(asked().getByRole('button', { name: 'Usar otra cuenta' }))],
    ['once nobody is locked out', (again: (changes: Partial<StartPageProps>) => void) => again({ address: null })],
  ])('[D56] leaves the passkey of somebody else to them, %s', async (_, leave) => {
    onTestFinished(() => void delete marks.passkey);
    vi.stubGlobal('PublicKeyCredential', { isConditionalMediationAvailable: async () => true });
    onTestFinished(() => void vi.unstubAllGlobals());
    const unlock = vi.fn(async () => ({ ok: false as const, text: '' }));
    const findPasskey = vi.fn(async () => true);
    const { again } = greeted({ unlock, findPasskey });
    expect(findPasskey).not.toHaveBeenCalled();
    leave(again);
    await waitFor(() => expect(marks.passkey).toBe(''));
    await waitFor(() => expect(unlock).toHaveBeenCalledExactlyOnceWith(true, expect.any(AbortSignal)));
  });

  test('is greeted before React stands, and no longer where the device knows nobody', () => {
    const page = greeted();
    cleanup();
    marks.greeted = '';
    const root = document.body.appendChild(document.createElement('div'));
    root.innerHTML = renderToString(<StartPage {...page} address={null} />);
    (root.querySelector('[name=password]') as HTMLInputElement).value = 'Secreta1';
    marks.entering = 'session';
    render(<StartPage {...page} />, { container: root, hydrate: true });
    expect(marks.greeted).toBe('');
    cleanup();
    marks.greeted = '';
    open();
    expect(marks.greeted).toBeUndefined();
  });
});

describe('[D56] a passkey that the email field offers', () => {
  const marks = document.documentElement.dataset;
  beforeEach(() => {
    marks.passkey = '';
    vi.stubGlobal('PublicKeyCredential', { isConditionalMediationAvailable: async () => true });
  });
  afterEach(() => {
    delete marks.passkey;
    vi.unstubAllGlobals();
  });
  /** The browser's offers, each taken by the test. */
  const offered = () => {
    const takes: ((attempt: Awaited<ReturnType<StartPageProps['unlock']>>) => void)[] = [];
    const unlock: StartPageProps['unlock'] = (isOffer) =>
      isOffer ? new Promise((resolve) => takes.push(resolve)) : Promise.resolve({ ok: false, text: 'Al pulsar' });
    return { takes, ...open({ unlock }) };
  };
  const alerts = (text: string) => screen.getAllByText(text).filter((one) => one.closest('[role="alert"]') !== null);
  /** What a phone shows in the sheet, which lies over the button. */
  const inSheet = (text: string) =>
    alerts(text).filter((one) => one.closest('form, section') && !one.closest('[class*="wide"]'));

  test('says why it did not open this device, also in the sheet of a phone, and is offered again', async () => {
    const { takes } = offered();
    await waitFor(() => expect(takes).toHaveLength(1));
    takes[0]?.({ ok: false, text: 'Esa llave no abre este equipo' });
    await waitFor(() => expect(inSheet('Esa llave no abre este equipo')).toHaveLength(1));
    await waitFor(() => expect(takes).toHaveLength(2));
    takes[1]?.({ ok: true });
  });

  test('says nothing while nobody takes it, and is not offered again then', async () => {
    const { takes } = offered();
    await waitFor(() => expect(takes).toHaveLength(1));
    takes[0]?.({ ok: false, text: '' });
    await new Promise((later) => setTimeout(later, 50));
    expect(takes).toHaveLength(1);
    expect(screen.getAllByRole('alert').every(({ textContent }) => textContent === '')).toBe(true);
  });

  /** Time that the test moves on. */
  const timed = () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    onTestFinished(() => void vi.useRealTimers());
    return (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
  };
  const online = () => void window.dispatchEvent(new window.Event('online') as never);
  const show = () => void document.dispatchEvent(new window.Event('visibilitychange') as never);
  const pressButton = () =>
    fireEvent.click(screen.getAllByRole('button', { name: 'Desbloquear con tu huella o rostro' })[0] as HTMLElement);

  test('is offered anew before its question is too old, when the page is shown again, and with a connection', async () => {
    const pass = timed();
    const { takes } = offered();
    await pass(1000);
    expect(takes).toHaveLength(1);
    await pass(4 * 60_000);
    expect(takes).toHaveLength(2);
    // The browser ends the first offer for it.
    takes[0]?.({ ok: false, text: '' });
    show();
    await pass(6_000);
    expect(takes, 'its question is young').toHaveLength(2);
    online();
    await pass(4 * 60_000 - 1000);
    expect(takes, 'the age counts from the latest offer').toHaveLength(3);
    await pass(1000);
    expect(takes).toHaveLength(4);
    // The phone slept: no timer ran.
    vi.setSystemTime(Date.now() + 60 * 60_000);
    show();
    await pass(1000);
    expect(takes).toHaveLength(5);
    takes[4]?.({ ok: false, text: 'Esa llave no abre este equipo' });
    await pass(1000);
    expect(inSheet('Esa llave no abre este equipo')).toHaveLength(1);
  });

  test('is called off by a press, is not offered anew meanwhile, and is again when that failed', async () => {
    const pass = timed();
    const asked: { isOffer: boolean; signal: AbortSignal; ends: (attempt: { ok: false; text: string }) => void }[] = [];
    const unlock: StartPageProps['unlock'] = (isOffer, signal) =>
      new Promise((ends) => void asked.push({ isOffer, signal, ends }));
    open({ unlock });
    await pass(1000);
    expect(asked).toMatchObject([{ isOffer: true, signal: { aborted: false } }]);
    pressButton();
    await pass(8 * 60_000);
    online();
    await pass(1000);
    expect(asked).toMatchObject([{ isOffer: true, signal: { aborted: true } }, { isOffer: false }]);
    asked[1]?.ends({ ok: false, text: 'Al pulsar' });
    await pass(1000);
    expect(asked).toMatchObject([{}, {}, { isOffer: true, signal: { aborted: false } }]);
    expect(alerts('Al pulsar')).not.toEqual([]);
  });

  test('leaves to the button what a press of it failed of', async () => {
    const { takes, user } = offered();
    await waitFor(() => expect(takes).toHaveLength(1));
    takes[0]?.({ ok: false, text: 'Esa llave no abre este equipo' });
    await waitFor(() => expect(inSheet('Esa llave no abre este equipo')).toHaveLength(1));
    await user.click(screen.getAllByRole('button', { name: 'Desbloquear con tu huella o rostro' })[0] as HTMLElement);
    await waitFor(() => expect(alerts('Al pulsar')).not.toEqual([]));
    expect(inSheet('Al pulsar')).toEqual([]);
    expect(screen.queryByText('Esa llave no abre este equipo')).toBeNull();
  });
});

describe('a forgotten password', () => {
  async function ask(changes: Partial<StartPageProps> = {}) {
    const page = open(changes);
    await page.user.click(login().getByRole('button', { name: '¿Olvidaste tu contraseña?' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Restablece tu contraseña' }));
    return { ...page, dialog, field: dialog.getByLabelText<HTMLInputElement>('Correo electrónico') };
  }

  test('[V2.10][H5.2] a dialog with one email field sends the request', async () => {
    const { dialog, field, user, requestReset } = await ask();
    expect(field.type).toBe('email');
    expect(dialog.getAllByRole('textbox')).toHaveLength(1);
    // The field has the focus, so nothing typed at once is lost.
    await user.keyboard('maria@correo.com');
    await user.click(dialog.getByRole('button', { name: 'Enviar enlace' }));
    expect(requestReset).toHaveBeenCalledWith('maria@correo.com');
  });

  test('[D29] without a connection the dialog says that the link needs one', async () => {
    setOnline(false);
    onTestFinished(() => setOnline(true));
    const { dialog } = await ask();
    expect(dialog.getByText(/^Para pedir el enlace necesitas conexión a internet\./)).toBeDefined();
    act(() => setOnline(true));
    expect(dialog.queryByText(/^Para pedir el enlace/)).toBeNull();
  });

  test('[V8.5][H8.8] the dialog says that the link is on its way', async () => {
    const { dialog, field, user } = await ask();
    await user.type(field, 'maria@correo.com{Enter}');
    expect(
      await dialog.findByText('Se ha enviado un enlace de restablecimiento de contraseña a tu correo electrónico.'),
    ).toBeDefined();
  });

  test("[V8.5][H8.8] a failure shows the server's words and keeps the address", async () => {
    const requestReset = async () => ({ ok: false as const, text: 'Demasiados intentos' });
    const { dialog, field, user } = await ask({ requestReset });
    await user.type(field, 'maria@correo.com{Enter}');
    expect(await dialog.findByText('Demasiados intentos')).toBeDefined();
    expect(field.value).toBe('maria@correo.com');
    expect(field.getAttribute('aria-invalid')).toBe('true');
  });

  test('[V2.10][H5.2] an address that can be registered can ask for its link, with its ñ', async () => {
    const { dialog, field, user, requestReset } = await ask();
    await user.type(field, 'rosa.ordoñez@correo.com{Enter}');
    expect(requestReset).toHaveBeenCalledWith('rosa.ordoñez@correo.com');
    expect(dialog.queryByText('Ingresa un correo electrónico válido')).toBeNull();
  });

  test('[V2.10][H5.2] an address copied from a chat is asked for without the marks that nobody sees, as it signs in', async () => {
    const { dialog, field, user, requestReset } = await ask();
    await user.type(field, '\u202arosa@cor\u200breo.com\u202c{Enter}');
    expect(dialog.queryByText('Ingresa un correo electrónico válido')).toBeNull();
    expect(requestReset).toHaveBeenCalledWith('rosa@correo.com');
  });

  test('[H5.2] a text that is no email address is not sent', async () => {
    const { dialog, field, user, requestReset } = await ask();
    await user.type(field, 'maria{Enter}');
    expect(dialog.getByText('Ingresa un correo electrónico válido')).toBeDefined();
    expect(requestReset).not.toHaveBeenCalled();
  });

  test('the dialog takes over the address typed for signing in', async () => {
    const { user } = open();
    await user.type(email(), 'maria@correo.com');
    await user.click(login().getByRole('button', { name: '¿Olvidaste tu contraseña?' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Restablece tu contraseña' }));
    expect(dialog.getByLabelText<HTMLInputElement>('Correo electrónico').value).toBe('maria@correo.com');
  });

  test('[V2.10] a press outside closes the dialog; ending a text selection there does not', async () => {
    const { dialog, field } = await ask();
    const box = dialog.getByRole('heading').closest('dialog') as HTMLDialogElement;
    fireEvent.pointerDown(field);
    fireEvent.click(box);
    expect(box.open).toBe(true);
    fireEvent.pointerDown(box);
    fireEvent.click(box);
    expect(box.open).toBe(false);
  });
});
