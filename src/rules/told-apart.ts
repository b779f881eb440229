import { folded } from './folded.ts';

/**
 * A text of its own for each of these: by the first way whose text it shares with nobody. What no way tells apart gets the
 * last way's text and is counted.
 *
 * @param ways from the shortest text to the longest
 */
export function toldApart<T>(all: readonly T[], ways: readonly ((one: T) => string)[]): Map<T, string> {
  const texts = ways.map((way) => all.map(way));
  const keys = texts.map((some) => some.map(folded));
  const isShared = (way: number, index: number) =>
    keys[way]?.some((key, other) => other !== index && key === keys[way]?.[index]);
  return new Map(
    all.map((one, index) => {
      const way = ways.findIndex((_, place) => !isShared(place, index));
      if (way >= 0) return [one, texts[way]?.[index] ?? ''];
      const last = keys.at(-1) ?? [];
      const count = last.slice(0, index + 1).filter((key) => key === last[index]).length;
      return [one, `${texts.at(-1)?.[index]} (${count})`];
    }),
  );
}

/** Its name, and its place among those of that name, in a list whose order people see: 'Chrome en Windows, 1 de 2'. */
export function namedAmong<T>(all: readonly T[], nameOf: (one: T) => string, one: T, idOf: (one: T) => string): string {
  const name = nameOf(one);
  const alike = all.filter((other) => nameOf(other) === name);
  const place = alike.findIndex((other) => idOf(other) === idOf(one));
  return alike.length < 2 || place === -1 ? name : `${name}, ${place + 1} de ${alike.length}`;
}
