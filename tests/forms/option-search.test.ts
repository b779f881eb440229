import { describe, expect, test } from 'vitest';
import { marked, search } from '#forms/option-search.ts';

const listed = (...labels: string[]) => labels.map((label) => ({ label }));
const found = (labels: string[], query: string) => search(listed(...labels), query).options.map(({ label }) => label);

describe('[D54] a search ranks', () => {
  test('the same name first, then whole words, beginnings of words, parts of words, and one typing error', () => {
    const names = ['San Carlos', 'Carlota', 'Villa Carlos', 'Encarlos', 'Carlos', 'Carlas'];
    expect(found(names, 'carlos')).toEqual(['Carlos', 'San Carlos', 'Villa Carlos', 'Encarlos', 'Carlas']);
    expect(found(names, 'carlo').slice(0, 2)).toEqual(['Carlota', 'Carlos']);
  });

  test('a label before an other name of the same rank, and an exact other name before a label that begins with the query', () => {
    const options = [
      { label: 'Limón Indanza' },
      { label: 'Eloy Alfaro', also: ['Limón'] },
      { label: 'Limón', also: ['Puerto Limón'] },
    ];
    expect(search(options, 'limon').options.map(({ label }) => label)).toEqual([
      'Limón',
      'Eloy Alfaro',
      'Limón Indanza',
    ]);
  });

  test('words of the heading after names and before typing errors', () => {
    const options = [
      { label: 'Construccion', group: 'B' },
      { label: 'Demolición', group: 'Construcción' },
    ];
    expect(search(options, 'construcción').options.map(({ label }) => label)).toEqual(['Construccion', 'Demolición']);
    expect(search(options, 'construcció').hits).toBe(2);
  });
});

describe('[D54] a search forgives', () => {
  const names = ['Bogotá, D.C.', 'Güicán de la Sierra', 'Guayaquil', 'Monte Cristi', 'Quito', 'Uruca', 'Peña'];
  test.each([
    ['BOGOTA', 'Bogotá, D.C.'],
    ['guican sierra', 'Güicán de la Sierra'],
    ['sierra güicán', 'Güicán de la Sierra'],
    ['  quito ', 'Quito'],
    ['montecristi', 'Monte Cristi'],
    ['La Uruca', 'Uruca'],
    ['bogota dc', 'Bogotá, D.C.'],
    ['guayaqil', 'Guayaquil'],
    ['guayauqil', 'Guayaquil'],
    ['guayaquill', 'Guayaquil'],
    ['huayaquil', 'Guayaquil'],
    ['guayaquel', 'Guayaquil'],
    ['gauyaq', 'Guayaquil'],
    ['pena', 'Peña'],
  ])('%s finds %s first', (query, label) => {
    expect(found(names, query)[0]).toBe(label);
  });

  test.each(['quto', 'guyqil', 'xyz', 'pina', 'urca'])(
    'no second typing error, and none in a short word: %s',
    (query) => {
      expect(found(names, query)).toEqual([]);
    },
  );

  test('no error in the last letter of a word still being typed', () => {
    expect(found(['Costilla', 'Costa'], 'costa')).toEqual(['Costa']);
  });
});

describe('[D54] a search offers a way on', () => {
  const options = [{ label: 'Abogado' }, { label: 'Zapatero' }, { label: 'Otra', fallback: true as const }];
  const labels = (query: string) => search(options, query).options.map(({ label }) => label);

  test('the fallback stays visible as the last option, and is found by its name', () => {
    expect(labels('abo')).toEqual(['Abogado', 'Otra']);
    expect(search(options, 'astronauta')).toEqual({ options: [options[2]], hits: 0 });
    expect(labels('otra')).toEqual(['Otra']);
  });

  test.each(['', '   ', '.', '¿?'])('an empty query gives the whole list: %o', (query) => {
    expect(search(options, query)).toEqual({ options, hits: 3 });
  });

  test('odd input causes no exception', () => {
    for (const query of ['\u200b', '(', '\\', '💥', 'a'.repeat(5000), '\ud83d']) {
      expect(() => search(options, query)).not.toThrow();
    }
  });
});

describe('[D54] what matched is marked', () => {
  const hits = (text: string, query: string) => marked(text, query).flatMap(([part, hit]) => (hit ? [part] : []));

  test.each([
    ['Vida Entera Protección', 'PROTECCION', ['Protección']],
    ['Vida Entera Protección', 'protec vid', ['Vid', 'Protec']],
    ['CR-VID-0070075', '70075', ['70075']],
    ['Bogota\u0301', 'bogota', ['Bogotá']],
    ['Ciudad de la Paz', 'la paz', ['Paz']],
    ['Monte Cristi', 'montecristi', ['Monte Cristi']],
    ['Loja', 'quito', []],
    ['Loja', '', []],
  ])('%s by %s', (text, query, expected) => {
    expect(hits(text, query)).toEqual(expected);
    expect(
      marked(text, query)
        .map(([part]) => part)
        .join(''),
    ).toBe(text.normalize());
  });

  test('at the beginning of its words, and only else inside them', () => {
    expect(hits('Calle Escala Cala', 'cal')).toEqual(['Cal', 'Cal']);
    expect(hits('Escala', 'cala')).toEqual(['cala']);
  });
});
