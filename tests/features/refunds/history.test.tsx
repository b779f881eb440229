// @module-tag depth
import '#tests/page.ts';

import { act, fireEvent, screen, within } from '@testing-library/react';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { cards, refunds } from '#mirror/collections.ts';
import { namedMoney } from '#rules/money.ts';
import { readableName, roleLabel } from '#rules/people.ts';
import { isOff } from '#tests/is-off.ts';
import { refundFields, refundFilesOf } from '#tests/outbox/house.ts';
import { setOnline } from '#tests/page.ts';
import { device, house, page, withHouse } from '../at-house.ts';
import { field, openAt, press, title, type, until } from './open.tsx';

withHouse();

type Named = { ClientName: string };

let path: string;
beforeAll(async () => {
  path = `/app/reembolsos/${house.policyId}`;
});

const queue = (diagnosis: string) =>
  page.outbox.enqueue('refund.create', refundFields(house, diagnosis), refundFilesOf(diagnosis), {
    label: { paciente: 'ANA ROJAS', tipoGasto: 'Farmacia', tipoReembolso: 'ambulatorio' },
    policy: house.policyId,
  });
const headings = () => screen.getAllByRole('heading', { level: 2 }).map((one) => one.textContent);
const section = (name: string) => within(screen.getByRole('list', { name }));
const resized = (size: { width: number; height: number }) =>
  (window as unknown as { happyDOM: { setViewport(to: typeof size): void } }).happyDOM.setViewport(size);
const listed = () => section('Reembolsos').getAllByRole('listitem');

describe('the refunds at the insurer', () => {
  test('[H2.37][H2.38][H4.5] refunds are grouped by year, newest first, each with date, case, type, patient and status', async () => {
    await openAt(page, path);
    expect(screen.getByText('Cargando tus reembolsos...')).toBeTruthy();
    await until(() => expect(screen.getByText(/^Actualizado hace/)).toBeTruthy());
    expect(title()).toBe('Historial de reembolsos');
    expect(headings()).toEqual([...headings()].sort().reverse());
    const { groups } = await page.mirror.read(refunds, house.policyId);
    const newest = groups?.[0]?.rows[0];
    const cards = section('Reembolsos').getAllByRole('button');
    await until(() => expect(section('Reembolsos').getAllByRole('button')).toHaveLength(8));
    expect(cards[0]?.textContent).toContain(`Caso ${newest?.CaseNumber}`);
    expect(cards[0]?.textContent).toContain(newest?.tipoGasto);
    expect(cards[0]?.textContent).toContain(newest?.fechaDiagnostico?.slice(0, 4));
    expect(cards[0]?.textContent).toContain(namedMoney(newest?.importe ?? null, newest?.divisa ?? '', 'es-CR'));
    // Rows further down are painted after those in view.
    for (const status of ['Nuevo', 'En trámite', 'Aprobado', 'Negado']) {
      await until(() => expect(screen.getAllByText(status).length).toBeGreaterThan(0));
    }
  });

  test('[H2.38][H2.47] a patient whose name the policy insures twice has the role beside it, in filters too', async () => {
    await page.mirror.pull(cards, house.policyId);
    const { readAside } = page.mirror;
    vi.spyOn(page.mirror, 'readAside').mockImplementation(async (places) => {
      const read = await readAside<Named>(places);
      if (places[0]?.table !== 'cards') return read as never;
      const twice = (rows: readonly Named[]) => rows.map((row) => ({ ...row, ClientName: refund?.paciente ?? '' }));
      return read.map((of) => ({
        ...of,
        groups: of.groups?.map((one) => ({ ...one, rows: twice(one.rows) })),
      })) as never;
    });
    await page.mirror.pull(refunds, house.policyId);
    const { groups } = await page.mirror.read(refunds, house.policyId);
    const refund = groups?.[0]?.rows[0];
    const named = `${readableName(refund?.paciente ?? '')}, ${roleLabel(refund?.role ?? '')}`;
    await openAt(page, path);
    await until(() => expect(section('Reembolsos').getAllByRole('button')[0]?.textContent).toContain(named));
    await until(() => expect(listed()).toHaveLength(8));
    await press('Filtros');
    await press(named);
    const rows = groups?.flatMap((group) => group.rows) ?? [];
    const theirs = rows.filter(({ paciente, role }) => paciente === refund?.paciente && role === refund?.role);
    expect(theirs.length).toBeLessThan(rows.length);
    await until(() => expect(listed()).toHaveLength(theirs.length));
    await act(async () => section('Reembolsos').getAllByRole('button')[0]?.click());
    await until(() => expect(title()).toBe('Detalle del reembolso'));
    await until(() => expect(screen.getAllByText(named).length).toBeGreaterThan(0));
  });

  test('[H2.39] a card opens the refund’s detail; a button requests a new refund', async () => {
    const { history } = await openAt(page, path);
    await until(() => expect(screen.getByText(/^Actualizado hace/)).toBeTruthy());
    const [ask] = screen.getAllByRole('link', { name: 'Solicitar reembolso' });
    expect(decodeURI(ask?.getAttribute('href') ?? '')).toBe(`#/app/reembolsos/añadir/${house.policyId}`);
    const card = screen.getAllByRole('button', { name: /Caso/ })[0];
    await act(async () => card?.click());
    await until(() => expect(title()).toBe('Detalle del reembolso'));
    await act(async () => history.back());
    await until(() => expect(title()).toBe('Historial de reembolsos'));
  });
});

