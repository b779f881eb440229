import '#tests/page.ts';

import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sticks } from '#ui/hooks/sticks.ts';

let resize = () => {};
beforeEach(() => {
  class Observer {
    constructor(heard: () => void) {
      resize = heard;
    }
    observe() {}
    disconnect() {}
  }
  vi.stubGlobal('ResizeObserver', Observer);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const drawn = (position: 'sticky' | 'static') => (
  <div style={{ overflowY: 'auto' }} data-testid="scroller">
    <div ref={sticks} style={{ position, bottom: '0px' }} data-testid="foot" />
  </div>
);
const stuck = () => screen.getByTestId('scroller').style.getPropertyValue('--stuck-bottom');

test('what sticks tells its own scroller how much of it is covered, while it sticks', () => {
  const { rerender, unmount } = render(drawn('sticky'));
  Object.defineProperty(screen.getByTestId('foot'), 'offsetHeight', { value: 120 });
  act(() => resize());
  expect(stuck()).toBe('132px');
  expect(document.documentElement.style.getPropertyValue('--stuck-bottom')).toBe('');
  rerender(drawn('static'));
  act(() => resize());
  expect(stuck()).toBe('');
  rerender(drawn('sticky'));
  act(() => resize());
  const { style } = screen.getByTestId('scroller');
  unmount();
  expect(style.getPropertyValue('--stuck-bottom')).toBe('');
});

test('a foot of which a part lies under the edge covers only the rest, and hears how much stands below its button', () => {
  const { container } = render(
    <div style={{ overflowY: 'auto' }} data-testid="scroller">
      <div ref={sticks} style={{ position: 'sticky', bottom: '0px' }} data-testid="foot">
        <button type="submit">Continuar</button>
        <p>Falta: importe</p>
      </div>
    </div>,
  );
  const foot = screen.getByTestId('foot');
  Object.defineProperty(foot, 'offsetHeight', { value: 120 });
  const at = (one: Element | null, bottom: number) =>
    Object.assign(one ?? {}, { getBoundingClientRect: () => ({ bottom }) as DOMRect });
  at(foot, 844);
  at(container.querySelector('button'), 780);
  act(() => resize());
  expect(foot.style.getPropertyValue('--below-button'), 'but for the air below it').toBe('52px');
  expect(stuck(), 'while the style sheet lets all of it stick').toBe('132px');
  foot.style.setProperty('--under', '52px');
  act(() => resize());
  expect(stuck()).toBe('80px');
});
