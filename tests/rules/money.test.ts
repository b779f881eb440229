import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { residences } from '#contract/account.ts';
import { currencies } from '#contract/refunds.ts';
import {
  currenciesFor,
  currencyNames,
  editedAmount,
  exactMoney,
  localeOf,
  namedMoney,
  parseAmount,
  typedCurrency,
  wholeMoney,
  writtenAmount,
} from '#rules/money.ts';

/** Browsers use different kinds of blanks, which look the same to the customer. */
const plain = (text: string) => text.replace(/[\s\u00A0\u202F]+/gu, ' ');

describe('written money', () => {
  const written: Record<string, [string, string]> = {
    Ecuador: ['$1.234.567,50', '$86,40'],
    'Costa Rica': ['US$1 234 567,50', 'US$86,40'],
    'República Dominicana': ['US$1,234,567.50', 'US$86.40'],
    Guatemala: ['US$1,234,567.50', 'US$86.40'],
    Colombia: ['US$1.234.567,50', 'US$86,40'],
    Internacional: ['US$1,234,567.50', 'US$86.40'],
  };
  for (const residence of residences) {
    test(`[D22][D74][H9.4][H2.29] dollars are written to the cent for a resident of ${residence}`, () => {
      const locale = localeOf(residence);
      expect([1_234_567.5, 86.4].map((amount) => plain(exactMoney(amount, 'USD', locale)))).toEqual(written[residence]);
    });
  }

  test('[D22] each residence has its own locale, and any other text gets that of Internacional', () => {
    expect(residences.map(localeOf)).toEqual(['es-EC', 'es-CR', 'es-DO', 'es-GT', 'es-CO', 'es-US']);
    for (const other of ['', 'Panamá', 'constructor', 'ecuador']) expect(localeOf(other)).toBe('es-US');
  });

  test('[H9.4] dollars show no cents when the amount is zero', () => {
    expect(exactMoney(0, 'USD', 'es-US')).toBe('US$0');
    expect(exactMoney(-0, 'USD', 'es-EC')).toBe('$0');
    expect(exactMoney(0.01, 'USD', 'es-US')).toBe('US$0.01');
    expect(plain(exactMoney(0, 'EUR', 'es-US'))).toBe('0.00 EUR');
  });

  test('[D74] a country has a symbol for its own currency; dollars are US$ outside of Ecuador; of the rest the code follows', () => {
    const written = Object.fromEntries(
      residences.map((one) => [one, currencies.map((currency) => plain(exactMoney(1234.5, currency, localeOf(one))))]),
    );
    expect(written).toEqual({
      Ecuador: ['$1.234,50', '1.234,50 EUR', '1.234,50 COP', '1.234,50 DOP', '1.234,50 CRC', '1.234,50 GTQ'],
      'Costa Rica': ['US$1 234,50', '1 234,50 EUR', '1 234,50 COP', '1 234,50 DOP', '₡1 234,50', '1 234,50 GTQ'],
      'República Dominicana': [
        'US$1,234.50',
        '1,234.50 EUR',
        '1,234.50 COP',
        'RD$1,234.50',
        '1,234.50 CRC',
        '1,234.50 GTQ',
      ],
      Guatemala: ['US$1,234.50', '1,234.50 EUR', '1,234.50 COP', '1,234.50 DOP', '1,234.50 CRC', 'Q1,234.50'],
      Colombia: ['US$1.234,50', '1.234,50 EUR', '$1.234,50', '1.234,50 DOP', '1.234,50 CRC', '1.234,50 GTQ'],
      Internacional: ['US$1,234.50', '1,234.50 EUR', '1,234.50 COP', '1,234.50 DOP', '1,234.50 CRC', '1,234.50 GTQ'],
    });
  });

  test('[D74] pesos of Colombia and colones have cents only when there are any; an unknown code follows as it came', () => {
    expect(exactMoney(250_000, 'COP', 'es-CO')).toBe('$250.000');
    expect(plain(exactMoney(250_000, 'CRC', 'es-CR'))).toBe('₡250 000');
    expect(exactMoney(250_000, 'GTQ', 'es-GT')).toBe('Q250,000.00');
    expect(namedMoney(250_000, 'COP', 'es-CO')).toBe('$250.000');
    expect(plain(namedMoney(86.4, 'MXN', 'es-US'))).toBe('86.40 MXN');
    expect(namedMoney(86.4, '', 'es-US')).toBe('86.40');
    expect(namedMoney(null, 'MXN', 'es-US')).toBe('');
  });

  test('[D74] an amount is one word', () => {
    fc.assert(
      fc.property(
        fc.double({ noNaN: true, min: -1e9, max: 1e9 }),
        fc.constantFrom(...currencies),
        fc.constantFrom(...residences),
        (amount, currency, residence) => {
          for (const write of [exactMoney, wholeMoney])
            expect(write(amount, currency, localeOf(residence))).not.toMatch(/[ \t\n]/);
        },
      ),
    );
  });

  test('[D74] what is typed stays as the country writes it, and is read as the same amount again', () => {
    expect(residences.map((one) => plain(writtenAmount('1250000.50', localeOf(one))))).toEqual([
      ...['1.250.000,50', '1 250 000,50', '1,250,000.50', '1,250,000.50', '1.250.000,50', '1,250,000.50'],
    ]);
    for (const other of ['', '-5', '1e3', 'doce']) expect(writtenAmount(other, 'es-CR')).toBe(other);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e11 }), fc.constantFrom(...residences), (cents, residence) => {
        const answer = (cents / 100).toFixed(2);
        expect(parseAmount(writtenAmount(answer, localeOf(residence)))).toBe(answer);
        expect(parseAmount(editedAmount(answer, localeOf(residence)))).toBe(answer);
        expect(editedAmount(answer, localeOf(residence))).toMatch(/^\d+([.,]\d\d)?$/);
      }),
    );
  });

  test('[D22][H2.22] a sum insured shows cents only when there are any', () => {
    expect(wholeMoney(500_000, 'USD', 'es-US')).toBe('US$500,000');
    expect(wholeMoney(500_000.5, 'USD', 'es-US')).toBe('US$500,000.50');
    expect(wholeMoney(500_000.001, 'USD', 'es-US')).toBe('US$500,000');
    expect(wholeMoney(0, 'USD', 'es-US')).toBe('US$0');
  });

  test('[D22] a locale of no country reads as Internacional’s', () => {
    for (const other of ['', 'de-DE', 'en_US.UTF-8', '💥'])
      expect(exactMoney(1234.5, 'USD', other)).toBe('US$1,234.50');
  });

  test('an unknown amount is written as nothing, and absurd ones cause no failure', () => {
    for (const write of [exactMoney, wholeMoney]) {
      expect(write(null, 'USD', 'es-US')).toBe('');
      for (const amount of [-5, 1e300, Number.MAX_SAFE_INTEGER, -1e-9])
        expect(write(amount, 'USD', 'es-US')).toMatch(/\d/);
    }
    expect(exactMoney(-86.4, 'USD', 'es-US')).toBe('-US$86.40');
    // Less than half a cent is zero, and zero has no sign.
    for (const least of [-0.001, 0.001, -0.0049, -0]) {
      expect(exactMoney(least, 'USD', 'es-US')).toBe('US$0');
      expect(plain(wholeMoney(least, 'EUR', 'es-US'))).toBe('0 EUR');
      expect(plain(namedMoney(least, 'MXN', 'es-US'))).toBe('0.00 MXN');
    }
    expect(exactMoney(-0.01, 'USD', 'es-US')).toBe('-US$0.01');
  });
});

