import '#tests/page.ts';

import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { pushSubjects } from '#contract/push.ts';
import { fail, ok, type ProblemCode } from '#contract/result.ts';
import { Notices } from '#features/settings/notices.tsx';
import type { Push } from '#push/create-push.ts';
import { PushContext } from '#push/hooks.ts';
import { problemText } from '#rules/problem-words.ts';
import { ToastProvider } from '#ui/layers/toast-provider.tsx';

const LOADING = 'Cargando de qué te avisamos...';
const NOT_LOADED = 'No pudimos cargar de qué te avisamos';

let answer: () => ReturnType<Push['settings']>;
/** Push that is on here. Only what the card asks of it is there. */
const push = { standing: async () => 'on', settings: () => answer() } as unknown as Push;
const load = async () => push;
const here = async () => ok({ clave: 'K', temas: [{ tema: 'facturas', activo: true }] }) as never;

beforeEach(() => {
  answer = here;
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const open = () =>
  render(
    <ToastProvider>
      <PushContext value={load}>
        <Notices />
      </PushContext>
    </ToastProvider>,
  );
const retry = () => act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Reintentar' })));
const alertText = () => waitFor(() => screen.getByRole('alert').textContent ?? '');
const subjects = () => waitFor(() => screen.getByRole('group', { name: 'Avísame de' }));

test('[D21] the switches stand at their place before it is read how they are, and nothing moves when it is', async () => {
  Object.assign(window, { Notification: { permission: 'granted' } });
  onTestFinished(() => void Reflect.deleteProperty(window, 'Notification'));
  let bring = (_: Push) => {};
  let give = () => {};
  const all = pushSubjects.map((tema) => ({ tema, activo: true }));
  answer = () => new Promise((resolve) => (give = () => resolve(ok({ clave: 'K', temas: all }) as never)));
  render(
    <ToastProvider>
      <PushContext value={() => new Promise((resolve) => (bring = resolve))}>
        <Notices />
      </PushContext>
    </ToastProvider>,
  );
  const names = () => screen.getAllByRole('switch').map((one) => one.closest('label')?.textContent);
  const busy = () => screen.getAllByRole('switch').filter((one) => one.hasAttribute('aria-busy')).length;
  const before = names();
  expect([before.length, busy()]).toEqual([5, 5]);
  await act(async () => bring(push));
  await waitFor(() => expect(busy()).toBe(4));
  expect(names()).toEqual(before);
  await act(async () => give());
  await waitFor(() => expect(busy()).toBe(0));
  expect(names()).toEqual(before);
});

test('[D21] an app that could not load its notices has no card of them', async () => {
  render(
    <ToastProvider>
      <PushContext value={() => Promise.reject(new Error('no chunk'))}>
        <Notices />
      </PushContext>
    </ToastProvider>,
  );
  await waitFor(() => expect(screen.queryByText('Avisos')).toBeNull());
});

test.each<ProblemCode>(['unavailable', 'timeout', 'maintenance', 'unauthorised', 'nonsense'])(
  '[D21][D37] subjects that could not be loaded say so and why, and are tried again: %s',
  async (code) => {
    answer = async () => fail(code);
    open();
    const told = await alertText();
    expect(told).toContain(NOT_LOADED);
    expect(told).toContain(problemText({ code }));
    expect(screen.queryByText(LOADING)).toBeNull();
    await retry();
    await alertText();
    answer = here;
    await retry();
    await subjects();
    expect(screen.queryByRole('alert')).toBeNull();
  },
);

test('[D21] subjects that the device could not ask for are tried again too', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  answer = async () => Promise.reject(new DOMException('lost', 'UnknownError'));
  open();
  expect(await alertText()).toContain(NOT_LOADED);
  answer = here;
  await retry();
  await subjects();
});

test.each<ProblemCode>(['not-found', 'method-not-allowed'])(
  '[D21] a backend without notices has no card of them: %s',
  async (code) => {
    let give = () => {};
    answer = () => new Promise((resolve) => (give = () => resolve(fail(code))));
    open();
    await waitFor(() => screen.getByText(LOADING));
    await act(async () => give());
    await waitFor(() => expect(screen.queryByText('Avisos')).toBeNull());
    expect(screen.queryByRole('alert')).toBeNull();
  },
);

describe('[D21] a subject that is being changed', () => {
  let calls: boolean[];
  let settle: (answer: Promise<Awaited<ReturnType<Push['choose']>>>) => void;
  beforeEach(async () => {
    calls = [];
    Object.assign(push, {
      choose: (_: unknown, on: boolean) => {
        calls.push(on);
        return new Promise((resolve) => (settle = resolve));
      },
    });
    open();
    await subjects();
  });
  const bills = () => screen.getByRole('switch', { name: 'Facturas' });
  const shown = () => bills().getAttribute('aria-checked');
  const pressIt = () => act(async () => void fireEvent.click(bills()));

  test('takes no second press, and shows what the server says', async () => {
    await pressIt();
    await pressIt();
    expect(calls).toEqual([false]);
    expect(shown()).toBe('false');
    await act(async () => settle(here()));
    expect(shown()).toBe('true');
    await pressIt();
    expect(calls).toEqual([false, false]);
  });

  test('stands as before where the device could not ask', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await pressIt();
    await act(async () => settle(Promise.reject(new DOMException('lost', 'UnknownError'))));
    expect(shown()).toBe('true');
    expect(
      screen.getByText('Este teléfono no pudo pedirlo. Inténtalo de nuevo.', { selector: 'fieldset *' }),
    ).toBeDefined();
  });
});
