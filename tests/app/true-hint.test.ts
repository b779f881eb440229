import '#tests/page.ts';

import { fireEvent, render, renderHook, screen, waitFor } from '@testing-library/react';
import { createElement } from 'react';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { device } from '#app/device.ts';
import { readHint, writeHint } from '#app/hint.ts';
import { giveNotice, lossText, rememberDestination, SESSION_EXPIRED, takeDestination, useNotice } from '#app/notice.ts';
import { enterSignedIn, leaveStart } from '#app/session-gate.ts';
import { Start } from '#app/start.tsx';
import { trueHint } from '#app/true-hint.ts';
import { HOUR_MS } from '#contract/age.ts';
import { openSessionRows } from '#database/keyring.ts';
import { createDatabase } from '#database/open.ts';
import type { DraftRow, OutboxRow, PasskeyRow } from '#database/rows.ts';
import { readStanding } from '#database/standing.ts';
import { sessionKeys } from '#session/door.ts';
import { sealAddress } from '#session/locked.ts';
import { customerHere } from '#tests/app/customer-here.ts';
import { createSecrets } from '#vault/keys.ts';

const { db } = device();
/** A customer signed in here, was last active then, and the browser lost the hint of it. */
const signedIn = (activity = Date.now()) => customerHere(db, { activity });

const notice = () => renderHook(() => useNotice()).result.current;
const clear = () => Promise.all(db.tables.map((table) => table.clear()));

beforeEach(async () => {
  localStorage.clear();
  giveNotice('');
  await clear();
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
});
afterEach(() => vi.unstubAllGlobals());
afterAll(async () => {
  localStorage.clear();
  await clear();
});

test('[F58] a session that is over is locked, also where the hint of it was lost', async () => {
  await signedIn(Date.now() - 11 * 60_000);
  expect(await trueHint()).toMatchObject({ open: false });
  expect(await db.vault.get('reading')).toBeUndefined();
});

test('[F58] an open session is found without its hint', async () => {
  await signedIn();
  expect(await trueHint()).toMatchObject({ open: true });
  expect(readHint().open).toBe(true);
});

test('[F58] what waits to be sent is found without its hint', async () => {
  await signedIn();
  await db.vault.delete('reading');
  await db.outbox.add({ key: 'k', seq: 1, owner: 'ana', state: 'waiting' } as OutboxRow);
  expect(await trueHint()).toMatchObject({ open: false, waiting: 1 });
  expect(readHint().waiting).toBe(1);
});

test('[F58] what waits after a sign-out is found without its hint', async () => {
  await db.outbox.add({ key: 'k', seq: 1, owner: 'ana', state: 'waiting' } as OutboxRow);
  expect(await trueHint()).toMatchObject({ open: false, waiting: 1 });
});

const nobodys = { owner: 'device', iv: new Uint8Array(12), data: new ArrayBuffer(16) };
const ago = (hours: number) => Date.now() - hours * HOUR_MS;

test('[D45][S23] a start of somebody who is signed out deletes drafts of visitors and files of nobody that are over', async () => {
  await db.drafts.bulkPut([
    { ...nobodys, id: 'registro-1', part: 'form', at: ago(7 * 24 + 1) },
    { ...nobodys, id: 'registro-2', part: 'form', at: ago(24) },
    { ...nobodys, id: 'received', part: 'shared', at: ago(2) },
  ] as DraftRow[]);
  await trueHint();
  await vi.waitFor(async () => expect(await db.drafts.toCollection().primaryKeys()).toEqual([['registro-2', 'form']]));
});

