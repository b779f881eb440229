import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, toTypedDate } from '#rules/dates.ts';
import {
  birthDateProblem,
  EMAIL_TAKEN,
  emailConfirmationProblem,
  emailProblem,
  GENERIC_PROBLEM,
  issueDateProblem,
  type NameField,
  nameProblem,
  nitProblem,
  passwordConfirmationProblem,
  passwordHelp,
  passwordProblem,
  writtenName,
} from '#rules/registration-fields.ts';

const today = '2026-11-21';

describe('email', () => {
  test('[V5.10] must have the form x@y.z', () => {
    for (const good of ['a@b.c', 'ana.solis+seguros@correo.co.cr', 'josé@ñandú.test', ' ana@demo.test ', "o'b@x.io"]) {
      expect(emailProblem(good), good).toBeNull();
    }
    const bad = [
      '',
      'ana',
      'ana@',
      '@demo.test',
      'ana@demo',
      'ana@demo.',
      'ana@.test',
      'ana@demo..test',
      'a b@demo.test',
      // Copied text brings along invisible marks like these.
      '\u202Aana@demo.test\u202C',
      'ana@de\u200Bmo.test',
    ];
    for (const one of [...bad, 'a@b@c.d', 'ana@demo .test', `${'a'.repeat(250)}@b.cd`]) {
      expect(emailProblem(one), one).toBe('Ingresa un correo electrónico válido');
    }
  });

  test('[V5.10] must equal its confirmation, apart from blanks around it and capitals', () => {
    for (const same of ['ana@demo.test ', 'Ana@demo.test']) {
      expect(emailConfirmationProblem('ana@demo.test', same)).toBeNull();
    }
    for (const other of ['', 'ana@demo.tes', 'an@demo.test']) {
      expect(emailConfirmationProblem('ana@demo.test', other)).toBe('Los correos electrónicos no coinciden');
    }
  });

  test('[V5.8][V5.16] has one message for a taken address and one for any other problem', () => {
    expect(EMAIL_TAKEN).toBe('El correo electrónico ya está registrado');
    expect(GENERIC_PROBLEM).toBe('Por favor, introduce un valor válido');
  });
});

describe('password', () => {
  test.each([
    ['CLAVE2026', 'Falta una minúscula'],
    ['clave2026', 'Falta una mayúscula'],
    ['Guayaquil', 'Falta un número'],
    ['Amp2026', 'Falta 1 carácter'],
    ['Amp202', 'Faltan 2 caracteres'],
    ['amp', 'Faltan 5 caracteres, una mayúscula y un número'],
    ['🦜🦜', 'Faltan 6 caracteres, una minúscula, una mayúscula y un número'],
    ['Amparo2026', null],
    ['', null],
  ])('[V5.11] of %j is said what it lacks: %s', (typed, help) => {
    expect(passwordHelp(typed)).toBe(help);
    if (help) expect(passwordProblem(typed)).toBe(WEAK);
  });

  const WEAK = 'Ingresa una contraseña segura de 8 caracteres (una mayúscula y un nº)';

  test('[V5.11] needs 8 characters with a digit, a small letter and a capital', () => {
    for (const good of ['Amparo2026', 'aaaaaaA1', '  Aa1   ', 'Ñandú123', '1Aa😀😀😀😀😀']) {
      expect(passwordProblem(good), good).toBeNull();
    }
    for (const bad of ['', 'Amparo1', 'amparo2026', 'AMPARO2026', 'AmparoAmparo', '12345678', 'Aa1😀😀😀😀']) {
      expect(passwordProblem(bad), bad).toBe(WEAK);
    }
  });

  test('[V5.11] is strong exactly with the three kinds of characters and the length', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'aA1-'), maxLength: 12 }), (text) => {
        const strong = text.length >= 8 && text.includes('a') && text.includes('A') && text.includes('1');
        expect(passwordProblem(text)).toBe(strong ? null : WEAK);
      }),
    );
  });

  test('[V5.11][H5.7] must equal its repetition exactly', () => {
    expect(passwordConfirmationProblem('Amparo2026', 'Amparo2026')).toBeNull();
    for (const other of ['', 'amparo2026', 'Amparo2026 ']) {
      expect(passwordConfirmationProblem('Amparo2026', other)).toBe('Las contraseñas no coinciden');
    }
  });
});

