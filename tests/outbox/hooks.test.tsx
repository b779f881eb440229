// @module-tag depth
import '#tests/page.ts';

import { act, cleanup, configure, render, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { fail } from '#contract/result.ts';
import { createDatabase } from '#database/open.ts';
import { createDrafts } from '#outbox/create-drafts.ts';
import { createOutbox, type Outbox } from '#outbox/create-outbox.ts';
import type { Drafts } from '#outbox/drafts.ts';
import {
  type DraftInHand,
  OutboxContext,
  ReceivedProvider,
  useDraft,
  useProgress,
  useQueue,
  useReceipt,
  useReceived,
  useStanding,
} from '#outbox/hooks.ts';
import type { OutboxPorts } from '#outbox/outbox-ports.ts';
import type { Received } from '#outbox/received.ts';
import { type FormShape, useFormDraft } from '#requests/use-form-draft.ts';
import { sessionKeys } from '#session/door.ts';
import { timeless } from '#tests/machine.ts';
import { createSecrets } from '#vault/keys.ts';
import { createLocks, pdf } from './props.ts';

configure({ asyncUtilTimeout: 10_000 });
afterEach(cleanup);

let named = 0;

/** A signed-in device whose requests go to `deliver`. */
async function setUp(deliver: OutboxPorts['session']['deliver']) {
  named += 1;
  const db = createDatabase(`hooks-${named}`, { machine: timeless });
  const { readKey, nameKey, secrets, sendKey } = await sessionKeys('me', createSecrets());
  await db.vault.bulkPut([
    { id: 'reading', owner: 'me', readKey, nameKey, secrets },
    { id: 'sending', owner: 'me', sendKey },
  ]);
  // Delayed writes never run by themselves, so each write here was asked for.
  const drafts = createDrafts({ db, clock: Date.now });
  const outbox = createOutbox({
    db,
    session: { deliver, withdraw: async () => fail('offline') },
    mirror: { prepareChange: async () => null },
    clock: Date.now,
    lock: createLocks().of('page'),
    random: () => 0.5,
    id: 'page',
    drafts,
  });
  return { db, drafts, outbox };
}

function inRooms(rooms: { outbox: Outbox; drafts: Drafts }, content: React.ReactNode) {
  return <OutboxContext value={rooms}>{content}</OutboxContext>;
}

function Queue() {
  return useQueue().map((item) => (
    <Line key={item.key} name={item.label.asunto ?? ''} id={item.key} state={item.state} />
  ));
}

function Line({ id, name, state }: { id: string; name: string; state: string }) {
  const progress = useProgress(id);
  return <p>{`${name} ${state} ${progress === undefined ? '-' : progress}`}</p>;
}

function Receipt({ id }: { id: string }) {
  const receipt = useReceipt(id);
  return <p>{receipt === undefined ? 'leyendo' : (receipt?.recibo.numero ?? 'ninguno')}</p>;
}

const fields = { idUsuario: '1', idTipoTicket: '1', descripcion: 'Hola', poliza: 'P' };

test('the queue on the screen shows an item waiting, its progress, and its receipt', async () => {
  let answer: (result: never) => void = () => {};
  const rooms = await setUp(((
    _: string,
    __: unknown,
    { onProgress }: { onProgress?: (a: number, b: number) => void },
  ) => {
    onProgress?.(30, 40);
    return new Promise((resolve) => {
      answer = resolve as never;
    });
  }) as never);
  render(inRooms(rooms, <Queue />));
  let key = '';
  await act(async () => {
    const queued = await rooms.outbox.enqueue('ticket.create', fields, {}, { label: { asunto: 'Consulta' } });
    key = queued.ok ? queued.value.key : '';
  });
  await waitFor(() => expect(screen.getByText('Consulta waiting -')).toBeTruthy());
  render(inRooms(rooms, <Receipt id={key} />));
  await waitFor(() => expect(screen.getByText('ninguno')).toBeTruthy());

  const drained = rooms.outbox.drain();
  await waitFor(() => expect(screen.getByText('Consulta sending 0.75')).toBeTruthy());
  const recibo = { clave: key, tipo: 'ticket.create', numero: 'C-2026-000007', fecha: '2026-11-21T00:00:00.000Z' };
  answer({ ok: true, value: { recibo, ticket: { id: '7' } } } as never);
  await act(() => drained.then(() => undefined));
  await waitFor(() => expect(screen.queryByText(/Consulta/)).toBeNull());
  await waitFor(() => expect(screen.getByText('C-2026-000007')).toBeTruthy());
});

test.each(['beforeunload', 'pagehide', 'visibilitychange'])(
  '[F27] a form opens with its draft, and writes delayed changes when the page is left, at %s',
  async (leaving) => {
    const rooms = await setUp(async () => fail('offline'));
    let hand: DraftInHand | undefined;
    function Form() {
      hand = useDraft('nuevo');
      return <p>{hand.draft === undefined ? 'leyendo' : JSON.stringify(hand.draft?.form ?? null)}</p>;
    }
    const shown = render(inRooms(rooms, <Form />));
    await waitFor(() => expect(screen.getByText('null')).toBeTruthy());
    expect(await hand?.saveFile('documentoFactura', pdf('factura'))).toMatchObject({ ok: true });
    hand?.save({ medico: 'Dra. Mora' });
    // The change would be written a moment later anyway.
    const flush = vi.spyOn(rooms.drafts, 'flush');
    const isHiding = leaving === 'visibilitychange';
    if (isHiding) Object.defineProperty(document, 'visibilityState', { configurable: true, value: 'hidden' });
    (isHiding ? document : window).dispatchEvent(new window.Event(leaving));
    Reflect.deleteProperty(document, 'visibilityState');
    expect(flush).toHaveBeenCalledTimes(1);
    const onDevice = () => createDrafts({ db: rooms.db, clock: Date.now }).load('nuevo');
    await waitFor(async () => expect((await onDevice())?.form).toEqual({ medico: 'Dra. Mora' }));
    shown.unmount();
    render(inRooms(rooms, <Form />));
    await waitFor(() => expect(screen.getByText('{"medico":"Dra. Mora"}')).toBeTruthy());
    expect(Object.keys(hand?.draft?.files ?? {})).toEqual(['documentoFactura']);
  },
);

test('[F12] a draft that was read ahead stands in the first drawing of its form, and is read again only when asked', async () => {
  const rooms = await setUp(async () => fail('offline'));
  rooms.drafts.save('nuevo', { medico: 'Dra. Mora' });
  await rooms.drafts.flush();
  for (const id of ['nuevo', 'otro']) rooms.drafts.loadAhead(id);
  const load = vi.spyOn(rooms.drafts, 'load');
  await vi.waitFor(() => expect(rooms.drafts.loaded('otro')).toBeNull());
  await rooms.drafts.peek('nuevo');
  const shown: unknown[] = [];
  let readAgain: (() => void) | undefined;
  function Form() {
    const { form, readAgain: again } = useFormDraft('nuevo', shape, {});
    readAgain = again;
    shown.push(form);
    return null;
  }
  const shape: FormShape<object> = {
    read: ({ form }) => form as object,
    stored: (form) => form,
    files: () => ({}),
    withAnswers: (form) => form,
    isSame: () => false,
  };
  render(inRooms(rooms, <Form />));
  await act(async () => undefined);
  expect(shown[0]).toEqual({ medico: 'Dra. Mora' });
  expect(load).not.toHaveBeenCalled();
  act(() => readAgain?.());
  await waitFor(() => expect(load.mock.calls).toEqual([['nuevo']]));
});

describe('[F65] a draft that cannot be read for a moment', () => {
  async function setUpDraft() {
    const rooms = await setUp(async () => fail('offline'));
    rooms.drafts.save('nuevo', { medico: 'Dra. Mora' });
    await rooms.drafts.flush();
    const load = vi.spyOn(rooms.drafts, 'load').mockRejectedValueOnce(new Error('lost for a moment'));
    const shown: unknown[] = [];
    function Form() {
      const { draft } = useDraft('nuevo');
      shown.push(draft === undefined ? 'leyendo' : (draft?.form ?? null));
      return null;
    }
    return { load, shown, form: render(inRooms(rooms, <Form />)) };
  }

  test('comes later, and its form never opens empty', async () => {
    const { shown } = await setUpDraft();
    await waitFor(() => expect(shown.at(-1)).toEqual({ medico: 'Dra. Mora' }));
    expect(shown).not.toContain(null);
  });

  test('is not read again once its form is left', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { load, form } = await setUpDraft();
    await act(() => vi.advanceTimersByTimeAsync(0));
    form.unmount();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(load).toHaveBeenCalledTimes(1);
    vi.useRealTimers();
  });
});

