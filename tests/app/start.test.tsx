// @module-tag depth
import '#tests/page.ts';

import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { writeHint } from '#app/hint.ts';
import { FirstStart, Start } from '#app/start.tsx';
import { offeredVersion, whetherOutdated } from '#app/version.ts';
import { fail } from '#contract/result.ts';
import { createDatabase } from '#database/open.ts';
import { MissingPart } from '#senses/part.ts';

const unlock = vi.hoisted(() => vi.fn());
vi.mock('#app/enter.ts', () => ({ unlock }));
vi.mock('#app/prerender/register-address.ts', () => ({
  registerHref: '#/registro/residencia',
  wideRegisterHref: 'https://registro.example/',
}));
const keepDraining = vi.hoisted(() => vi.fn());
vi.mock('#app/draining.ts', () => ({ keepDraining }));

const marks = document.documentElement.dataset;
beforeEach(() => {
  marks.passkey = '';
  writeHint({ passkey: true });
  vi.stubGlobal('PublicKeyCredential', { isConditionalMediationAvailable: async () => true });
});
afterEach(() => {
  cleanup();
  delete marks.passkey;
  localStorage.clear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  unlock.mockReset();
});

const said = () => screen.getAllByRole('alert').map(({ textContent }) => textContent ?? '');
const open = () => render(<Start go={async () => {}} />);
const press = () => fireEvent.click(screen.getAllByRole('button', { name: /^Desbloquear/ })[0] as HTMLElement);
const whenAsked = (times: number) => waitFor(() => expect(unlock).toHaveBeenCalledTimes(times));
const settled = () => new Promise((later) => setTimeout(later, 50));

test('[D56] an offer that nobody takes says nothing, and a press that ends like it does', async () => {
  unlock.mockResolvedValue(fail('timeout', { text: '' }));
  open();
  await whenAsked(1);
  await settled();
  expect(said().join('')).toBe('');
  press();
  await waitFor(() => expect(said().join('')).toMatch(/tardando demasiado/));
});

test('[D29] who may lose what is typed is told before the page is loaded again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  unlock.mockRejectedValue(new MissingPart('no chunk', true));
  open();
  await whenAsked(1);
  press();
  await waitFor(() => expect(said().join('')).toMatch(/falta una parte.*no se guarda/));
});

test('[D56] an offer that could not be loaded says nothing, and a press says so', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  unlock.mockRejectedValue(new MissingPart('no chunk'));
  open();
  await whenAsked(1);
  await settled();
  expect(said().join('')).toBe('');
  press();
  await waitFor(() => expect(said().join('')).toMatch(/No pudimos conectarnos/));
});

test('[F18] what failed on this device is not told as a missing connection', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  unlock.mockRejectedValue(new DOMException('no database', 'UnknownError'));
  open();
  await whenAsked(1);
  press();
  await waitFor(() => expect(said().join('')).toContain('Este teléfono no pudo hacerlo. Inténtalo de nuevo.'));
});

test('[D56] a passkey that was chosen from the offer and opens nothing says why', async () => {
  unlock.mockResolvedValueOnce(fail('unavailable')).mockReturnValue(new Promise(() => {}));
  open();
  await waitFor(() => expect(said().join('')).toMatch(/En este momento no podemos atender/));
  await whenAsked(2);
});

test('[D56][D72] after a lock in this page the button is there for whom a passkey opens it now', async () => {
  unlock.mockReturnValue(new Promise(() => {}));
  writeHint({ passkey: false });
  open();
  expect(marks.passkey).toBeUndefined();
  cleanup();
  writeHint({ passkey: true });
  open();
  expect(marks.passkey).toBe('');
  await whenAsked(1);
});

test('[D51] a version that the backend refuses is replaced from the first start page too', async () => {
  unlock.mockReturnValue(new Promise(() => {}));
  const take = vi.fn(async () => undefined);
  offeredVersion.set(take);
  render(<FirstStart go={async () => {}} />);
  await settled();
  expect(screen.getByRole('button', { name: /Hay una versión nueva/ })).toBeTruthy();
  act(() => whetherOutdated.set(true));
  fireEvent.click(screen.getByRole('button', { name: /Actualiza la app.*lo pendiente sigue guardado/ }));
  expect(take).toHaveBeenCalledOnce();
  await settled();
  act(() => whetherOutdated.set(false));
  offeredVersion.set(null);
});

const db = createDatabase();
afterAll(() => db.close());

test.each([
  ['registro-1', '#/registro/residencia'],
  ['relevo', 'https://registro.example/'],
])('[D23][D45] on a wide screen a registration that was begun here goes on here: %s', async (id, address) => {
  unlock.mockReturnValue(new Promise(() => {}));
  onTestFinished(() => db.drafts.clear());
  const row = { owner: 'device', part: 'form', at: Date.now(), iv: new Uint8Array(12), data: new ArrayBuffer(16) };
  await db.drafts.put({ ...row, id });
  open();
  await settled();
  const addresses = () => screen.getAllByRole('link', { name: 'Regístrate' }).map((link) => link.getAttribute('href'));
  await waitFor(() => expect(addresses().at(-1)).toBe(address));
});

describe('[F23] a queued request', () => {
  const stop = vi.fn();
  // Loaded before, so that the screen listens soon.
  beforeAll(async () => {
    await Promise.all([import('#app/true-hint.ts'), import('#app/drain-here.ts')]);
  });
  beforeEach(() => {
    unlock.mockReturnValue(new Promise(() => {}));
    keepDraining.mockReturnValue(stop);
  });
  afterEach(async () => {
    await db.outbox.clear();
    localStorage.clear();
    keepDraining.mockReset();
    stop.mockReset();
  });

  const queue = () =>
    db.outbox.add({
      ...{ key: 'k', owner: 'maria', seq: 1, state: 'waiting' },
      ...{ iv: new Uint8Array(12), data: new ArrayBuffer(8) },
    } as never);
  const shown = () => document.dispatchEvent(new window.Event('visibilitychange'));
  const stored = () => window.dispatchEvent(new window.Event('storage'));
  /** The screen begins to listen once its parts are loaded. */
  const begunAt = (happen: () => void) =>
    waitFor(() => {
      happen();
      expect(keepDraining).toHaveBeenCalled();
    });

  test('that waits here already is sent, and no more once the screen is left', async () => {
    await queue();
    open();
    await waitFor(() => expect(keepDraining).toHaveBeenCalledOnce());
    cleanup();
    expect(stop).toHaveBeenCalledOnce();
  });

  test('that was put here by another window is sent when the page is shown again, by one sender', async () => {
    await db.outbox.count();
    open();
    await settled();
    shown();
    await settled();
    expect(keepDraining).not.toHaveBeenCalled();
    await queue();
    await begunAt(shown);
    shown();
    window.dispatchEvent(new window.Event('online'));
    await settled();
    expect(keepDraining).toHaveBeenCalledOnce();
    cleanup();
    shown();
    await settled();
    expect(keepDraining).toHaveBeenCalledOnce();
    expect(stop).toHaveBeenCalledOnce();
  });

  test('that another window beside this one puts here is heard of at once', async () => {
    open();
    await settled();
    await queue();
    expect(keepDraining).not.toHaveBeenCalled();
    writeHint({ waiting: 1 });
    await begunAt(stored);
  });
});
