import '#tests/page.ts';

import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { lowestGap } from '#ui/layers/free-place.ts';
import { ToastRegion } from '#ui/layers/toast-region.tsx';

const whole = { top: 8, bottom: 780 };

test.each([
  ['no control is there', [], 780],
  ['one button stands at the edge', [{ top: 720, bottom: 780 }], 720],
  [
    'the gap between two controls is too low',
    [
      { top: 720, bottom: 790 },
      { top: 600, bottom: 690 },
    ],
    600,
  ],
  [
    'the gap between two controls is high enough',
    [
      { top: 720, bottom: 790 },
      { top: 600, bottom: 660 },
    ],
    720,
  ],
  [
    'two controls overlap',
    [
      { top: 500, bottom: 790 },
      { top: 700, bottom: 760 },
    ],
    500,
  ],
  ['a control is scrolled away', [{ top: -80, bottom: -10 }], 780],
  ['no gap is left', [{ top: 20, bottom: 790 }], null],
])('[V2.19] a toast fits at the right height when %s', (_, taken, edge) => {
  expect(lowestGap(taken, 48, whole)).toBe(edge);
});

const toast = { id: 'a', text: 'Tus fotos llegaron de tu teléfono.' };
/** Boxes of controls in a window of 1280 by 800 pixels, by their text. The toast's region lies at the lower edge. */
let boxes: Record<string, { top: number; bottom: number; left?: number; right?: number }>;

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(300);
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    if (this.hasAttribute('aria-live')) {
      const { top, bottom } = { top: 732 - lift(this), bottom: 780 - lift(this) };
      return { top, bottom, left: 0, right: 1280, height: bottom - top } as DOMRect;
    }
    return { left: 500, right: 800, top: 0, bottom: 0, ...boxes[this.textContent ?? ''] } as DOMRect;
  });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const lift = (region: Element | null) =>
  Number.parseFloat((region as HTMLElement).style.getPropertyValue('--toasts-lift') || '0');
const region = () => document.querySelector('[aria-live]');

const page = (toasts = [toast]) => (
  <>
    <ul>
      <li>
        <a href="#fila">Fila</a>
      </li>
    </ul>
    {/* As a long list draws its items. */}
    <div {...{ role: 'listitem' }}>
      <button type="button">Ficha</button>
    </div>
    <button type="button">Continuar</button>
    <ToastRegion toasts={toasts} onHide={() => {}} />
  </>
);

test('[V2.19] a toast stands above a button it would cover, and stays low beside one', () => {
  boxes = { Continuar: { top: 700, bottom: 752 } };
  render(page());
  expect(lift(region())).toBe(780 - (700 - 8));
  cleanup();
  boxes = { Continuar: { top: 700, bottom: 752, left: 900, right: 1200 } };
  render(page());
  expect(lift(region())).toBe(0);
});

test('[V2.19] a toast stands at a side, as low as it can, when the middle is full', () => {
  boxes = { Continuar: { top: 300, bottom: 790 } };
  render(page());
  expect([lift(region()), (region() as HTMLElement).dataset.side]).toEqual([0, 'start']);
  cleanup();
  boxes = { Fila: { top: 0, bottom: 790, left: 0, right: 240 }, Continuar: { top: 300, bottom: 790 } };
  render(page());
  expect([lift(region()), (region() as HTMLElement).dataset.side]).toEqual([0, 'end']);
});

test('[V2.19] a toast may cover a row on a full screen, but never a button', () => {
  boxes = { Fila: { top: 0, bottom: 790, left: 0, right: 1280 }, Continuar: { top: 700, bottom: 752 } };
  render(page());
  expect(lift(region())).toBe(780 - (700 - 8));
});

test('[V2.19] on a screen full of cards that unfold a toast covers one of them, not the button that stays', () => {
  const wide = { left: 0, right: 1280 };
  boxes = { Ficha: { top: 0, bottom: 690, ...wide }, Continuar: { top: 700, bottom: 790, ...wide } };
  render(page());
  expect(lift(region())).toBe(780 - (700 - 8));
});

test('[V2.19] a toast moves off a button scrolled below it, but not from under the pointer', () => {
  boxes = { Continuar: { top: 100, bottom: 152 } };
  render(page());
  expect(lift(region())).toBe(0);
  boxes = { Continuar: { top: 700, bottom: 752 } };
  const shown = screen.getByText(toast.text);
  fireEvent.pointerMove(shown);
  fireEvent.scroll(window);
  act(() => vi.advanceTimersByTime(500));
  expect(lift(region())).toBe(0);
  fireEvent.pointerOut(shown, { relatedTarget: document.body });
  fireEvent.scroll(window);
  act(() => vi.advanceTimersByTime(500));
  expect(lift(region())).toBeGreaterThan(0);
  expect(screen.getByText(toast.text)).toBeDefined();
});

test('[V2.19] a toast that appears under a resting pointer is not held by it, and moves off a button', () => {
  boxes = { Continuar: { top: 100, bottom: 152 } };
  render(page());
  // A browser matches `:hover` for what appears below the pointer, though nobody moved it there.
  const rests = vi.spyOn(Element.prototype, 'matches').mockImplementation((selector) => selector.includes(':hover'));
  boxes = { Continuar: { top: 700, bottom: 752 } };
  fireEvent.scroll(window);
  act(() => vi.advanceTimersByTime(500));
  rests.mockRestore();
  expect(lift(region())).toBeGreaterThan(0);
});
