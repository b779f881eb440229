// @module-tag depth
// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, test } from 'vitest';
import { OptionList } from '#forms/option-list.tsx';

afterEach(cleanup);

const options = Array.from({ length: 200 }, (_, index) => ({ value: `${index}`, label: `Póliza ${index}` }));
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
