import '#tests/page.ts';

import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { OutboxContext } from '#outbox/hooks.ts';
import type { QueuedItem } from '#outbox/list.ts';
import { QueuedActions } from '#requests/queued-actions.tsx';

vi.mock('@tanstack/react-router', () => ({ useNavigate: () => vi.fn() }));
afterEach(cleanup);

const item: QueuedItem = {
  ...{ key: 'k', state: 'waiting', command: 'ticket.create', fields: {}, files: [], label: {}, policy: null },
  ...{ problem: null, withdrawn: false, unclear: false, attempts: 0, nextAt: 0, createdAt: 0, dependsOn: null },
  ...{ askWhetherToKeep: false, leftBehind: false },
};

/** A finger's press at one point of the window, this many milliseconds after the test began. */
function pressAt(element: HTMLElement, after: number): void {
  const [clientX, clientY] = [150, 720];
  const down = new PointerEvent('pointerdown', { clientX, clientY, bubbles: true, cancelable: true });
  Object.defineProperty(down, 'timeStamp', { value: began + after });
  fireEvent(element, down);
  fireEvent.click(element, { clientX, clientY, detail: 1 });
}
/** A time in milliseconds, long after the dialog appeared, however slow the machine. */
const LATER_MS = 60_000;
let began = 0;

test("[F29] a double press on 'Descartar' opens the question and discards nothing", async () => {
  began = performance.now();
  const discard = vi.fn(async () => ({ ok: true, value: undefined }));
  const rooms = { outbox: { discard, lastList: () => [item] }, drafts: { discard: async () => {} } };
  render(
    <OutboxContext value={rooms as never}>
      <QueuedActions item={item} />
    </OutboxContext>,
  );
  pressAt(screen.getByRole('button', { name: /^Descartar/ }), LATER_MS);
  await screen.findByRole('dialog');
  const answer = () => {
    const [first] = screen.getAllByRole('button', { name: /^Descartar/ }).filter((one) => one.closest('[role=dialog]'));
    if (!first) throw new Error('no answer in the dialog');
    return first;
  };
  pressAt(answer(), 150);
  expect(discard).not.toHaveBeenCalled();
  pressAt(answer(), LATER_MS);
  await vi.waitFor(() => expect(discard).toHaveBeenCalledTimes(1));
});

test('two waiting requests of one title are told apart by their buttons', () => {
  const other: QueuedItem = { ...item, key: 'l' };
  const third: QueuedItem = { ...item, key: 'm', command: 'refund.create' };
  const rooms = { outbox: { lastList: () => [item, other, third] }, drafts: {} };
  render(
    <OutboxContext value={rooms as never}>
      {[item, other, third].map((one) => (
        <QueuedActions key={one.key} item={one} />
      ))}
    </OutboxContext>,
  );
  const names = screen.getAllByRole('button', { name: /^Descartar/ }).map(({ textContent }) => textContent);
  expect(new Set(names).size).toBe(3);
  expect(names[2]).not.toContain(' de ');
});

test.each([
  [0, null],
  [1, 'El documento que le añadiste ya no podrá enviarse.'],
  [2, 'Los 2 documentos que le añadiste ya no podrán enviarse.'],
])('[F9] the question before a refund is discarded says what cannot be sent without it: %i', async (count, text) => {
  const refund: QueuedItem = { ...item, command: 'refund.create' };
  const documents = [...Array(count).keys()].map((at): QueuedItem => ({ ...item, key: `${at}`, dependsOn: 'k' }));
  const rooms = { outbox: { lastList: () => [refund, ...documents] }, drafts: {} };
  render(
    <OutboxContext value={rooms as never}>
      <QueuedActions item={refund} />
    </OutboxContext>,
  );
  fireEvent.click(screen.getByRole('button', { name: /^Descartar/ }));
  const dialog = await screen.findByRole('dialog', { name: '¿Descartar esta solicitud?' });
  expect(/[^.]*ya no podrán? enviarse\./.exec(dialog.textContent ?? '')?.[0].trim() ?? null).toBe(text);
});

test('[F9] a document whose refund was discarded leads to no refund, and can be discarded', () => {
  const document: QueuedItem = { ...item, command: 'refund.addDocument', state: 'blocked', leftBehind: true };
  const rooms = { outbox: { lastList: () => [document] }, drafts: {} };
  render(
    <OutboxContext value={rooms as never}>
      <QueuedActions item={document} />
    </OutboxContext>,
  );
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Descartar/),
  ]);
});

test('[F29] the question before a document is sent without its correction names the button of its card', async () => {
  const document: QueuedItem = { ...item, command: 'refund.addDocument', withdrawn: true };
  const rooms = { outbox: { lastList: () => [document] }, drafts: { peek: async () => ({ parts: ['documento'] }) } };
  render(
    <OutboxContext value={rooms as never}>
      <QueuedActions item={document} correctHere={{ label: 'Cambiar archivo', open: async () => {} }} />
    </OutboxContext>,
  );
  fireEvent.click(screen.getByRole('button', { name: /^Enviar como estaba/ }));
  const dialog = await screen.findByRole('dialog', { name: '¿Enviarlo sin tus correcciones?' });
  expect(dialog.textContent).toContain('usa «Cambiar archivo»');
});
