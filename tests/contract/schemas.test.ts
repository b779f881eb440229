import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { accessToken, loginAnswer, personalInformation } from '#contract/account.ts';
import { type Endpoint, endpoints, INTERNAL_TOKEN_HEADER } from '#contract/endpoints.ts';
import {
  beneficiary,
  bill,
  billsRequest,
  insuredPerson,
  paymentLinkAnswer,
  paymentsOfYear,
  policy,
} from '#contract/policies.ts';
import { refund } from '#contract/refunds.ts';
import { listOf, longText, text, wholeText } from '#contract/values.ts';

/** Values that nobody meant to send (S2): markup, bidirectional marks, long, empty and missing ones, other types. */
const hostile = ['<img src=x onerror=alert(1)>', '\u202Egnp.exe', 'a'.repeat(10_000), '', null, undefined, 7, true];

const parsed = (schema: v.GenericSchema, answer: unknown) => {
  const read = v.safeParse(schema, answer);
  return read.success ? read.output : null;
};

describe('the schema of an answer', () => {
  test('[H3.1] reads every field of a policy that a screen shows', () => {
    const fields = [
      'Policy',
      'PolicyNumber',
      'ProductName',
      'LineOfBusinessType',
      'VisualTimeInstance',
      'IssuingCompany',
      'OffshoreIndicator',
      'ProducerName',
      'GracePeriodDate',
      'GracePeriodDays',
      'MainInsuredName',
      'IdentificationNumber',
      'IdentificationType',
      'EffectiveDate',
      'InsuredAmount',
      'HealthCoverage',
      'HealthDeductible',
      'BalanceInquiry',
      'PolicyValuesType',
      'ModalPremium',
      'PaymentFrequency',
      'LastPaidDate',
      'PolicyOwnerName',
      'AmountAvoidLapsingPolicy',
    ];
    expect(Object.keys(v.parse(policy, { Policy: '1' })).sort()).toEqual(fields.sort());
  });

  test('[H3.3][V3.11] reads who the customer is and the policies from a sign-in', () => {
    const usuario = { id: 1, nif: '1', nombre: 'Ana', token: 't', residenciaFiscal: 'Ecuador' };
    const parsed = v.parse(loginAnswer, { usuario, polizas: [{ Policy: 'P-1' }, { no: 'policy' }] });
    expect(parsed.usuario).toEqual({ ...usuario, id: '1' });
    expect(parsed.polizas?.map((one) => one.Policy)).toEqual(['P-1']);
  });

  test('[H3.7] reads a payment link as a text, which is empty when there is none', () => {
    expect(v.parse(paymentLinkAnswer, { paymentUrl: '/pagar/1' }).paymentUrl).toBe('/pagar/1');
    expect(v.parse(paymentLinkAnswer, {}).paymentUrl).toBe('');
  });

  test('[H3.8] reads the dates, amount and documents of a refund', () => {
    const parsed = v.parse(refund, {
      id: 7,
      fechaDiagnostico: '2026-11-03T10:00:00Z',
      importe: '86.40',
      documentos: [{ idDocumento: 'd', tipo: 'documentoFactura', filename: 'f.pdf' }, null],
    });
    expect(parsed).toMatchObject({ id: '7', fechaDiagnostico: '2026-11-03', importe: 86.4, CaseNumber: '' });
    expect(parsed.documentos).toHaveLength(1);
  });

  test('[H2.37] writes the instant of a refund as every engine reads it, because the order of refunds follows it', () => {
    const created = (sent: unknown) => v.parse(refund, { id: '1', created: sent }).created;
    for (const sent of ['2026-11-20 10:00:00-05', '2026-11-20T10:00:00-05', '2026-11-20T15:00:00,0Z'])
      expect(created(sent), sent).toBe('2026-11-20T15:00:00.000Z');
    for (const other of ['2026-11-20', 'ayer', '']) expect(created(other), other).toBe(other);
    expect(created(null)).toBe('');
  });

  test('[D94] of a list never takes null or an object for an empty list', () => {
    const lists = Object.entries<Endpoint>(endpoints).filter(([, { answer }]) => Array.isArray(parsed(answer, [])));
    const names = lists.map(([name]) => name);
    expect(names).toEqual(
      expect.arrayContaining(['policies', 'pendingBills', 'payments', 'documents', 'cards', 'refunds', 'tickets']),
    );
    for (const [name, { answer }] of lists)
      for (const wrong of [null, {}, { error: 'no list' }]) expect(v.is(answer, wrong), name).toBe(false);
  });

  test('[D47] reads the payer number under the spelling of the wire', () => {
    expect(v.parse(insuredPerson, { AernaElectronicPayerNo: '60054' }).AernaElectronicPayerNo).toBe('60054');
  });

  test('[S2] drops neither a row nor its other fields because of one bad field', () => {
    for (const bad of hostile) {
      const parsed = v.parse(policy, { Policy: 'P', ProductName: bad, InsuredAmount: bad, GracePeriodDate: bad });
      expect(typeof parsed.ProductName).toBe('string');
      expect(parsed.InsuredAmount === null || Number.isFinite(parsed.InsuredAmount)).toBe(true);
      expect(parsed.GracePeriodDate).toBeNull();
      expect(v.parse(personalInformation, { nombre: bad }).apellidos).toBe('');
    }
    expect(v.parse(listOf(policy), [{ Policy: 'P' }, 'nonsense', null, { Policy: '' }])).toHaveLength(1);
  });

  test('[S2] cuts a text longer than any name, never inside a character, and never cuts an address', () => {
    const long = `${'a'.repeat(499)}👍${'b'.repeat(9501)}`;
    expect(v.parse(text, long)).toBe(`${'a'.repeat(499)}…`);
    expect(v.parse(text, 'a'.repeat(500))).toHaveLength(500);
    expect(v.parse(text, '  \n ')).toBe('');
    expect(v.parse(text, `Z${'\u0351'.repeat(400)} á`)).toBe(`Z${'\u0351'.repeat(8)} á`);
    expect(v.parse(text, 'a\uD800')).toBe('a\uFFFD');
    expect(v.parse(longText, 'a'.repeat(4000))).toHaveLength(4000);
    expect(v.parse(longText, long)).toHaveLength(4001);
    expect(v.parse(wholeText, long)).toBe(long);
    expect(v.parse(paymentLinkAnswer, { paymentUrl: long }).paymentUrl).toBe(long);
  });

  test('[H3.12] keeps a bill without a number, and drops one without number and amount', () => {
    expect(v.parse(listOf(bill), [{ DuePremium: 5 }, { BillNumber: 'F-1' }, { EffectiveFrom: '2026-01-01' }])).toEqual([
      { BillNumber: '', DuePremium: 5, EffectiveFrom: null, EffectiveTo: null },
      { BillNumber: 'F-1', DuePremium: null, EffectiveFrom: null, EffectiveTo: null },
    ]);
  });

  test('[D22] takes a text that may be an amount or its thousandth for none, and never so a number or a share', () => {
    const owed = (DuePremium: unknown) => v.parse(bill, { BillNumber: 'F-1', DuePremium }).DuePremium;
    for (const either of ['185.000', '1.234', ' -185.000 ', '1.234.567', '1,234', '1.234,56'])
      expect(owed(either), either).toBeNull();
    const one = { '185.00': 185, '1234.567': 1234.57, '0.125': 0.13, '185': 185, ' 86.4 ': 86.4, '-5.5': -5.5 };
    for (const [sent, read] of Object.entries(one)) expect(owed(sent), sent).toBe(read);
    expect(owed(185.125)).toBe(185.13);
    expect(v.parse(beneficiary, { ParticipationPercentage: '33.333' }).ParticipationPercentage).toBe(33.333);
  });

  test('[D50] reads an amount to the cent as it is written, so that rows, sums and payments speak of one number', () => {
    const owed = (DuePremium: unknown) => v.parse(bill, { BillNumber: 'F-1', DuePremium }).DuePremium;
    const read = { 1.005: 1.01, 184.515: 184.52, [-1.005]: -1.01, 0.004: 0, [-0.004]: 0, 1e-7: 0, 1e21: 1e21 };
    for (const [sent, cents] of Object.entries(read)) expect(owed(Number(sent)), sent).toBe(cents);
  });

  test('[D94] takes an empty date of another system for none, and keeps the birth of whoever may be alive', () => {
    const days = (GracePeriodDate: string) => v.parse(policy, { Policy: 'P', GracePeriodDate }).GracePeriodDate;
    for (const empty of ['0001-01-01T00:00:00', '1753-01-01', '1899-12-30', '1900-01-01T00:00:00Z'])
      expect(days(empty), empty).toBeNull();
    expect(days('1900-01-02')).toBe('1900-01-02');
    const born = (BirthDate: string) => v.parse(insuredPerson, { BirthDate }).BirthDate;
    expect(born('1898-05-01')).toBe('1898-05-01');
    for (const empty of ['0001-01-01T00:00:00', '1753-01-01', '1879-12-31']) expect(born(empty), empty).toBeNull();
  });

  test('[H3.6][H7.10] keeps payments without an ID and payments of an unreadable year', () => {
    const numbersIn = (answer: unknown) =>
      v.parse(listOf(paymentsOfYear), answer).map(({ payments }) => payments.map((one) => one.OrderNumber));
    const whole = { ID: '1', OrderNumber: 'A' };
    expect(numbersIn([{ year: 2026, payments: [whole, { OrderNumber: 'B' }, { Total: 5 }] }])).toEqual([
      ['A', 'B', ''],
    ]);
    expect(numbersIn([{ year: 2026, payments: [whole, {}, [], null, 'x', { ID: '' }] }])).toEqual([['A']]);
    for (const year of [...hostile, '2026', 20.5, Number.NaN, [], {}]) {
      expect(numbersIn([{ year, payments: [whole] }]), `${year}`).toEqual([['A']]);
    }
    expect(numbersIn([{ payments: [whole] }, { year: 2025 }, { year: 2024, payments: {} }])).toEqual([['A']]);
  });

  test('[V9.2][V4.5] demands when an access token was issued', () => {
    expect(v.safeParse(accessToken, { access_token: 't', updated: '2026-11-21T10:00:00.000Z' }).success).toBe(true);
    expect(v.safeParse(accessToken, { access_token: 't', updated: 'ayer' }).success).toBe(false);
  });
});

