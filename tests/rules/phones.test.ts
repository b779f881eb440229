import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { groupedNumber, groupedPhone, isFixedLine, nationalNumber, phoneProblem, wirePhone } from '#rules/phones.ts';

const WRONG = 'El teléfono no es válido';

describe('a typed phone number', () => {
  test.each([
    ['+593', '0991234567', '991234567'],
    ['+593', '099 123-45.67', '991234567'],
    ['+593', '+593 99 123 4567', '991234567'],
    ['+593', '+593 (0)99 123 4567', '991234567'],
    ['+593', '593991234567', '991234567'],
    ['+593', '00593 099 1234567', '991234567'],
    ['+593', '02 234 5678', '22345678'],
    ['+506', '50688123456', '88123456'],
    ['+506', '8812-3456', '88123456'],
    ['+506', '(+506) 8812 3456', '88123456'],
    // Eight digits are a complete number here, whatever they start with.
    ['+506', '50612345', '50612345'],
    ['+1', '1 809 555 1234', '8095551234'],
    ['+1', '+1 (809) 555-1234', '8095551234'],
    ['+1', '809-555-1234', '8095551234'],
    ['+502', '+502 5512 3456', '55123456'],
    ['+502', '50255123456', '55123456'],
    ['+57', '573001234567', '3001234567'],
    ['+57', '300 123 4567', '3001234567'],
    ['+34', '34600123456', '600123456'],
    ['+33', '06 12 34 56 78', '612345678'],
    ['+1-242', '242 359 1234', '3591234'],
    ['+1-242', '1 242 359 1234', '3591234'],
    ['+297', '+297 593 1234', '5931234'],
    ['+599', '9 512 3456', '95123456'],
    ['+599', '717 1234', '7171234'],
    ['+852', '9123 4567', '91234567'],
    ['+383', '044 123 456', '44123456'],
    ['+886', '0912 345 678', '912345678'],
    ['+886', '037 123 456', '37123456'],
    ['+595', '021 234 567', '21234567'],
    ['+595', '0981 123456', '981123456'],
    ['+53', '07 201 2345', '72012345'],
    ['+53', '5 234 5678', '52345678'],
    ['+53', '32 12345', '3212345'],
    // The zero is part of the number here.
    ['+39', '06 1234 5678', '0612345678'],
    ['+225', '07 08 09 10 11', '0708091011'],
    ['+226', '01 23 45 67', '01234567'],
    ['+226', '226 01 23 45 67', '01234567'],
    ['+227', '+227 08 12 34 56', '08123456'],
    ['+229', '01 97 12 34 56', '0197123456'],
    ['+242', '06 612 34 56', '066123456'],
    ['+992', '992 07 123 4567', '071234567'],
    ['+593', '\u202a+593 99 123 4567\u202c', '991234567'],
  ])('[D55] with the prefix %s, %s means %s', (prefix, typed, meant) => {
    expect(nationalNumber(typed, prefix)).toBe(meant);
    expect(phoneProblem(typed, prefix)).toBeNull();
    expect(wirePhone(typed, prefix)).toBe(`+${prefix.replace(/\D/g, '')}${meant}`);
  });

  test.each([
    ['+593', '123456'],
    ['+593', '12345678901'],
    ['+593', '9912345678'],
    // A mobile that lost a digit has the length of a fixed line, and a fixed line with one more that of a mobile.
    ['+593', '099 123 456'],
    ['+593', '+593 99 123 456'],
    ['+593', '02 2234 5678'],
    ['+593', '02 123 45678'],
    ['+593', '12345678'],
    ['+506', '881234567'],
    ['+506', '8812345'],
    ['+502', '551234567'],
    ['+57', '30012345'],
    ['+1', '5551234'],
    ['+297', '59312345'],
    ['+599', '512345'],
    ['+852', '912345678'],
    ['+383', '4412345678'],
    ['+886', '9123456789'],
    // A number of another country is not taken for a local one, and letters are refused.
    ['+506', '+34 612 345 678'],
    ['+506', '88123456a'],
    ['+506', '8812 3456 ext 2'],
    ['+506', '８８１２３４５６'],
    ['+49', '123456'],
    ['+49', '123456789012'],
    ['', '+'],
    ['+593', ''],
  ])('[D55][V5.15] with the prefix %s, %s is refused', (prefix, typed) => {
    expect(phoneProblem(typed, prefix)).toBe(WRONG);
  });

  test("[V5.15][V9.5][D6] has 7 to 11 digits where the country's length is unknown", () => {
    for (let length = 0; length < 20; length += 1) {
      expect(phoneProblem('8'.repeat(length), '+49'), `${length}`).toBe(length >= 7 && length <= 11 ? null : WRONG);
    }
  });

  test.each([
    '8095551234',
    '1 829 555 1234',
    '+1 849 555 1234',
    '305 555 1234',
    '+1 (212) 555-1234',
    '787 555 1234',
    '416 555 1234',
  ])('[D82] any North American number is taken behind +1: %s', (number) =>
    expect(phoneProblem(number, '+1')).toBeNull(),
  );

  test.each(['5551234', '105 555 1234', '809 155 1234', '809 055 1234', '80955512345', '+34 809 555 123'])(
    '[D82] what is no North American number is refused behind +1: %s',
    (number) => expect(phoneProblem(number, '+1')).toBe(WRONG),
  );

  test('[D55] is read the same a second time, in groups too', () => {
    const prefixes = fc.constantFrom('+593', '+506', '+1', '+502', '+57', '+34', '+39', '+49', '+1-242', '');
    const typed = fc.string({ unit: fc.constantFrom(...'0123456789 +-()'), maxLength: 18 });
    fc.assert(
      fc.property(prefixes, typed, (prefix, text) => {
        const once = nationalNumber(text, prefix);
        if (phoneProblem(text, prefix) !== null) return;
        expect(nationalNumber(once, prefix)).toBe(once);
        expect(nationalNumber(groupedNumber(once, prefix), prefix)).toBe(once);
      }),
      {
        examples: [
          ['+1-242', '01000000'],
          ['+593', '0 0 99123456'],
        ],
      },
    );
  });
});

describe('a phone number on screen', () => {
  test.each([
    ['+593991234567', '+593', '+593 99 123 4567'],
    ['+50688123456', '+506', '+506 8812 3456'],
    ['88123456', '+506', '+506 8812 3456'],
    ['+18095551234', '+1', '+1 809 555 1234'],
    ['+50255123456', '+502', '+502 5512 3456'],
    ['+573001234567', '+57', '+57 300 123 4567'],
    ['+34600123456', '', '+34 600 123 456'],
    ['por confirmar', '+506', 'por confirmar'],
    ['', '+506', ''],
  ])('[D55] stored as %s with the prefix %s reads %s', (stored, prefix, shown) => {
    expect(groupedPhone(stored, prefix)).toBe(shown);
  });
});

test.each([
  ['07 257 1234', '+593', true],
  ['099 123 4567', '+593', false],
  ['2222 3333', '+506', true],
  ['8812 3456', '+506', false],
  ['2412 3456', '+502', true],
  ['5512 3456', '+502', false],
  ['601 234 5678', '+57', true],
  ['300 123 4567', '+57', false],
  ['809 555 1234', '+1-809', false],
])('[D55] %s behind %s is a fixed line: %s', (typed, prefix, is) => {
  expect(isFixedLine(typed, prefix)).toBe(is);
});
