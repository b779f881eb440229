// @module-tag depth
import fc from 'fast-check';
import { stdnum } from 'stdnum';
import { describe, expect, test } from 'vitest';
import {
  bareNumber,
  type DocumentNumberKind,
  documentNumberProblem,
  documentTakenText,
} from '#rules/document-numbers.ts';

const INVALID = 'El número de documento no es válido';
const FORMAT = 'Formato inválido';
const PASSPORT = 'El número de pasaporte no es válido';

const digits = (length: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length }).map((list) => list.join(''));

/** Appends the check digit, found by trying all ten: the standard wants a total that is a multiple of ten. */
function withCheckDigit(body: string, isDoubled: (position: number) => boolean): string {
  for (let last = 0; last < 10; last++) {
    const number = `${body}${last}`;
    const sum = Array.from(number).reduce((total, digit, index) => {
      const last = index === number.length - 1;
      const doubled = !last && isDoubled(index + 1) ? Number(digit) * 2 : Number(digit);
      return total + Math.floor(doubled / 10) + (doubled % 10);
    }, 0);
    if (sum % 10 === 0) return number;
  }
  throw new Error('no digit fits');
}
const odd = (position: number) => position % 2 === 1;
const even = (position: number) => position % 2 === 0;

function rejects(kind: DocumentNumberKind, numbers: string[], text: string) {
  for (const number of numbers) expect(documentNumberProblem(kind, number), number).toBe(text);
}
function accepts(kind: DocumentNumberKind, numbers: string[]) {
  for (const number of numbers) expect(documentNumberProblem(kind, number), number).toBeNull();
}

/** The number with another digit at this index. */
const changed = (number: string, index: number, by: number) =>
  number.slice(0, index) + ((Number(number[index]) + by) % 10) + number.slice(index + 1);

describe('Ecuadorian cédula', () => {
  test('[V5.3][D5] accepts numbers with a correct check digit, among them two real ones', () => {
    accepts('cedulaEcuador', ['0926687856', '1710034065']);
    fc.assert(fc.property(digits(9), (body) => accepts('cedulaEcuador', [withCheckDigit(body, odd)])));
  });

  test('[V5.3][D5] rejects a number with any one digit changed', () => {
    fc.assert(
      fc.property(digits(9), fc.nat({ max: 9 }), fc.integer({ min: 1, max: 9 }), (body, index, by) => {
        rejects('cedulaEcuador', [changed(withCheckDigit(body, odd), index, by)], INVALID);
      }),
    );
  });

  test('[V5.3] rejects anything but ten digits', () => {
    rejects('cedulaEcuador', ['', '092668785', '09266878560', '092668785A', '٠٩٢٦٦٨٧٨٥٦'], INVALID);
  });
});

describe('Dominican cédula', () => {
  test('[V5.4][D5] accepts numbers with a correct check digit', () => {
    accepts('cedulaDominicana', ['00113918205', '001-1391820-5']);
    fc.assert(fc.property(digits(10), (body) => accepts('cedulaDominicana', [withCheckDigit(body, even)])));
  });

  test('[V5.4][D5] a wrong check digit gives the generic message', () => {
    fc.assert(
      fc.property(digits(10), fc.nat({ max: 10 }), fc.integer({ min: 1, max: 9 }), (body, index, by) => {
        rejects('cedulaDominicana', [changed(withCheckDigit(body, even), index, by)], INVALID);
      }),
    );
  });

  test('[V5.4] a bad format has its own message', () => {
    rejects('cedulaDominicana', ['', '0011391820', '001139182055', '0011391820A', '001/1391820/5'], FORMAT);
  });
});

describe('numbers judged by both Amparo and the package stdnum (D5)', () => {
  const agrees = (kind: DocumentNumberKind, isValid: (number: string) => boolean, numbers: fc.Arbitrary<string>) =>
    fc.assert(
      fc.property(numbers, (number) => {
        expect(documentNumberProblem(kind, number) === null, number).toBe(isValid(number));
      }),
      { numRuns: 1000 },
    );

  test('[V5.4][D5] Dominican cédulas get the same verdict', () => {
    const isValid = (number: string) => stdnum.DO?.cedula?.validate(number).isValid === true;
    expect(isValid('00113918205')).toBe(true);
    agrees('cedulaDominicana', isValid, digits(11));
    agrees(
      'cedulaDominicana',
      isValid,
      digits(10).map((body) => withCheckDigit(body, even)),
    );
  });

  test('[V5.3][D5] Ecuadorian cédulas get the same verdict, if stdnum accepts their province and third digit', () => {
    const isValid = (number: string) => stdnum.EC?.ci?.validate(number).isValid === true;
    expect(isValid('0926687856')).toBe(true);
    const province = fc.integer({ min: 1, max: 24 }).map((code) => String(code).padStart(2, '0'));
    const body = fc
      .tuple(province, fc.integer({ min: 0, max: 6 }), digits(6))
      .map(([code, third, rest]) => `${code}${third}${rest}`);
    agrees(
      'cedulaEcuador',
      isValid,
      fc.tuple(body, digits(1)).map(([start, last]) => start + last),
    );
    agrees(
      'cedulaEcuador',
      isValid,
      body.map((start) => withCheckDigit(start, odd)),
    );
  });
});

