import '#tests/page.ts';

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepFocus } from '../../src/app/keep-focus.ts';

let kept: ReturnType<typeof keepFocus>;
const focused = () => document.activeElement?.textContent;
const settle = () => {
  kept.look();
  vi.runAllTimers();
};

beforeEach(() => {
  vi.useFakeTimers();
  document.body.innerHTML = '<h1 tabindex="-1">Pagos</h1><button>Descargar</button><button>Otro</button>';
  kept = keepFocus(document);
});
afterEach(() => {
  kept.stop();
  vi.useRealTimers();
  document.body.innerHTML = '';
});

function pressed(): HTMLButtonElement {
  const button = document.querySelector('button') as HTMLButtonElement;
  button.focus();
  return button;
}

test('a button that its own press takes away leaves the focus on the title of the screen', () => {
  pressed().remove();
  settle();
  expect(focused()).toBe('Pagos');
});

test('the layer that is open takes it, so that a reader stays inside', () => {
  const layer = document.body.appendChild(document.createElement('div'));
  layer.setAttribute('role', 'dialog');
  layer.tabIndex = -1;
  layer.textContent = 'Filtrar';
  pressed().remove();
  settle();
  expect(focused()).toBe('Filtrar');
});

test('what the customer put down by a press beside is not picked up again', () => {
  pressed().blur();
  settle();
  expect(document.activeElement).toBe(document.body);
});

test('a place that the screen itself found in time is left alone', () => {
  pressed().remove();
  kept.look();
  document.querySelector('button')?.focus();
  vi.runAllTimers();
  expect(focused()).toBe('Otro');
});