describe('finding a refund', () => {
  test('[H2.38] refunds are found by status, patient and text, and the filters are restored on return', async () => {
    const { history } = await openAt(page, path);
    await until(() => expect(listed()).toHaveLength(8));
    await press('Filtros');
    await press('Aprobado');
    await until(() => expect(listed()).toHaveLength(2));
    expect(screen.getByText('2 reembolsos')).toBeTruthy();
    await press(/^José Pablo/);
    await until(() => expect(listed()).toHaveLength(1));
    await act(async () => section('Reembolsos').getByRole('button').click());
    await until(() => expect(title()).toBe('Detalle del reembolso'));
    await act(async () => history.back());
    await until(() => expect(listed()).toHaveLength(1));
    expect(screen.getByRole('button', { name: 'Aprobado' }).getAttribute('aria-pressed')).toBe('true');
    // The address must not name the patient who was searched for (D44).
    expect(history.location.href).toBe(path);
    await type('Busca por gasto, médico, caso o importe', 'nada de esto');
    await until(() => expect(screen.getByText('Nada coincide con lo que buscas')).toBeTruthy());
    await press('Ver todo');
    await until(() => expect(listed()).toHaveLength(8));
  });
});

describe('when there is nothing to show', () => {
  test('[H2.40] a policy without refunds says so', async () => {
    const { policyId } = house;
    const other = (await house.app.signIn('costarica@demo.test')).polizas.find(({ Policy }) => Policy !== policyId);
    await openAt(page, `/app/reembolsos/${other?.Policy}`);
    await until(() => expect(screen.getByText('No tienes reembolsos actualmente.')).toBeTruthy());
  });

  test('[H8.5][D37] a failed load is reported, and a retry loads the refunds', async () => {
    device.network.fate = ({ path: called }) => (called.includes('getByPolicy') ? 500 : 'pass');
    await openAt(page, path);
    await until(() => expect(screen.getByText('Ha ocurrido un error recuperando los reembolsos')).toBeTruthy());
    expect(screen.getByText(/No pudimos actualizar/)).toBeTruthy();
    device.network.fate = () => 'pass';
    await press('Reintentar');
    await until(() => expect(screen.getByText(/^Actualizado hace/)).toBeTruthy());
  });

  test('[D29][D70] offline without mirrored refunds the screen says so, and a new refund can still be requested', async () => {
    device.network.fate = () => 'before';
    setOnline(false);
    await openAt(page, path);
    await until(() => expect(screen.getByText('Esto aún no está en este teléfono')).toBeTruthy());
    expect(screen.getAllByRole('link', { name: 'Solicitar reembolso' })).not.toHaveLength(0);
  });

  test('[D29] offline, refunds loaded before are shown with their age', async () => {
    await page.mirror.pull(refunds, house.policyId);
    device.network.fate = () => 'before';
    setOnline(false);
    await openAt(page, path);
    await until(() => expect(screen.getAllByText('Aprobado').length).toBeGreaterThan(0));
    expect(screen.getByText(/Actualizado hace/)).toBeTruthy();
  });
});

