import '#tests/page.ts';

import { afterEach, expect, test } from 'vitest';
import { keepPresses, pressAgain } from '../../../src/app/last-home/presses.ts';

afterEach(() => {
  document.body.innerHTML = '';
});

const home = `
  <h1>María Fernanda</h1>
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
  ['a button', [3], [3], [3]],
  ['the second of two with one name', [4], [4], [4]],
  ['a button that is named by its label', [2], [2], [2]],
  ['one of several presses: the last', [3, 2], [2], [2]],
  ['one button pressed twice, once', [4, 4], [4], [4]],
  ['a link, which leads on by itself', [3, 1], [1], []],
  ['nothing', [], [], []],
])('what is pressed before the app is there looks pressed, and is pressed again: %s', (_, presses, marks, again) => {
  expect(setUp(presses)).toEqual({ marked: marks, pressed: again });
});

test('a button is not pressed where the app’s home has more or fewer of its name', () => {
  const one = '<button>Pagar</button>';
  for (const instead of ['', one + one]) expect(setUp([3], home.replace(one, instead)).pressed).toEqual([]);
});

test('nothing is pressed on another screen, nor on the home of another customer', () => {
  for (const title of ['Hola de nuevo', 'Carlos Alberto'])
    expect(setUp([3], home.replace('María Fernanda', title)).pressed).toEqual([]);
});
