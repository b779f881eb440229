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

const LIST = `
  <h1 tabindex="-1">Pendientes</h1>
  <section aria-labelledby="waiting">
    <h2 id="waiting">Por enviar</h2>
    <button>Enviar todo</button>
    <ul><li>Uno <button>Enviar</button></li><li>Dos <button>Enviar</button></li></ul>
  </section>
  <section aria-label="Archivos"><button>Quitar</button></section>`;

test.each([
  ['its entry', 'li:first-of-type button', ['li:first-of-type button'], 'Uno'],
  ['the next entry', 'li:first-of-type button', ['li:first-of-type'], 'Dos Enviar'],
  ['the entry before, after the last one', 'li:last-of-type button', ['li:last-of-type'], 'Uno Enviar'],
  ["its section's heading", 'h2 + button', ['h2 + button'], 'Por enviar'],
  ["its section's heading, after the only entry", 'li button', ['ul'], 'Por enviar'],
  ['a section that has a name alone', '[aria-label] button', ['[aria-label] button'], ''],
  ["the screen's title, with its section", 'li button', ['section'], 'Pendientes'],
])('when a press removes its own button, the focus goes to %s', (_, button, gone, to) => {
  document.body.innerHTML = LIST;
  document.querySelector<HTMLElement>(button)?.focus();
  for (const one of gone) document.querySelector(one)?.remove();
  settle();
  expect(focused()?.trim()).toBe(to);
  expect(document.activeElement?.getAttribute('tabindex')).toBe('-1');
});

/** The first entry, which took the focus of its button. */
function rescued(): Element | undefined {
  document.body.innerHTML = LIST;
  const [first] = document.querySelectorAll('li');
  const button = first?.querySelector('button');
  button?.focus();
  button?.remove();
  settle();
  return first;
}

test('what took the focus so is no stop of Tab or of a press afterwards', () => {
  const first = rescued();
  document.querySelector<HTMLElement>('h1')?.focus();
  expect(first?.hasAttribute('tabindex')).toBe(false);
});

test('what took the focus so still has it when the window comes back', () => {
  const first = rescued();
  // A window that loses the focus says so at the element, which stays the active one.
  first?.dispatchEvent(new FocusEvent('blur'));
  expect(first?.getAttribute('tabindex')).toBe('-1');
  first?.dispatchEvent(new FocusEvent('focusin', { bubbles: true }));
  expect(first?.getAttribute('tabindex')).toBe('-1');
});

test.each([
  ['that one', 'li', 'Todo está aquí'],
  ['no control', 'button', 'Dos Enviar'],
])('where a press puts another element in the place of its entry, the focus goes to %s', (_, tag, to) => {
  document.body.innerHTML = LIST;
  const [first] = document.querySelectorAll('li');
  first?.querySelector('button')?.focus();
  const other = document.createElement(tag);
  other.textContent = 'Todo está aquí';
  first?.replaceWith(other);
  settle();
  expect(focused()).toBe(to);
});

test('while a layer is open, the focus stays inside, and beside what was pressed', () => {
  document.body.innerHTML = `${LIST}<div role="dialog" tabindex="-1"><ul><li>Filtro <button>Quitar</button></li></ul></div>`;
  const button = document.querySelector<HTMLElement>('[role="dialog"] button');
  button?.focus();
  button?.remove();
  settle();
  expect(focused()?.trim()).toBe('Filtro');
});
