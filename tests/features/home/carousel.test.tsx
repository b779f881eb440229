import '#tests/page.ts';

import { render } from '@testing-library/react';
import { Activity } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import type { Policy } from '#contract/policies.ts';
import { Carousel } from '#features/home/carousel.tsx';
import { lateCards } from '#features/home/late-cards.ts';
import { aPolicy, health } from '#tests/rules/policy-fixture.ts';

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

test.each<[string, Partial<Policy>]>([
  ['in arrears', { GracePeriodDate: '2026-11-01' }],
  ['with two figures one below the other', { HealthCoverage: 1_000_000 }],
  ['with a longer name', { ProductName: 'Salud Total para toda la familia' }],
  ['with a premium of more digits', { ModalPremium: 12_184.5 }],
  ['whose last payment says its year', { LastPaidDate: '2025-11-18' }],
  ['with a number', { PolicyNumber: 'SAL-2' }],
])(
  '[F50] of many cards the first one %s is laid out at once, so that the strip does not grow at a swipe',
  (_, higher) => {
    const all = Array.from({ length: 12 }, (_, at) =>
      aPolicy({ ...health, LastPaidDate: '2026-11-18', PolicyNumber: ' ', ...(at >= 10 && higher) }),
    );
    const late = lateCards(all, '2026-11-24');
    const drawn = all.map((_, at) => <p key={String(at)}>{at}</p>);
    const { container } = render(
      <Carousel label="Tus pólizas" index={0} onIndex={() => {}} slideLabels={[]} lateSlides={late}>
        {drawn}
      </Carousel>,
    );
    const marked = [...container.querySelectorAll('[data-late]')].map(({ textContent }) => textContent);
    expect(marked).toEqual(['8', '9', '11']);
  },
);