describe('a request of the device', () => {
  test('[V9.6] asks for pending bills with the count flag 1 and no other', () => {
    const request = { VisualTimeInstance: 'VTUSA', Policy: 'P' };
    expect(v.safeParse(billsRequest, { ...request, PendingBills: 1 }).success).toBe(true);
    expect(v.safeParse(billsRequest, { ...request, PendingBills: 2 }).success).toBe(false);
  });

  test('[H6.1][V6.2][H6.6] needs a token, except those for signing in and registering', () => {
    expect(INTERNAL_TOKEN_HEADER).toBe('Amparo-Internal-Token');
    const open = Object.entries(endpoints as Record<string, Endpoint>)
      .filter(([, row]) => row.bearer !== 'required' && row.internal !== 'required')
      .map(([name]) => name);
    const ways = [
      'checkEmail',
      'checkNif',
      'forgotPassword',
      // The relay of a registration's photos serves whoever has its one-time code.
      'handToRelay',
      'login',
      'openRelay',
      'passkeySignIn',
      'passkeySignInQuestion',
      'register',
      // Its renewal token is its proof (D76).
      'renewSession',
      'takeFromRelay',
    ];
    expect(open.sort()).toEqual(ways);
  });

  test('[H7.24] for a payment link names pesos or no currency', () => {
    const link = { VisualTimeInstance: 'VTUSA', PolicyNumber: 'P', BillNo: null, Amount: 1 };
    const asks = (Currency: unknown) => v.safeParse(endpoints.paymentLink.input, { ...link, Currency }).success;
    expect([asks('COP'), asks(null), asks('USD')]).toEqual([true, true, false]);
  });
});