describe('the order of currencies', () => {
  test('[H9.4] currencies are listed with those used in the residence first', () => {
    expect(Object.fromEntries(residences.map((one) => [one, currenciesFor(one).join(' ')]))).toEqual({
      Ecuador: 'USD EUR COP DOP CRC GTQ',
      'Costa Rica': 'CRC USD EUR COP DOP GTQ',
      'República Dominicana': 'DOP USD EUR COP CRC GTQ',
      Guatemala: 'GTQ USD EUR COP DOP CRC',
      Colombia: 'COP USD EUR DOP CRC GTQ',
      Internacional: 'USD EUR COP DOP CRC GTQ',
    });
    expect(currenciesFor('otro')).toEqual([...currencies]);
    for (const currency of currencies) expect(currencyNames[currency]).toContain(`(${currency})`);
  });
});

describe('typed money', () => {
  const readings: Record<string, string> = {
    '86,40': '86.40',
    '86.40': '86.40',
    '86': '86.00',
    '86,4': '86.40',
    '1.234,56': '1234.56',
    '1,234.56': '1234.56',
    '1 234,56': '1234.56',
    '1234.56': '1234.56',
    '1.234': '1234.00',
    '1,234': '1234.00',
    '1.234.567': '1234567.00',
    '1,234,567.8': '1234567.80',
    ' $ 86,40 ': '86.40',
    'RD$1,500.00': '1500.00',
    'US$ 20': '20.00',
    '₡12 000': '12000.00',
    'Q 75.50': '75.50',
    '12,5 €': '12.50',
    '0,50': '0.50',
    '0': '0.00',
    '.5': '0.50',
    ',5': '0.50',
    '5.': '5.00',
    '86,': '86.00',
    '$ 428.000 COP': '428000.00',
    '86\u00a0000,50': '86000.50',
    '\u200e1.500\u200b': '1500.00',
    '007': '7.00',
    'Q.50': '50.00',
    'Q. 85': '85.00',
    'Q.85.00': '85.00',
    'Q.1,250.00': '1250.00',
    'q 1,250': '1250.00',
    'GTQ 500.00': '500.00',
    'GTQ. 500,5': '500.50',
    'USD 1,234.56': '1234.56',
    '1.234,56 USD.': '1234.56',
    'U$S 50': '50.00',
    'US$.50': '50.00',
    '50 RD$': '50.00',
    '$.50': '50.00',
    '50 $': '50.00',
    '1.234,56$': '1234.56',
    '428.000 $ COP': '428000.00',
    '428.000 COP': '428000.00',
    '12.000 CRC': '12000.00',
    '12 500,50 CRC.': '12500.50',
    '50 U$S': '50.00',
    '1.234,56 U$S': '1234.56',
    '20.50 US$': '20.50',
    '1,250.00 GTQ': '1250.00',
    '1,500 DOP': '1500.00',
    'RD$.50': '50.00',
    'rd$ 1,500': '1500.00',
    '12 000 ₡': '12000.00',
    CRC12000: '12000.00',
    'COP 428.000': '428000.00',
    '$COP 428.000': '428000.00',
    'COL$ 428.000': '428000.00',
    '50 Q.': '50.00',
    '50 Q': '50.00',
    'EUR 12,5': '12.50',
    "1'250.000": '1250000.00',
    '$ 1’250.000,50': '1250000.50',
    "12'250.000.000": '12250000000.00',
    '1´250,000.50': '1250000.50',
    '999999999999': '999999999999.00',
  };
  for (const [typed, wire] of Object.entries(readings)) {
    test(`[H2.44][D22] reads ${JSON.stringify(typed)} as ${wire}`, () => expect(parseAmount(typed)).toBe(wire));
  }

  test('[H2.44] a text without a single reading is no amount', () => {
    const unreadable = ['', '.', ',', 'abc', '-5', '1.2345', '12,34,56', '0.123', '1.23.456', '1,234,56', '1.234,567'];
    for (const typed of [
      ...unreadable,
      '1e3',
      '-0',
      '- 5',
      '5-',
      '5..',
      "1'25",
      "1'250",
      "1'250'000",
      "1'250.00",
      "1'250.000.00",
      "0'250.000",
      "1234'250.000",
      '.5.',
      '1.000.,',
      '$COP',
      '١٢',
      '1.000.00,5',
      '12.34.567',
      '$',
      'Q.',
      'Q,50',
      'Q..50',
      '$,50',
      'USD USD USD 5',
      'QQ',
      'MXN 50',
      'Q 50 USD',
      '1000000000000',
    ]) {
      expect(parseAmount(typed), typed).toBeNull();
    }
  });

  test('[H2.44] knows the currency that was typed beside an amount, unless its sign is of several', () => {
    const typed = { 'Q.50': 'GTQ', '50 USD': 'USD', 'US$ 5': 'USD', U$S5: 'USD', '50 rd$': 'DOP', '₡ 12': 'CRC' };
    const behind = { '12.000 CRC': 'CRC', '50 U$S': 'USD', '50 COP': 'COP', '50 GTQ': 'GTQ' };
    for (const [text, code] of Object.entries({ ...typed, ...behind })) expect(typedCurrency(text), text).toBe(code);
    expect(typedCurrency('$ 428.000 COP')).toBe('COP');
    for (const text of ['$5', '50 $', '$.50', '50', '', 'Q. USD 5', '¢5']) expect(typedCurrency(text), text).toBeNull();
  });

  test('[D22] any amount written for one of these countries is read back', () => {
    const cents = fc.integer({ min: 0, max: 99_999_999_999 });
    fc.assert(
      fc.property(
        cents,
        fc.constantFrom(...residences),
        fc.constantFrom(...currencies),
        (amount, residence, currency) => {
          const written = exactMoney(amount / 100, currency, localeOf(residence));
          expect(parseAmount(written)).toBe((amount / 100).toFixed(2));
        },
      ),
    );
  });

  test('[H2.44] any typed text gives the wire text or nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'0123456789.,$ -'), maxLength: 20 }), (typed) => {
        expect(parseAmount(typed) ?? '0.00').toMatch(/^\d{1,12}\.\d{2}$/);
      }),
    );
  });
});
