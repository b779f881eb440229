import '#tests/page.ts';

import { render } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { Carousel } from '#features/home/carousel.tsx';

afterEach(() => vi.unstubAllGlobals());

test('a strip that has just come is moved to its slide once it is laid out, and asks for no layout before', () => {
  let report = () => {};
  class Observer {
    constructor(told: () => void) {
      report = told;
    }
    observe() {}
    disconnect() {}
  }
  vi.stubGlobal('ResizeObserver', Observer);
  const asked = vi.spyOn(HTMLElement.prototype, 'scrollLeft', 'get').mockReturnValue(0);
  const moved = vi.spyOn(HTMLElement.prototype, 'scrollTo').mockReturnValue();
  vi.spyOn(HTMLElement.prototype, 'offsetLeft', 'get').mockImplementation(function (this: HTMLElement) {
    return this.textContent === 'Vida' ? 300 : 0;
  });
  vi.spyOn(HTMLElement.prototype, 'scrollWidth', 'get').mockReturnValue(600);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(300);
  const { unmount } = render(
    <Carousel label="Tus pólizas" index={1} onIndex={() => {}} slideLabels={['Salud', 'Vida']}>
      <p>Salud</p>
      <p>Vida</p>
    </Carousel>,
  );
  expect(asked).not.toHaveBeenCalled();
  report();
  expect(moved).toHaveBeenCalledWith({ left: 300, behavior: 'instant' });
  unmount();
  vi.restoreAllMocks();
});
