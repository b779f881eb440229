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
  askWhetherToKeep: false,
};

/** A press of a finger: down and up at one point of the window, so many milliseconds after the test began. */
function pressAt(element: HTMLElement, after: number): void {
  const [clientX, clientY] = [150, 720];
  const down = new PointerEvent('pointerdown', { clientX, clientY, bubbles: true, cancelable: true });
  Object.defineProperty(down, 'timeStamp', { value: began + after });
  fireEvent(element, down);
  fireEvent.click(element, { clientX, clientY, detail: 1 });
}
/** Long after the dialog came up, however slow the machine. */
const LATER = 60_000;
let began = 0;

test('[F29] what waits is not discarded unread by a double press', async () => {
  began = performance.now();
  const discard = vi.fn(async () => ({ ok: true, value: undefined }));
  const rooms = { outbox: { discard }, drafts: { discard: async () => {} } };
  render(
    <OutboxContext value={rooms as never}>
      <QueuedActions item={item} />
    </OutboxContext>,
  );
  pressAt(screen.getByRole('button', { name: 'Descartar' }), LATER);
  await screen.findByRole('dialog');
  const answer = () => {
    const [first] = screen.getAllByRole('button', { name: 'Descartar' }).filter((one) => one.closest('[role=dialog]'));
    if (!first) throw new Error('no answer in the dialog');
    return first;
  };
  pressAt(answer(), 150);
  expect(discard).not.toHaveBeenCalled();
  pressAt(answer(), LATER);
  await vi.waitFor(() => expect(discard).toHaveBeenCalledTimes(1));
});
