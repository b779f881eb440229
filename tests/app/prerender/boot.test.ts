// @vitest-environment happy-dom
import { readFileSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { waitingText } from '#features/start/words.ts';

const script = readFileSync('public/boot.js', 'utf8');
const marks = document.documentElement.dataset;

function boot(hash: string, hint?: string): string | undefined {
  location.hash = hash;
  if (hint !== undefined) localStorage.setItem('amparo', hint);
  new Function(script)();
  return marks.screen;
}

afterEach(() => {
  // The page is read to its end, which stops the script's watcher.
  document.dispatchEvent(new Event('DOMContentLoaded'));
  localStorage.clear();
  document.body.innerHTML = '';
  delete marks.screen;
  delete marks.sheet;
});

test.each([
  ['', 'start'],
  ['#/', 'start'],
  ['#/app', 'inside'],
  ['#/app/reembolsos/1?a=b', 'inside'],
  ['#/registro/residencia', 'inside'],
  ['#/aplicacion', 'start'],
  ['#/desconocida', 'start'],
])('[V2.1] without a session the address %s shows: %s', (hash, shown) => {
  expect(boot(hash)).toBe(shown);
});

test('with a session open the start page stays unseen', () => {
  expect(boot('', '{"open":true,"waiting":0}')).toBe('inside');
});

test.each(['', 'null', '{', '7', '{"open":"yes","waiting":"many"}', '{"waiting":-1}'])(
  'a hint that is not ours (%s) shows the plain start page',
  (hint) => {
    expect(boot('', hint)).toBe('start');
  },
);

test.each([1, 4])('fills the waiting line for %d as React will', async (waiting) => {
  boot('', JSON.stringify({ open: false, waiting }));
  document.body.innerHTML =
    '<p><span data-waiting data-one="1 solicitud espera para enviarse" data-many="# solicitudes esperan para enviarse"></span></p>';
  await new Promise((resolve) => setTimeout(resolve, 0));
  expect(document.querySelector('[data-waiting]')?.textContent).toBe(waitingText(waiting));
});

test('[V2.7] opens the sheet of the static page until React takes over', () => {
  boot('');
  document.body.innerHTML = '<button data-ingresa>Ingresa</button>';
  document.querySelector('button')?.click();
  expect(marks.sheet).toBe('open');
  delete marks.sheet;
  delete marks.screen;
  document.querySelector('button')?.click();
  expect(marks.sheet).toBeUndefined();
});
