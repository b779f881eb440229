import { describe, expect, test } from 'vitest';
import { countries, flagOf, territories } from '#countries/lists/countries.ts';
import { compressedSize, expectCleanNames, inSpanishOrder, repeated, shoutedNames } from './list-checks.ts';

function country(iso2: string) {
  return countries.find((candidate) => candidate.iso2 === iso2);
}

test('[V3.16][D12] there are 195 countries, each once, in alphabetical order', () => {
  expect(countries).toHaveLength(195);
  expect(repeated(countries.map(({ iso2 }) => iso2))).toEqual([]);
  const namesInOrder = countries.map(({ name }) => name);
  expectCleanNames(namesInOrder);
  expect(shoutedNames(namesInOrder)).toEqual([]);
  expect(namesInOrder).toEqual(inSpanishOrder(namesInOrder));
  for (const { iso2 } of countries) expect(iso2).toMatch(/^[A-Z]{2}$/);
});

test('[V3.16][D12] the Vatican and Palestine are among them, territories are not', () => {
  expect(country('VA')?.name).toBe('Ciudad del Vaticano');
  expect(country('PS')?.name).toBe('Palestina');
  for (const territory of ['PR', 'HK', 'GL', 'XK', 'TW', 'AW']) expect(country(territory)).toBeUndefined();
});

describe('prefixes', () => {
  test('[V3.16][D12] are a plus sign and a country code, with an area code where +1 is shared', () => {
    for (const { prefix } of countries) expect(prefix).toMatch(/^\+[1-9]\d{0,2}(-\d{3})?$/);
    const withAreaCode = countries.filter(({ prefix }) => prefix.includes('-'));
    expect(Object.fromEntries(withAreaCode.map(({ iso2, prefix }) => [iso2, prefix]))).toEqual({
      AG: '+1-268',
      BB: '+1-246',
      BS: '+1-242',
      DM: '+1-767',
      GD: '+1-473',
      KN: '+1-869',
      LC: '+1-758',
      TT: '+1-868',
      VC: '+1-784',
    });
  });

  test.each([
    ['EC', '+593'],
    ['CR', '+506'],
    ['DO', '+1'],
    ['GT', '+502'],
    ['CO', '+57'],
    ['US', '+1'],
  ])('[V9.8][D12] %s dials %s', (iso2, prefix) => {
    expect(country(iso2)?.prefix).toBe(prefix);
  });

  test('[V3.16] only neighbours in one numbering plan share a prefix', () => {
    const shared = new Set(repeated(countries.map(({ prefix }) => prefix)));
    const sharing = countries.filter(({ prefix }) => shared.has(prefix)).map(({ iso2 }) => iso2);
    expect(sharing.sort()).toEqual(['CA', 'DO', 'IT', 'JM', 'KZ', 'RU', 'US', 'VA']);
  });
});

test('[V3.16][D12][D54] six territories have a prefix and are no countries', () => {
  expect(territories.map(({ iso2, name, prefix }) => [iso2, name, prefix])).toEqual([
    ['AW', 'Aruba', '+297'],
    ['CW', 'Curazao', '+599'],
    ['HK', 'Hong Kong', '+852'],
    ['XK', 'Kosovo', '+383'],
    ['PR', 'Puerto Rico', '+1'],
    ['TW', 'Taiwán', '+886'],
  ]);
  for (const { iso2 } of territories) expect(country(iso2)).toBeUndefined();
});

test('[V3.16][D12][D82] of the countries that share +1, those whose people may have any of its numbers have no area codes', () => {
  expect(country('JM')).toMatchObject({ prefix: '+1', areas: ['876', '658'] });
  expect([...countries, ...territories].filter(({ areas }) => areas.length > 0).map(({ iso2 }) => iso2)).toEqual([
    'JM',
  ]);
});

describe('demonyms', () => {
  test('[V3.16][D12] are one feminine word with a capital', () => {
    for (const { demonym } of countries) expect(demonym).toMatch(/^\p{Lu}\p{Ll}+$/u);
    const masculineEndings = countries.filter(({ demonym }) => /(o|és|án|ol|or)$/.test(demonym));
    expect(masculineEndings).toEqual([]);
  });

  test.each([
    ['EC', 'Ecuatoriana'],
    ['US', 'Estadounidense'],
    ['CR', 'Costarricense'],
    ['DO', 'Dominicana'],
    ['DM', 'Dominiquesa'],
    ['GT', 'Guatemalteca'],
    ['CO', 'Colombiana'],
    ['NE', 'Nigerina'],
    ['NG', 'Nigeriana'],
    ['NI', 'Nicaragüense'],
    ['BE', 'Belga'],
    ['ES', 'Española'],
  ])('[V3.16][D12] %s has %s', (iso2, demonym) => {
    expect(country(iso2)?.demonym).toBe(demonym);
  });

  test('[D12] only the Congos and the Guineas share one', () => {
    expect(repeated(countries.map(({ demonym }) => demonym))).toEqual(['Guineana', 'Congoleña']);
  });
});

test('[V3.16][D12] the flag is computed from the two letters of the country', () => {
  expect(flagOf('EC')).toBe('🇪🇨');
  expect(flagOf('do')).toBe('🇩🇴');
  expect(new Set(countries.map(({ iso2 }) => flagOf(iso2))).size).toBe(195);
});

test('[V3.16] the countries take less than 10 kB compressed', () => {
  expect(compressedSize(countries)).toBeLessThan(10_000);
});