test.each([
  ['for no draft of a visitor that stays', 'registro-1', 24, 0],
  ['for none that is a day ahead, but to begin its days', 'registro-1', -24, 1],
  ['for no file of nobody that may still be claimed', 'received', 0.5, 0],
  ['for no photos on their way to a desk', 'relevo', 0.1, 0],
  ['for photos whose code has expired', 'relevo', 2, 1],
])('[D45][S20][S23] where nobody is signed in, a start asks the device %s', async (_, id, hours, times) => {
  const removeOld = vi.spyOn(device().received, 'removeOld').mockClear();
  await db.drafts.put({ ...nobodys, id, part: 'form', at: ago(hours) } as DraftRow);
  await trueHint();
  await new Promise((later) => setTimeout(later, 50));
  expect(removeOld).toHaveBeenCalledTimes(times);
});

test.each([
  ['leads inside', ''],
  ['leaves alone who types there', 'ana@'],
])('[F58] an open session whose hint is of before the sign-in, with requests waiting, %s', async (_, typed) => {
  await signedIn();
  writeHint({ open: false, waiting: 2 });
  location.hash = '#/';
  const { unmount } = render(createElement(Start, { go: async () => {} }));
  const [field] = screen.queryAllByLabelText('Correo electrónico');
  if (typed) fireEvent.input(field as HTMLElement, { target: { value: typed } });
  await vi.waitFor(() => expect(readHint().open).toBe(true));
  await new Promise((later) => setTimeout(later, 50));
  expect(location.hash).toBe(typed ? '#/' : '#/app');
  unmount();
  location.hash = '';
});

test('[F58][D72] who is locked out is greeted without a hint, and nobody with the hint of one who signed out', async () => {
  await signedIn();
  await db.session.put(await sealAddress(db, 'ana', 'ana@demo.test'));
  await db.vault.delete('reading');
  expect(await trueHint()).toMatchObject({ open: false, greeted: true });
  await db.vault.delete('sending');
  expect(await trueHint()).toMatchObject({ open: false, greeted: false });
});

test('[D72] the start page greets by the masked address, until another tab has signed out', async () => {
  await signedIn();
  await db.session.put(await sealAddress(db, 'ana', 'ana@demo.test'));
  await device().session.lock();
  const luis: Partial<PasskeyRow> = { id: 'passkey:c', owner: 'luis', credential: 'c' };
  await db.vault.put(luis as PasskeyRow);
  const { unmount } = render(createElement(Start, { go: async () => {} }));
  expect(await screen.findByText('a•••@demo.test')).toBeDefined();
  expect(document.documentElement.dataset.greeted).toBe('');
  await db.vault.delete('sending');
  fireEvent.input(screen.getByLabelText('Contraseña'), { target: { value: 'Secreta1' } });
  fireEvent.submit(screen.getByLabelText('Contraseña'));
  await vi.waitFor(() => expect(document.documentElement.dataset.greeted).toBeUndefined());
  await vi.waitFor(() => expect(document.documentElement.dataset.passkey, 'of somebody else').toBe(''));
  delete document.documentElement.dataset.passkey;
  expect(screen.getByLabelText<HTMLInputElement>('Contraseña').value).toBe('Secreta1');
  unmount();
});

test('[F58] a device that knows nobody is asked without a database being made there', async () => {
  expect(await readStanding('nobody-was-here', Date.now())).toEqual({
    reading: false,
    sending: false,
    waiting: 0,
    over: 0,
    registering: false,
  });
  expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain('nobody-was-here');
});

test('[H4.9][D25] who is inside again by another tab leaves neither the alert nor the way back to a later sign-in', async () => {
  giveNotice(SESSION_EXPIRED);
  rememberDestination('/app/reembolsos/520021', { step: 2 }, 'ana');
  await signedIn();
  expect(await enterSignedIn('/app')).toBe(true);
  expect(notice()).toBeNull();
  expect(takeDestination()).toEqual({ href: '/app', state: {} });
});

