import '#tests/page.ts';

import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { YearTabs } from '#ui/controls/year-tabs.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const tabs = (years: readonly string[], current: string) => (
  <YearTabs years={years} current={current} onChoose={() => {}} />
);

test('[D86] the chosen year is brought into view once its tab is there, and again when others come before it', () => {
  const scrolled = vi.fn();
  HTMLElement.prototype.scrollTo = scrolled;
  const { rerender } = render(tabs(['2026', '2025'], '2016'));
  expect(scrolled).not.toHaveBeenCalled();
  rerender(tabs(['2026', '2025', '2016'], '2016'));
  expect(scrolled).toHaveBeenCalledTimes(1);
  rerender(tabs(['2026', '2025', '2024', '2016'], '2016'));
  expect(scrolled).toHaveBeenCalledTimes(2);
  expect(screen.getByText('2016').tabIndex).toBe(0);
});

test('[D86] the newest year needs no scrolling, which would lay out the page before it is painted', () => {
  const scrolled = vi.fn();
  HTMLElement.prototype.scrollTo = scrolled;
  const { rerender } = render(tabs(['2026', '2025'], '2026'));
  expect(scrolled).not.toHaveBeenCalled();
  rerender(tabs(['2026', '2025'], '2025'));
  rerender(tabs(['2026', '2025'], '2026'));
  expect(scrolled).toHaveBeenCalledTimes(2);
});

test('[H2.59] arrow keys move between the years; with a modifier a key is left to the browser', () => {
  render(tabs(['2026', '2025', '2024'], '2025'));
  const tab = screen.getByText('2025');
  tab.focus();
  for (const held of ['altKey', 'ctrlKey', 'metaKey', 'shiftKey']) {
    expect(fireEvent.keyDown(tab, { key: 'ArrowLeft', [held]: true }), held).toBe(true);
    expect(document.activeElement).toBe(tab);
  }
  expect(fireEvent.keyDown(tab, { key: 'ArrowLeft' })).toBe(false);
  expect(document.activeElement).toBe(screen.getByText('2026'));
});
