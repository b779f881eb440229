import { describe, expect, test } from 'vitest';
import {
  fill,
  isOfElsewhere,
  issuerDoubt,
  issuerText,
  numberText,
  readIn,
  whyNot,
} from '#features/refunds/paper/reading.ts';
import { currenciesFor } from '#rules/money.ts';

const facts = {
  country: 'DO',
  amount: '4850.00',
  currency: 'DOP',
  date: '2026-11-10',
  issuerId: '131246796',
  number: 'E320000012345',
} as const;
const form = {
  answers: { importe: '', divisa: '', fechaServicio: '' },
  filled: {},
  open: ['importe', 'divisa', 'fechaServicio'],
  currencies: currenciesFor(''),
  today: '2026-11-27',
};

describe('what an invoice fills in', () => {
  test('what is empty takes what the paper says', () => {
    const all = { importe: '4850', divisa: 'DOP', fechaServicio: '10-11-2026' };
    expect(fill(facts, form)).toEqual({ changes: all, filled: all });
  });

  test('what the customer wrote is never overwritten', () => {
    const answers = { importe: '5000', divisa: '', fechaServicio: '09-11-2026' };
    expect(fill(facts, { ...form, answers })).toEqual({ changes: { divisa: 'DOP' }, filled: { divisa: 'DOP' } });
  });

  test('what is being typed stays out of it', () => {
    expect(fill(facts, { ...form, open: ['divisa'] }).changes).toEqual({ divisa: 'DOP' });
  });

  test('what an earlier paper filled in goes with it, and what was changed since stays', () => {
    const answers = { importe: '4850', divisa: 'USD', fechaServicio: '10-11-2026' };
    const filled = { importe: '4850', divisa: 'DOP', fechaServicio: '10-11-2026' };
    expect(fill(null, { ...form, answers, filled })).toEqual({
      changes: { importe: '', fechaServicio: '' },
      filled: {},
    });
    expect(fill({ ...facts, amount: '12.50' }, { ...form, answers, filled }).changes).toEqual({
      importe: '',
      fechaServicio: '10-11-2026',
    });
  });

  test('[D75] an amount stands beside the currency of its paper, and beside no other', () => {
    const answers = { importe: '', divisa: 'USD', fechaServicio: '' };
    expect(fill(facts, { ...form, answers }).filled).toEqual({ fechaServicio: '10-11-2026' });
    expect(fill(facts, { ...form, answers: { ...answers, divisa: 'DOP' } }).filled.importe).toBe('4850');
    expect(
      fill(facts, { ...form, answers, filled: { divisa: 'USD' } }).filled,
      'which an earlier paper had',
    ).toMatchObject({
      importe: '4850',
      divisa: 'DOP',
    });
    expect(fill({ ...facts, currency: 'MXN' }, form).filled, 'which nobody can choose').not.toHaveProperty('importe');
    expect(fill({ ...facts, currency: undefined }, { ...form, answers }).filled.importe, 'which it does not say').toBe(
      '4850',
    );
  });

  test('two facts are enough', () => {
    const { filled } = fill({ country: 'EC', currency: 'USD', date: '2026-11-10' }, form);
    expect(filled).toEqual({ divisa: 'USD', fechaServicio: '10-11-2026' });
  });

  test('what the form could not take is not filled in', () => {
    const strange = { ...facts, currency: 'XAU', date: '2026-11-28', amount: '1000000000000.00' };
    expect(fill(strange, form).filled).toEqual({});
  });
});

describe('what is said of it', () => {
  test('papers that are no invoice are named, what is unclear is passed over', () => {
    expect(whyNot('credit', 'code')).toMatch(/^Esto es una nota de crédito, no una factura\. No llenamos nada/);
    for (const why of ['debit', 'kind', 'test', 'refused', 'zero', 'future'] as const)
      expect(whyNot(why, 'code'), why).not.toBe('');
    for (const why of ['nothing', 'check', 'host', 'hostile', 'xml'] as const) {
      expect(whyNot(why, 'code'), why).toBe('');
      expect(whyNot(why, 'xml'), why).toBe('No pudimos leer este XML como una factura. Adjunta el PDF o una foto.');
    }
    expect(whyNot('credit', 'xml')).toBe(whyNot('credit', 'code'));
  });

  test('[D75] an XML that is sure to be no invoice is told as that, without a code', () => {
    expect(whyNot('kind', 'xml')).toBe(
      'Este XML no es el de la factura: es otro comprobante o una respuesta. Elige el de la factura, o adjunta el PDF o una foto.',
    );
  });

  // A contingency's invoice of Guatemala and a Colombian CUDE have codes that do not tell what they are.
  test('[D75] a paper whose code does not tell what it is, is not called no invoice', () => {
    expect(whyNot('kind', 'code')).toMatch(/no sabemos si es una factura .* escribe el importe tú/);
  });

  test('a paper of another country than the visit is known', () => {
    expect(isOfElsewhere(facts, 'República Dominicana')).toBe(false);
    expect(isOfElsewhere(facts, 'Costa Rica')).toBe(true);
    expect(isOfElsewhere(facts, '')).toBe(false);
  });

  test('issuer and number are written as on paper', () => {
    expect(issuerText(facts)).toBe('RNC 1-31-24679-6');
    expect(issuerText({ country: 'DO', issuerId: '00209414325' })).toBe('Cédula 002-0941432-5');
    expect(issuerText({ country: 'GT', issuerId: '17406134K' })).toBe('NIT 17406134K');
    expect(issuerText({ country: 'CR', issuerId: '3101', issuerName: 'Clínica La Ceiba, S.A.' })).toBe(
      'Clínica La Ceiba, S.A.',
    );
    expect(issuerText({ country: 'CO' })).toBe('');
    expect(numberText({ country: 'CR', number: '00100001010000012345' })).toBe('001-00001-01-0000012345');
    expect(numberText(facts)).toBe('E320000012345');
  });

  test('[D75] a Dominican number whose digit does not fit is a reason to look again', () => {
    const doubt = (issuerId: string, country: 'DO' | 'CO' = 'DO') => issuerDoubt({ country, issuerId });
    expect([doubt('131246796'), doubt('00209414325'), doubt('131246797', 'CO')]).toEqual(['', '', '']);
    expect(issuerDoubt({ country: 'DO' })).toBe('');
    expect(doubt('131246797')).toBe('Revisa el RNC: su dígito no coincide.');
    expect(doubt('00209414326')).toBe('Revisa la cédula: su dígito no coincide.');
  });
});

test('a kept reading is read again, and one of another version is none', () => {
  const kept = { of: '9 a.jpg', from: 'code', facts, why: null, filled: { importe: '4850' } };
  expect(readIn(JSON.stringify(kept))).toEqual(kept);
  expect(readIn(JSON.stringify({ ...kept, facts: null, why: 'zero' }))).toMatchObject({ facts: null, why: 'zero' });
  for (const other of ['', '{', '[]', JSON.stringify({ ...kept, from: 'fax' }), null, 7])
    expect(readIn(other)).toBeNull();
});