describe('Guatemalan DPI', () => {
  test('[V5.5][D5] needs 13 digits with a municipality code of at least 1, except 23', () => {
    accepts('dpi', ['1234567890101', '0000000100000', '0000002200000', '0000002400000', '0009999900000']);
    rejects('dpi', ['0000000000000', '9990000099999', '0000002300000', '123456789010', '12345678901011', ''], INVALID);
    rejects('dpi', ['123456789010A'], INVALID);
  });

  test('[V5.5] is judged by digits 4 to 8 only', () => {
    fc.assert(
      fc.property(digits(3), fc.integer({ min: 0, max: 99_999 }), digits(5), (before, code, after) => {
        const number = `${before}${String(code).padStart(5, '0')}${after}`;
        expect(documentNumberProblem('dpi', number)).toBe(code === 0 || code === 23 ? INVALID : null);
      }),
    );
  });
});

describe('numbers judged by their length', () => {
  const ofLengths = fc.integer({ min: 1, max: 18 }).chain(digits);

  test('[V5.6] a Colombian cédula has 6 to 10 digits', () => {
    accepts('cedulaColombia', ['123456', '1020304050', '1.020.304.050']);
    rejects('cedulaColombia', ['12345', '12345678901', '12345A', ''], INVALID);
    fc.assert(
      fc.property(ofLengths, (number) => {
        const fits = number.length >= 6 && number.length <= 10;
        expect(documentNumberProblem('cedulaColombia', number)).toBe(fits ? null : INVALID);
      }),
    );
  });

  test('[V5.6] a Costa Rican cédula has 9 digits, the first not zero', () => {
    accepts('cedulaCostaRica', ['112340567', '1-1234-0567', '900000000']);
    rejects('cedulaCostaRica', ['012340567', '11234056', '1123405678', '11234056A', ''], INVALID);
    fc.assert(
      fc.property(ofLengths, (number) => {
        const fits = number.length === 9 && number[0] !== '0';
        expect(documentNumberProblem('cedulaCostaRica', number)).toBe(fits ? null : INVALID);
      }),
    );
  });

  test('[V5.6] a DIMEX has 11 or 12 digits', () => {
    accepts('dimex', ['15580012345', '155800123456']);
    rejects('dimex', ['1558001234', '1558001234567', '1558001234A', ''], INVALID);
  });

  test('[V5.7][D42] a passport has 8 or 9 letters or digits, in either case', () => {
    accepts('pasaporte', ['AB123456', 'ab1234567', '123456789', 'ABCDEFGH']);
    rejects('pasaporte', ['AB12345', 'AB12345678', 'AB12345_', 'ÑB123456', ''], PASSPORT);
  });

  test('[V5.7] a passport in the international step has 5 to 15 letters or digits', () => {
    accepts('pasaporteInternacional', ['A1234', 'A12345678901234']);
    rejects('pasaporteInternacional', ['A123', 'A123456789012345', 'A12Ö4', ''], PASSPORT);
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'AZaz09'), maxLength: 20 }), (number) => {
        const fits = number.length >= 5 && number.length <= 15;
        expect(documentNumberProblem('pasaporteInternacional', number)).toBe(fits ? null : PASSPORT);
      }),
    );
  });
});

describe('the notation of numbers', () => {
  const kinds: DocumentNumberKind[] = [
    'cedulaEcuador',
    'cedulaDominicana',
    'dpi',
    'cedulaColombia',
    'cedulaCostaRica',
    'dimex',
    'pasaporte',
    'pasaporteInternacional',
  ];

  test('[D6] blanks, dots and hyphens never change the verdict', () => {
    const filler = fc.array(fc.constantFrom('', '', ' ', '.', '-', '\u00A0', '\u2011', '\u2013', '\u2212'), {
      minLength: 16,
      maxLength: 16,
    });
    fc.assert(
      fc.property(
        fc.constantFrom(...kinds),
        fc.integer({ min: 5, max: 15 }).chain(digits),
        filler,
        (kind, number, gaps) => {
          const spaced = Array.from(number, (digit, index) => `${gaps[index] ?? ''}${digit}`).join('');
          expect(documentNumberProblem(kind, spaced)).toBe(documentNumberProblem(kind, number));
          expect(bareNumber(spaced)).toBe(number);
        },
      ),
    );
    expect(bareNumber(' ab-123.456 ')).toBe('AB123456');
  });

  test('[V5.2][V5.16] any text gets a verdict, and a refusal has one of three messages', () => {
    fc.assert(
      fc.property(fc.constantFrom(...kinds), fc.string({ unit: 'binary', maxLength: 20 }), (kind, text) => {
        expect([null, INVALID, FORMAT, PASSPORT]).toContain(documentNumberProblem(kind, text));
      }),
    );
  });

  test('[V5.8] the message about a taken number says whether it is a document or a passport', () => {
    for (const kind of kinds) {
      expect(documentTakenText(kind)).toBe(
        kind.startsWith('pasaporte')
          ? 'El número de pasaporte ya está registrado'
          : 'El número de documento ya está registrado',
      );
    }
  });
});