describe('names', () => {
  const messages: Record<NameField, string> = {
    nombre: 'El nombre no es válido',
    apellidoPrimero: 'El primer apellido no es válido',
    apellidoSegundo: 'El segundo apellido no es válido',
    nombreConyuge: 'El nombre no es válido',
    apellido1Conyuge: 'El primer apellido no es válido',
    apellido2Conyuge: 'El segundo apellido no es válido',
  };
  for (const [field, text] of Object.entries(messages) as [NameField, string][]) {
    test(`[V5.12] ${field} takes letters with accents, ñ and hyphens, and single blanks, and is required`, () => {
      for (const good of ['María', 'Ñusta', 'Ana-Lucía', 'De la Cruz', 'Müller', ' Solís ', 'Mari\u0301a', 'X']) {
        expect(nameProblem(field, good), good).toBeNull();
      }
      for (const bad of [
        '',
        ' ',
        'Ana3',
        "'",
        '.',
        '. Ana',
        'Ana..',
        'Ana .',
        'Мария',
        'Mª',
        '-',
        'Ana\tMaría',
        '<b>',
        '張',
        '😀',
        'ª',
        '×',
      ]) {
        expect(nameProblem(field, bad), bad).toBe(text);
      }
    });
  }

  test.each([
    ["O'Brien", "O'Brien"],
    ['D’Angelo', "D'Angelo"],
    ['Kamehameha ʻIolani', "Kamehameha 'Iolani"],
    ['Ma. del Carmen', 'Ma. del Carmen'],
    ['J.R.', 'J.R.'],
    ['Ana\u2010Sofía', 'Ana-Sofía'],
    ['Ana\u2011Sofía', 'Ana-Sofía'],
    ['Ana\u2013Sofía', 'Ana-Sofía'],
    ['Ana\u2212Sofía', 'Ana-Sofía'],
    ['José  Luis', 'José Luis'],
    ['Nguyễn Trần', 'Nguyễn Trần'],
    ['Arapỹ', 'Arapỹ'],
    ['Mbag̃uare', 'Mbag̃uare'],
    // A letter of Latin Extended-C and one of Extended-D.
    ['Ⱡavrenti', 'Ⱡavrenti'],
    ['Ꞑuri', 'Ꞑuri'],
    ["'t Hooft", "'t Hooft"],
  ])('[D80] a name that people have: %s is taken, and sent as %s', (typed, sent) => {
    expect(nameProblem('nombre', typed)).toBeNull();
    expect(writtenName(typed)).toBe(sent);
  });

  test('[V5.12] of a hostile length are judged at once', () => {
    expect(nameProblem('nombre', `${'-a'.repeat(20_000)}!`)).toBe(messages.nombre);
    expect(nameProblem('nombre', `${'a '.repeat(20_000)} b`)).toBe(messages.nombre);
  });
});

describe('dates', () => {
  const BIRTH = 'Ingresa una fecha de nacimiento válida';
  const YOUNG = 'Tienes que ser mayor de 18 años';

  test('[V5.13] a birth date is a real day written dd-mm-aaaa, from 1900 to 2029', () => {
    for (const good of ['01-01-1900', '29-02-2000', '31-12-1999'])
      expect(birthDateProblem(good, today), good).toBeNull();
    const bad = ['', '31-12-1899', '01-01-2030', '29-02-2001', '31-04-1990', '1-1-1990', '1990-01-01', '01/01/1990'];
    for (const one of [...bad, '00-01-1990', '01-13-1990', '01-01-90', 'dd-mm-aaaa']) {
      expect(birthDateProblem(one, today), one).toBe(BIRTH);
    }
  });

  test('[V5.13][V9.5][D46] a birth date is too recent under 18 years of 365.25 days', () => {
    expect(birthDateProblem('21-11-2008', today)).toBe(YOUNG);
    expect(birthDateProblem('20-11-2008', today)).toBeNull();
    expect(birthDateProblem('22-11-2008', today)).toBe(YOUNG);
    expect(birthDateProblem('31-12-2029', today)).toBe(YOUNG);
    expect(birthDateProblem('01-01-2001', '2019-01-01')).toBe(YOUNG);
    expect(birthDateProblem('01-01-2001', '2019-01-02')).toBeNull();
  });

  test('[V5.13] a birth date in the range is either accepted or too recent', () => {
    fc.assert(
      fc.property(fc.nat({ max: 47_481 }), (offset) => {
        const date = addDays('1900-01-01', offset);
        const problem = birthDateProblem(toTypedDate(date), today);
        if (date <= '2008-11-20') expect(problem).toBeNull();
        if (date >= '2008-11-22') expect(problem).toBe(YOUNG);
      }),
    );
  });

  test('[V5.14] an issue date has the same format, and lies between birth and today', () => {
    for (const good of ['01-01-1900', '21-11-2026', '22-11-2026'])
      expect(issueDateProblem(good, '2026-11-22', null), good).toBeNull();
    expect(issueDateProblem('23-11-2026', '2026-11-22', null)).toBe(
      'La fecha de expedición no puede ser posterior a hoy',
    );
    expect(issueDateProblem('11-04-1986', '2026-11-22', '1986-04-12')).toBe(
      'La fecha de expedición no puede ser anterior a tu nacimiento',
    );
    expect(issueDateProblem('12-04-1986', '2026-11-22', '1986-04-12')).toBeNull();
    for (const bad of ['', '30-02-2020', '01-01-1899', '01-01-2030', '2020-01-01']) {
      expect(issueDateProblem(bad, '2026-11-22', null), bad).toBe('Ingresa una fecha válida');
    }
  });
});

describe('tax number and phone', () => {
  const verdict = (length: number, least: number, most: number) => length >= least && length <= most;

  test('[V5.14][V9.5][D6] a NIT has 9 to 13 digits', () => {
    for (let length = 0; length < 20; length++) {
      expect(nitProblem('7'.repeat(length)), `${length}`).toBe(
        verdict(length, 9, 13) ? null : 'Ingresa un número de Identificación Tributaria válido',
      );
    }
    expect(nitProblem('900.123.456-7')).toBeNull();
    expect(nitProblem('12345678K')).not.toBeNull();
  });

  test('[D79] a Guatemalan NIT ends in its check sign by modulo 11, K for ten', () => {
    // 576937: 7·2 + 3·3 + 9·4 + 6·5 + 7·6 + 5·7 = 166, and ten more make 16 elevens.
    for (const good of ['576937-K', '576937k', '7108-0', '1234567-9', ' 576.937-K ']) {
      expect(nitProblem(good, true), good).toBeNull();
    }
    for (const bad of ['576937-1', 'K', '5K6937', '576937-KK', '7108-1', 'CF']) {
      expect(nitProblem(bad, true), bad).toBe('Ingresa un número de Identificación Tributaria válido');
    }
    for (let number = 10; number < 3000; number += 1) {
      const fits = [...'0123456789K'].filter((sign) => nitProblem(`${number}${sign}`, true) === null);
      expect(fits, `${number}`).toHaveLength(1);
    }
  });
});
