import '#tests/page.ts';

import { afterEach, expect, test } from 'vitest';
import { keepPresses, pressAgain } from '../../../src/app/last-home/presses.ts';

afterEach(() => {
  document.body.innerHTML = '';
});

const home = `
  <a href="#/app/carnet/1">Carnet</a>
  <button aria-label="Póliza anterior"></button>
  <button>Pagar</button>
  <button>Pagar</button>`;

/** The drawing with a press on each of these in turn, and the app's home, whose presses are noted by their place. */
function setUp(presses: number[], shows = home) {
  const drawn = document.createElement('div');
  drawn.innerHTML = home;
  keepPresses(drawn);
  const shown = document.createElement('main');
  shown.innerHTML = shows;
  const pressed: number[] = [];
  [...shown.children].forEach((one, at) => void one.addEventListener('click', () => pressed.push(at)));
  document.body.append(drawn, shown);
  for (const at of presses) (drawn.children[at] as HTMLElement).click();
  const marked = [...drawn.children].flatMap((one, at) => ('pressed' in (one as HTMLElement).dataset ? [at] : []));
  drawn.remove();
  pressAgain(drawn, shown);
  return { marked, pressed };
}

test.each([
  ['a button', [2], [2], [2]],
  ['the second of two with one name', [3], [3], [3]],
  ['a button that is named by its label', [1], [1], [1]],
  ['one of several presses: the last', [2, 1], [1], [1]],
  ['one button pressed twice, once', [3, 3], [3], [3]],
  ['a link, which leads on by itself', [2, 0], [0], []],
  ['nothing', [], [], []],
])('what is pressed before the app is there looks pressed, and is pressed again: %s', (_, presses, marks, again) => {
  expect(setUp(presses)).toEqual({ marked: marks, pressed: again });
});

test('a button is not pressed where the app’s home has more or fewer of its name', () => {
  expect(setUp([3], home.replace('<button>Pagar</button>', '')).pressed).toEqual([]);
  expect(setUp([2], '<h1>Pagos</h1>').pressed).toEqual([]);
});
