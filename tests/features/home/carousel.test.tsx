import '#tests/page.ts';

import { render } from '@testing-library/react';
import { Activity } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { Carousel } from '#features/home/carousel.tsx';

afterEach(() => vi.restoreAllMocks());

const policies = (index: number) => (
  <Carousel label="Tus pólizas" index={index} onIndex={() => {}} slideLabels={['Salud', 'Vida']}>
    <p>Salud</p>
    <p>Vida</p>
  </Carousel>
);

test('a strip that has just come with its first slide asks for no layout; at another one it is moved there', () => {
  const asked = vi.spyOn(HTMLElement.prototype, 'scrollLeft', 'get').mockReturnValue(0);
  const moved = vi.spyOn(HTMLElement.prototype, 'scrollTo').mockReturnValue();
  vi.spyOn(HTMLElement.prototype, 'offsetLeft', 'get').mockImplementation(function (this: HTMLElement) {
    return this.textContent === 'Vida' ? 300 : 0;
  });
  vi.spyOn(HTMLElement.prototype, 'scrollWidth', 'get').mockReturnValue(600);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(300);
  const view = render(policies(0));
  expect(asked).not.toHaveBeenCalled();
  view.rerender(policies(1));
  expect(moved).toHaveBeenLastCalledWith({ left: 300, behavior: 'smooth' });
  view.unmount();
  render(policies(1));
  expect(moved).toHaveBeenLastCalledWith({ left: 300, behavior: 'instant' });
});

test('a strip that comes back after it was out of the page is at its slide at once', () => {
  const moved = vi.spyOn(HTMLElement.prototype, 'scrollTo').mockReturnValue();
  vi.spyOn(HTMLElement.prototype, 'offsetLeft', 'get').mockImplementation(function (this: HTMLElement) {
    return this.textContent === 'Vida' ? 300 : 0;
  });
  vi.spyOn(HTMLElement.prototype, 'scrollWidth', 'get').mockReturnValue(600);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(300);
  const kept = (mode: 'visible' | 'hidden') => <Activity mode={mode}>{policies(1)}</Activity>;
  const view = render(kept('visible'));
  moved.mockClear();
  view.rerender(kept('hidden'));
  view.rerender(kept('visible'));
  expect(moved.mock.calls).toEqual([[{ left: 300, behavior: 'instant' }]]);
});