describe('the refunds that wait on this device', () => {
  test('[H8.4] a waiting refund is listed first, is sent on a press, and then is listed with its number', async () => {
    await queue('Rinitis');
    await openAt(page, path);
    await until(() => expect(screen.getByText('Pendiente de envío')).toBeTruthy());
    await until(() => expect(headings().length).toBeGreaterThan(1));
    expect(headings()[0]).toBe('Por enviar');
    await press(/^Enviar ahora/);
    await until(() => expect(screen.getByText('Reembolso creado correctamente')).toBeTruthy());
    await until(() => expect(headings()).not.toContain('Por enviar'));
    expect(await house.refundsWith('Rinitis')).toBe(1);
  });

  test('[F9] a refused refund needs attention and shows the server’s words', async () => {
    await queue('Laringitis');
    device.network.next(422);
    await page.outbox.drain();
    await openAt(page, path);
    await until(() => expect(screen.getByText('Necesita tu atención')).toBeTruthy());
    expect(screen.getByText(/Escribe el nombre completo/)).toBeTruthy();
  });

  test('a waiting refund is discarded only after confirmation', async () => {
    await queue('Anginas');
    await openAt(page, path);
    await until(() => expect(screen.getByText('Pendiente de envío')).toBeTruthy());
    await press(/^Descartar/);
    await until(() => expect(screen.getByText('¿Descartar esta solicitud?')).toBeTruthy());
    expect(await page.outbox.list()).toHaveLength(1);
    const dialog = within(screen.getByRole('dialog'));
    await act(async () => dialog.getByRole('button', { name: 'Descartar' }).click());
    await until(() => expect(screen.getByText('Solicitud descartada')).toBeTruthy());
    expect(await page.outbox.list()).toEqual([]);
  });

  test('[F29] after an unclear attempt a refund cannot be edited or discarded offline, and says why', async () => {
    await queue('Amigdalitis');
    device.network.next('after');
    await page.outbox.drain();
    setOnline(false);
    await openAt(page, path);
    await until(() => expect(screen.getByText(/Puede que ya la hayamos recibido/)).toBeTruthy());
    expect(isOff(screen.getByRole<HTMLButtonElement>('button', { name: /^Descartar/ }))).toBe(true);
    expect(isOff(screen.getByRole<HTMLButtonElement>('button', { name: /^Editar/ }))).toBe(true);
  });
});

test('[H2.39] by keyboard on a desk Enter leads into a refund, sent or waiting, and Escape back to its card', async () => {
  resized({ width: 1280, height: 800 });
  onTestFinished(() => resized({ width: 390, height: 844 }));
  // A frame that comes before the refund is drawn beside the list.
  const frame = vi.spyOn(globalThis, 'requestAnimationFrame').mockImplementation((run) => {
    run(0);
    return 0;
  });
  onTestFinished(() => frame.mockRestore());
  await queue('Otitis');
  await openAt(page, path);
  await until(() => expect(screen.getByText('Pendiente de envío')).toBeTruthy());
  await until(() => expect(listed().length).toBeGreaterThan(2));
  const key = (name: string) =>
    act(async () => void fireEvent.keyDown(document.activeElement as Element, { key: name }));
  const inside = () => document.activeElement?.closest('[data-beside]') ?? null;
  const opens = async (card: HTMLElement) => {
    await act(async () => card.focus());
    await act(async () => void fireEvent.click(card, { detail: 0 }));
    await until(() => expect(inside()).toBeTruthy());
    await key('Escape');
    expect(document.activeElement).toBe(card);
  };
  await opens(section('Reembolsos').getAllByRole('button')[1] as HTMLElement);
  await opens(screen.getAllByRole('button', { name: /Farmacia/ })[0] as HTMLElement);
});

test('[H2.38] a case’s number is found as a chat or a mail copies it, with marks that nobody sees', async () => {
  await page.mirror.pull(refunds, house.policyId);
  const { groups } = await page.mirror.read(refunds, house.policyId);
  await openAt(page, path);
  await until(() => expect(listed().length).toBeGreaterThan(2));
  const value = `\u2068${groups?.[0]?.rows[0]?.CaseNumber}\u2069`;
  const search = field('Busca por gasto, médico, caso o importe');
  await act(async () => void fireEvent.input(search, { target: { value } }));
  await until(() => expect(listed()).toHaveLength(1));
});

