// @module-tag depth
// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, test } from 'vitest';
import { OptionList } from '#forms/option-list.tsx';

afterEach(cleanup);

const options = Array.from({ length: 200 }, (_, index) => ({ value: `${index}`, label: `Póliza ${index}` }));
const named = ['Cuba', 'Perú'].map((label) => ({ value: label, label }));
const list = (value: string | null) => (
  <OptionList id="list" name="Póliza" options={options} searched value={value} onChoose={() => {}} />
);
/** What stands in the first paint: the server's rendering defers nothing either. */
const atOnce = (value: string | null) => renderToString(list(value)).match(/role="option"/g)?.length;

test('[F50] the first paint of a long list holds what a screen shows, and the rest follows', () => {
  expect(atOnce(null)).toBe(16);
  expect(atOnce('100')).toBe(116);
  render(list('100'));
  expect(screen.getAllByRole('option')).toHaveLength(200);
});

test('[V4.7] in the search of a list, keys with a modifier are the browser’s: Shift with Home selects what is typed', () => {
  render(list('100'));
  const search = screen.getByRole('combobox');
  const active = () => search.getAttribute('aria-activedescendant');
  const before = active();
  for (const key of ['Home', 'End', 'ArrowUp', 'ArrowDown']) {
    for (const held of ['shiftKey', 'altKey', 'ctrlKey', 'metaKey']) {
      expect(fireEvent.keyDown(search, { key, [held]: true }), `${held} ${key}`).toBe(true);
    }
  }
  expect(active()).toBe(before);
  expect(fireEvent.keyDown(search, { key: 'ArrowDown' })).toBe(false);
  expect(active()).not.toBe(before);
});

test('[V4.7] a shortcut on a list is no typing; a capital letter is', () => {
  render(<OptionList id="list" name="País" options={named} searched={false} value="Cuba" onChoose={() => {}} />);
  const box = screen.getByRole('listbox');
  const active = () => document.getElementById(box.getAttribute('aria-activedescendant') ?? '')?.textContent;
  for (const held of ['altKey', 'ctrlKey', 'metaKey']) fireEvent.keyDown(box, { key: 'p', [held]: true });
  expect(active()).toBe('Cuba');
  fireEvent.keyDown(box, { key: 'P', shiftKey: true });
  expect(active()).toBe('Perú');
});
