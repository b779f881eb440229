// @module-tag depth
import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseSync, Visitor } from 'vite';
import { expect, test } from 'vitest';

const src = resolve(import.meta.dirname, '../../src');
const STATES = ['aria-expanded', 'aria-pressed', 'aria-checked'];

interface Node {
  start: number;
  end: number;
}

/** The controls of a text that tell a state, and whose words depend on that same state. */
function doubled(path: string, text: string): { toggles: number; wrong: string[] } {
  const { program } = parseSync(path, text, { lang: 'tsx' });
  const at = ({ start, end }: Node) => text.slice(start, end);
  const toggles: { start: number; end: number; state: string }[] = [];
  const turns: { start: number; end: number; test: string }[] = [];
  new Visitor({
    JSXElement(element) {
      for (const one of element.openingElement.attributes) {
        if (one.type !== 'JSXAttribute' || one.name.type !== 'JSXIdentifier' || !STATES.includes(one.name.name))
          continue;
        if (one.value?.type === 'JSXExpressionContainer')
          toggles.push({ start: element.start, end: element.end, state: at(one.value.expression) });
      }
    },
    ConditionalExpression({ start, end, test: asked, consequent, alternate }) {
      const isWord = (part: { type: string }) =>
        (part.type === 'Literal' && /\s|[A-ZÁÉÍÓÚ]/.test(at(part as unknown as Node))) ||
        part.type === 'MemberExpression';
      // A class of a style sheet is no word.
      if (isWord(consequent) && isWord(alternate) && !/^styles\b/.test(at(consequent)))
        turns.push({ start, end, test: at(asked) });
    },
  }).visit(program);
  const wrong = toggles.flatMap(({ start, end, state }) =>
    turns
      .filter((turn) => turn.start > start && turn.end < end && new RegExp(`\\b${state}\\b`).test(turn.test))
      .map((turn) => `${path}: ${text.slice(turn.start, turn.end)}`),
  );
  return { toggles: toggles.length, wrong };
}

test('no toggle changes its name and its state at once', () => {
  const drawn = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.tsx'));
  const found = drawn.map((path) => doubled(path, readFileSync(resolve(src, path), 'utf8')));
  expect(found.reduce((sum, { toggles }) => sum + toggles, 0)).toBeGreaterThan(5);
  expect(found.flatMap(({ wrong }) => wrong)).toEqual([]);
});

test('the rule finds a name that turns with its state, as label and as text', () => {
  const wrong = (element: string) => doubled('x.tsx', `const a = ${element};`).wrong.length;
  expect(wrong("<button aria-expanded={open}>{open ? 'Ver barras' : 'Ver en tabla'}</button>")).toBe(1);
  expect(wrong('<IconButton aria-pressed={shown} label={shown ? words.hide : words.show} />')).toBe(1);
  expect(wrong("<button aria-expanded={open}>{asTable ? 'Ver barras' : 'Ver en tabla'}</button>")).toBe(0);
  expect(wrong('<button aria-expanded={open} className={open ? styles.on : styles.off}>Detalles</button>')).toBe(0);
  expect(wrong("<button>{open ? 'Ver barras' : 'Ver en tabla'}</button>")).toBe(0);
});