function Offer({ field }: { field: string }) {
  return useReceived().files.map(({ id, name }) => <p key={id}>{`${field}: ${name}`}</p>);
}

test('[F59] all file fields of the signed-in area read the list of shared files once, together', async () => {
  const list = vi.fn(async () => [{ id: 'a', name: 'factura.pdf', type: 'application/pdf', size: 3, at: 1 }]);
  const received = { list, unclaimed: async () => [] } as unknown as Received;
  const fields = (names: string[]) => (
    <ReceivedProvider received={received}>
      {names.map((name) => (
        <Offer key={name} field={name} />
      ))}
    </ReceivedProvider>
  );
  const { rerender } = render(fields(['Factura', 'Receta']));
  await screen.findByText('Factura: factura.pdf');
  expect(screen.getByText('Receta: factura.pdf')).toBeTruthy();
  // Each step of a form has fields of its own.
  rerender(fields(['Examen', 'Informe', 'Orden']));
  for (const name of ['Examen', 'Informe', 'Orden']) expect(screen.getByText(`${name}: factura.pdf`)).toBeTruthy();
  expect(list).toHaveBeenCalledTimes(1);
});

test('[F18] that a command is gone is known also where the queue could not be read at first', async () => {
  const { outbox, drafts } = await setUp(async () => fail('offline'));
  const list = vi
    .fn(outbox.list)
    // The live query's, and the look that follows it.
    .mockImplementationOnce(outbox.list)
    .mockImplementationOnce(async () => Promise.reject(new DOMException('lost', 'UnknownError')));
  function Stands() {
    return <p>{useStanding('discarded').gone ? 'gone' : 'looking'}</p>;
  }
  render(inRooms({ outbox: { ...outbox, list }, drafts }, <Stands />));
  await screen.findByText('gone');
  expect(list).toHaveBeenCalledTimes(3);
});
