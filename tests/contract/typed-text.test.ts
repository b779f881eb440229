import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cleanText, singleBlanks } from '#contract/typed-text.ts';

describe('cleaning a pasted text', () => {
  test('drops invisible characters', () => {
    expect(cleanText('\u202a0926687856\u202c')).toBe('0926687856');
    expect(cleanText('ana\u200b@correo\u2060.test\ufeff')).toBe('ana@correo.test');
    expect(cleanText('Mar\u00adía\u200e \u2067Peña\u2069')).toBe('María Peña');
    expect(cleanText('8812\u00a03456')).toBe('8812 3456');
    expect(cleanText('uno\u0007\u0000')).toBe('uno');
  });

  test('keeps letters, line ends and emoji of several parts', () => {
    for (const text of ['Ñandú, año 2026', 'uno\n\tdos', '👩\u200d👧 👩🏽\u200d⚕️ ❤️\u200d🔥', 'مرحبا', 'e\u0301']) {
      expect(cleanText(text)).toBe(text);
    }
  });

  test('[V5.12] makes every blank that typography knows a plain one', () => {
    const blanks =
      '\u0020\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000';
    expect(cleanText(blanks)).toBe(' '.repeat(17));
    expect(cleanText('8812\u20093456')).toBe('8812 3456');
  });

  test('changes nothing the second time', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => cleanText(cleanText(text)) === cleanText(text)));
  });
});

test('[V5.12] double, non-breaking and surrounding blanks become single blanks between words', () => {
  expect(singleBlanks('  Ana  María\u00a0\u00a0de   la Cruz ')).toBe('Ana María de la Cruz');
});
