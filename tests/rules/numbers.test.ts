import { describe, expect, test } from 'vitest';
import { countryFacts } from '#countries/facts.ts';
import { separatorsOf, writtenNumber } from '#rules/numbers.ts';
import { randomFrom } from '#tests/seeded.ts';

/** What rounds to nothing has no sign. */
const unsigned = (written: string) => written.replace(/^-(?=[0.,]+$)/, '');

describe('[D22] numbers as each country writes them', () => {
  test.for(Object.values(countryFacts).map(({ locale }) => locale))('%s as the Unicode tables have it', (locale) => {
    const random = randomFrom(1);
    const digits = [
      [0, 0],
      [2, 2],
      [0, 1],
      [0, 2],
    ] as const;
    const some = Array.from({ length: 400 }, () => (random() - 0.3) * 10 ** Math.floor(random() * 13));
    // Halves, whole thousands, and what rounds up into one more group.
    const edges = [0, 0.5, 1.5, 0.005, 1.005, 999.995, 999_999.5, 1000, 1_000_000, 123_456, -1000, -999_999.99];
    // More than an amount can be, and no less readable for it.
    edges.push(1e15, 1e19, 1e21, -1e25, 1e300, Number.MAX_SAFE_INTEGER);
    for (const [least, most] of digits) {
      const theirs = new Intl.NumberFormat(locale, {
        ...{ minimumFractionDigits: least, maximumFractionDigits: most, useGrouping: true },
      });
      const plain = new Intl.NumberFormat(locale, {
        ...{ minimumFractionDigits: least, maximumFractionDigits: most, useGrouping: false },
      });
      for (const amount of [...some, ...edges]) {
        expect(writtenNumber(amount, locale, { least, most })).toBe(unsigned(theirs.format(amount)));
        expect(writtenNumber(amount, locale, { least, most, grouped: false })).toBe(unsigned(plain.format(amount)));
      }
    }
  });

  test('a locale of no country has Internacional’s separators', () => {
    expect(separatorsOf('de-DE')).toEqual(countryFacts.Internacional.separators);
  });
});