describe.each([
  ['at the start page', () => leaveStart()],
  ['at an address inside', () => enterSignedIn('/app')],
])('[H4.9][H8.14] a start ten minutes later, %s,', (_, start) => {
  test.each([
    ['says that the session expired', false, SESSION_EXPIRED],
    ['says nothing where a passkey opens it', true, ''],
  ])('%s', async (_says, passkey, text) => {
    await signedIn(Date.now() - 11 * 60_000);
    writeHint({ open: true, passkey });
    expect(await start()).toBe(false);
    expect(notice()).toBe(text);
  });
});

test('[F58] a hint that came back after the sign-out does not say that the browser cleared the storage', async () => {
  writeHint({ open: true });
  expect(await enterSignedIn('/app')).toBe(false);
  expect(notice()).toBe('');
  expect(readHint().open).toBe(false);
});

test('[F58][F19] a database that was made anew says that the browser cleared the storage', async () => {
  writeHint({ open: true, waiting: 2 });
  await db.vault.add({ id: 'new' });
  expect(await enterSignedIn('/app')).toBe(false);
  expect(notice()).toContain('El navegador borró los datos de Amparo');
});

const known = [
  ['and is greeted', { greeted: true, waiting: 1 }],
  ['and is greeted, with nothing queued', { greeted: true }],
  ['whom a passkey lets in', { passkey: true, waiting: 1 }],
  ['and then signed out', { waiting: 1 }],
] as const;

test.each(known)('[F19] who was locked out %s reads that the browser cleared the storage', async (_, hint) => {
  writeHint(hint);
  await db.vault.add({ id: 'new' });
  expect(await trueHint()).toMatchObject({ open: false, greeted: false, passkey: false, waiting: 0 });
  expect(notice()).toContain('El navegador borró los datos de Amparo');
});

test.each(known)('[F19] who is led inside %s reads it too', async (_, hint) => {
  writeHint(hint);
  await db.vault.add({ id: 'new' });
  expect(await enterSignedIn('/app')).toBe(false);
  expect(notice()).toContain('El navegador borró los datos de Amparo');
  expect(readHint()).toMatchObject({ greeted: false, waiting: 0 });
});

test('[F19] the start page counts a request no more that the browser cleared, and says so', async () => {
  writeHint({ greeted: true, waiting: 1 });
  await db.vault.add({ id: 'new' });
  const { unmount } = render(createElement(Start, { go: async () => {} }));
  expect(document.body.textContent).toMatch(/1 solicitud (espera|sigue)/);
  expect(await screen.findAllByText(/El navegador borró los datos/)).not.toEqual([]);
  // The count follows in a render of its own.
  await waitFor(() => expect(document.body.textContent).not.toMatch(/1 solicitud (espera|sigue)/));
  unmount();
});

test('[F19][F58] a hint of a queue that was sent and signed out from says nothing', async () => {
  writeHint({ waiting: 1 });
  expect(await trueHint()).toMatchObject({ waiting: 0 });
  expect(notice()).toBe('');
});

test('[F19] the words of a loss claim no more than that a request waited when Amparo was last open', () => {
  expect(lossText(0)).not.toContain('solicitud');
  expect(lossText(1)).toContain('había 1 solicitud pendiente de envío: mira en la lista si ya la recibimos');
  expect(lossText(2)).toContain('había 2 solicitudes pendientes de envío: mira en la lista si ya las recibimos');
});

test('[F58][F19] a database that was made anew does not count what was lost with the one before as nothing', async () => {
  await db.vault.add({ id: 'new' });
  expect(await device().outbox.waiting()).toBeNull();
  await signedIn();
  expect(await device().outbox.waiting()).toBe(0);
});

test('[F58][F19] a database knows that it is new, until somebody signs in', async () => {
  const made = createDatabase('made-anew');
  expect(await made.vault.toArray()).toEqual([{ id: 'new' }]);
  await made.vault.bulkPut(await openSessionRows(made, 'ana', await sessionKeys('ana', createSecrets()), 1));
  expect(await made.vault.get('new')).toBeUndefined();
  await made.delete();
});