test('[H2.38] on a desk the search keeps the focus while nothing matches what is typed, and in a window made narrower', async () => {
  resized({ width: 1280, height: 800 });
  onTestFinished(() => resized({ width: 390, height: 844 }));
  await openAt(page, path);
  await until(() => expect(listed().length).toBeGreaterThan(2));
  const beside = () => screen.queryByRole('region', { name: 'Detalle del reembolso' });
  await until(() => expect(beside()).toBeTruthy());
  const search = field('Busca por gasto, médico, caso o importe');
  await act(async () => search.focus());
  const typed = (text: string) => act(async () => void fireEvent.input(search, { target: { value: text } }));
  await typed('nada de esto');
  await until(() => expect(screen.getByText('Nada coincide con lo que buscas')).toBeTruthy());
  expect(beside()).toBeNull();
  expect(document.activeElement).toBe(search);
  await typed('');
  await until(() => expect(beside()).toBeTruthy());
  expect(document.activeElement).toBe(search);
  // The test's window tells that it is no desk only after it has told that it is one.
  for (const width of [1290, 1000]) await act(async () => resized({ width, height: 800 }));
  await until(() => expect(beside()).toBeNull());
  expect(document.activeElement).toBe(search);
});

test('[H2.39] on a desk a request that is discarded beside the list makes room for a refund that is there', async () => {
  resized({ width: 1280, height: 800 });
  onTestFinished(() => resized({ width: 390, height: 844 }));
  await queue('Otitis');
  await openAt(page, path);
  await until(() => expect(screen.getByText('Pendiente de envío')).toBeTruthy());
  await until(() => expect(listed().length).toBeGreaterThan(2));
  const beside = () => screen.getByRole('region', { name: 'Detalle del reembolso' });
  await act(async () => void fireEvent.click(screen.getAllByRole('button', { name: /Farmacia/ })[0] as HTMLElement));
  await until(() => within(beside()).getByRole('button', { name: /^Descartar/ }));
  await act(async () => void fireEvent.click(within(beside()).getByRole('button', { name: /^Descartar/ })));
  await until(() => screen.getByRole('dialog'));
  const sure = within(screen.getByRole('dialog')).getByRole('button', { name: 'Descartar' });
  await act(async () => void fireEvent.click(sure));
  await until(() => expect(screen.queryByText('Pendiente de envío')).toBeNull());
  await until(() => expect(beside().textContent).toMatch(/Número de casoR[\d-]+/));
  expect(screen.queryByText('Ya no encontramos este reembolso')).toBeNull();
});

describe('what arrives while one looks', () => {
  test('[D71] a refund arriving above takes neither the focus nor what Enter opens', async () => {
    await openAt(page, path);
    await until(() => expect(screen.getByText(/^Actualizado hace/)).toBeTruthy());
    const buttons = () => section('Reembolsos').getAllByRole('button');
    const card = buttons()[1] as HTMLElement;
    const number = /Caso (R-[\w-]+)/.exec(card.textContent ?? '')?.[1] ?? '';
    await act(async () => card.focus());
    const elsewhere = (await house.device()).page();
    await elsewhere.outbox.enqueue('refund.create', refundFields(house, 'De otro'), refundFilesOf('De otro'));
    await elsewhere.outbox.drain();
    await act(async () => void (await page.mirror.pull(refunds, house.policyId)));
    await until(() => expect(buttons().indexOf(card)).toBe(2));
    expect(document.activeElement).toBe(card);
    const marked = buttons().map((one) => one.textContent?.startsWith('Recién llegado. '));
    expect(marked.slice(0, 4)).toEqual([true, false, false, false]);
    await act(async () => (document.activeElement as HTMLElement).click());
    await until(() => expect(title()).toBe('Detalle del reembolso'));
    await until(() => expect(screen.getAllByText(new RegExp(number))).not.toHaveLength(0));
  });

  test('[D71] on a desk the refund beside the list stays when a newer one arrives', async () => {
    resized({ width: 1280, height: 800 });
    onTestFinished(() => resized({ width: 390, height: 844 }));
    await openAt(page, path);
    const beside = () => {
      const { textContent } = screen.getByRole('region', { name: 'Detalle del reembolso' });
      return /Número de caso(R[\d-]+)/.exec(textContent ?? '')?.[1];
    };
    await until(() => expect(beside()).toBeTruthy());
    const shown = beside();
    const elsewhere = (await house.device()).page();
    await elsewhere.outbox.enqueue('refund.create', refundFields(house, 'De lejos'), refundFilesOf('De lejos'));
    await elsewhere.outbox.drain();
    const first = () => section('Reembolsos').getAllByRole('button')[0];
    const before = first()?.textContent;
    await act(async () => void (await page.mirror.pull(refunds, house.policyId)));
    await until(() => expect(first()?.textContent).not.toBe(before));
    expect(beside()).toBe(shown);
  });
});
