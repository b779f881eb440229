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

test("when a press removes its own button, the screen's title takes the focus", () => {
  pressed().remove();
  settle();
  expect(focused()).toBe('Pagos');
});

test('an open layer takes the focus, so that a screen reader stays inside', () => {
  const layer = document.body.appendChild(document.createElement('div'));
  layer.setAttribute('role', 'dialog');
  layer.tabIndex = -1;
  layer.textContent = 'Filtrar';
  pressed().remove();
  settle();
  expect(focused()).toBe('Filtrar');
});

test('a control that was disabled for a moment gets the focus back', () => {
  const button = pressed();
  // A browser drops the focus of a button that is disabled. Here a disabled one would keep it.
  button.blur();
  button.disabled = true;
  expect(document.activeElement).toBe(document.body);
  kept.look();
  button.disabled = false;
  vi.runAllTimers();
  expect(focused()).toBe('Descargar');
});

test('a focus that the customer dropped by pressing elsewhere is not restored', () => {
  pressed().blur();
  settle();
  expect(document.activeElement).toBe(document.body);
});

test('when what took the focus next goes within that time, the title takes it', () => {
  pressed().remove();
  kept.look();
  const opener = pressed();
  opener.remove();
  kept.look();
  vi.runAllTimers();
  expect(document.activeElement?.tagName).toBe('H1');
});

test('a focus that the screen itself moved in time stays', () => {
  pressed().remove();
  kept.look();
  document.querySelector('button')?.focus();
  vi.runAllTimers();
  expect(focused()).toBe('Otro');
});
