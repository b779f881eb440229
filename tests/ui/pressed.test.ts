import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const src = resolve(import.meta.dirname, '../../src');
const pieces = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.tsx'))
  .map((file) => [file, readFileSync(join(src, file), 'utf8')] as const);
/** The opening tags of elements, with their attributes as they are written. */
const tagsOf = (text: string) =>
  [...text.matchAll(/<([a-z]+)((?:\s[^<]*?)?)(?<!=)>/g)].map(([, name = '', attributes = '']) => ({
    name,
    attributes,
  }));
/** What `base.css` shows a press on: selectors without what is disabled. */
const shown = (
  /([^{}]*)\{[^{}]*--press-here/.exec(
    readFileSync(join(src, 'ui/base/base.css'), 'utf8').replace(/\/\*[\s\S]*?\*\//g, ''),
  )?.[1] ?? ''
)
  .split(',\n')
  .filter((selector) => selector.includes(':active'))
  .map((selector) => selector.trim().replace(/:active.*/, ''));

const isShown = ({ name, attributes }: { name: string; attributes: string }): boolean =>
  shown.some((selector) => {
    const [, tag, attribute] = /^([a-z]*)(?:\[([^\]]*)\])?$/.exec(selector) ?? [];
    return (!tag || tag === name) && (!attribute || attributes.includes(attribute));
  });

/** Inputs tell a press by themselves: by the caret, the picker or the label around them. So does a veil, which goes. */
const tellThemselves = ['input', 'textarea', 'select'];

test('a press on each kind of pressable element is shown at once', () => {
  expect(shown).toContain('button');
  const pressable = pieces.flatMap(([file, text]) =>
    tagsOf(text)
      .filter(
        ({ name, attributes }) =>
          /\bonClick=|role="(button|option|tab|link|menuitem)"/.test(attributes) ||
          ['a', 'button', 'summary'].includes(name),
      )
      .filter(({ name, attributes }) => !tellThemselves.includes(name) && !attributes.includes('aria-hidden="true"'))
      .map((tag) => ({ file, ...tag })),
  );
  expect(pressable.length).toBeGreaterThan(30);
  expect(pressable.filter((tag) => !isShown(tag)).map(({ file, name }) => `${file} ${name}`)).toEqual([]);
});

test('a label around a box, a radio button or a switch shows the press on it', () => {
  const around = pieces.flatMap(([file, text]) =>
    [...text.matchAll(/<label\b([^>]*)>(?:(?!<\/label>)[\s\S])*?type="(?:checkbox|radio)"/g)].map(([tag]) => ({
      file,
      name: 'label',
      attributes: tag,
    })),
  );
  expect(around.length).toBeGreaterThanOrEqual(4);
  expect(around.filter((tag) => !isShown(tag)).map(({ file }) => file)).toEqual([]);
});
