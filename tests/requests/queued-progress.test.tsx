import '#tests/page.ts';

import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { OutboxContext } from '#outbox/hooks.ts';
import type { QueuedState } from '#outbox/list.ts';
import { createProgress } from '#outbox/progress.ts';
import { QueuedProgress } from '#requests/queued-progress.tsx';

afterEach(cleanup);

/** What a card shows of an item in this state. */
function shown(state: QueuedState) {
  const progress = createProgress();
  render(
    <OutboxContext value={{ outbox: { progress }, drafts: {} } as never}>
      <QueuedProgress item={{ key: 'k', state }} />
    </OutboxContext>,
  );
  const text = () => screen.queryByRole('progressbar')?.getAttribute('aria-label') ?? null;
  const after = (change: () => void) => {
    act(change);
    return text();
  };
  return { progress, text, after };
}

test.each(['waiting', 'refused', 'parked', 'behind', 'blocked', 'unknown'] as const)(
  'an item that is not being sent (%s) shows no bar',
  (state) => {
    expect(shown(state).text()).toBeNull();
  },
);

test('an item that the worker sends shows a bar without a percentage', () => {
  expect(shown('sending').text()).toBe('Enviando');
});

test('an item that this page sends counts up to a hundred, and its bar goes with the attempt', () => {
  const { progress, after } = shown('waiting');
  expect(after(() => progress.begin('k'))).toBe('Enviando');
  expect(after(() => progress.report('k', 40, 100))).toBe('Enviando: 40 %');
  // The line counts more than the file: its frame.
  expect(after(() => progress.report('k', 230, 115))).toBe('Enviando: 100 %');
  expect(after(() => progress.report('k', 1, 0))).toBe('Enviando');
  expect(after(() => progress.report('other', 1, 2))).toBe('Enviando');
  // The attempt failed: the item waits, and nothing of it is left.
  expect(after(() => progress.end('k'))).toBeNull();
  expect([...progress.now().keys()]).toEqual(['other']);
});
