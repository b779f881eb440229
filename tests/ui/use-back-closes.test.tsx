import '#tests/page.ts';

import { act, cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createRouterHistory } from '#app/router-history.ts';
import { layersGone } from '#history/entries.ts';
import { Layer } from '#ui/layers/layer.tsx';

beforeEach(async () => {
  await layersGone();
  history.pushState(null, '', '#/app');
  createRouterHistory();
});
afterEach(cleanup);

test('Back closes the drawer and stays on the page', () => {
  const onClose = vi.fn();
  const { href } = location;
  const beneath = history.state;
  render(
    <Layer shape="drawer" open onClose={onClose} title="Divisa">
      USD
    </Layer>,
  );
  expect(history.state).not.toEqual(beneath);
  act(() => history.back());
  expect(onClose).toHaveBeenCalledTimes(1);
  expect(location.href).toBe(href);
});

test('a drawer whose address has an entry of its own adds none', () => {
  const before = history.length;
  render(<Layer shape="drawer" open inHistory onClose={() => {}} title="Divisa" />);
  expect(history.length).toBe(before);
});
