import { describe, expect, test } from 'vitest';
import type { Payment, Policy } from '#contract/policies.ts';
import { isPaymentOf, type News, newsOf } from '#rules/news.ts';
import { aPolicy } from './policy-fixture.ts';

const compared = { today: '2026-11-22', policyId: 'P', policy: null };
const kinds = (table: string, before: unknown[], after: unknown[]) =>
  newsOf(table, before, after, compared).map(({ kind }) => kind);

const refund = (over: object = {}) => ({
  id: 'r',
  idEstado: 2,
  CaseNumber: 'R-1',
  importe: 86.4,
  divisa: 'USD',
  tipoGasto: 'Farmacia',
  ...over,
});
const payment = (over: Partial<Payment> = {}) => ({
  ID: 'p',
  ParsedCompletedDate: '2026-11-21',
  Total: 5,
  OrderNumber: 'ORD',
  Status: 'Aceptado',
  ...over,
});
const document = (CategoryDescription: string, CreatedOnDate = '2026-11-01') => ({
  CategoryDescription,
  CreatedOnDate,
  PhysicalPath: '',
});
const bill = (BillNumber: string) => ({ BillNumber, DuePremium: 165, EffectiveFrom: null, EffectiveTo: '2026-12-01' });

describe('[D61] the news of a pull', () => {
  test('name a refund that was decided or paid, once and with its facts', () => {
    const [news] = newsOf('refunds', [refund()], [refund({ idEstado: 5 })], compared);
    expect(news).toEqual({
      kind: 'refund-approved',
      about: 'r',
      policyId: 'P',
      facts: { refund: 'r', number: 'R-1', amount: '86.4', currency: 'USD', kind: 'Farmacia' },
    });
    expect(kinds('refunds', [refund()], [refund({ idEstado: 7 })])).toEqual(['refund-denied']);
    expect(
      kinds('refunds', [refund({ idEstado: 5 })], [refund({ idEstado: 6, fechaPago: '2026-11-22T00:00:00Z' })]),
    ).toEqual(['refund-paid']);
    expect(kinds('refunds', [refund({ idEstado: 5 })], [refund({ idEstado: 5, importePagado: 0 })])).toEqual([]);
    expect(kinds('refunds', [refund({ idEstado: 1 })], [refund({ idEstado: 3 })])).toEqual([]);
    // A refund made on another device is no news to the customer who made it.
    expect(kinds('refunds', [], [refund({ idEstado: 5 })])).toEqual([]);
  });

  test('[D50] tell of a payment what was paid, never what was asked for', () => {
    const told = (over: object) =>
      newsOf('refunds', [refund({ idEstado: 5 })], [refund({ idEstado: 6, ...over })], compared).map(
        ({ kind, facts }) => [kind, facts.amount],
      );
    expect(told({ importePagado: 80.5 })).toEqual([['refund-paid', '80.5']]);
    expect(told({ fechaPago: '2026-11-22T00:00:00Z' })).toEqual([['refund-paid', undefined]]);
  });

  test('[D50] name a second decision apart from the first, which keeps the name that devices have stored', () => {
    const state = (idEstado: number, day: string) => ({ idEstado, desde: `2026-11-${day}T16:00:00.000Z` });
    const [open, denied] = [[state(2, '10')], [state(2, '10'), state(7, '12')]];
    const again = [...denied, state(3, '14')];
    const stood = (idEstado: number, estados?: object[]) => refund({ idEstado, ...(estados && { estados }) });
    const told = (was: object, is: object) =>
      newsOf('refunds', [was], [is], compared).map(({ kind, about }) => `${kind} ${about}`);
    const [first, second] = [stood(7, denied), stood(7, [...again, state(7, '16')])];
    expect(told(stood(2, open), first)).toEqual(['refund-denied r']);
    expect(told(first, stood(3, again))).toEqual([]);
    expect(told(stood(3, again), second)).toEqual(['refund-denied r 2']);
    expect(told(stood(3, again), stood(7, again))).toEqual(['refund-denied r 2']);
    // The pull in between was missed.
    expect(told(first, second)).toEqual(['refund-denied r 2']);
    expect(told(second, second)).toEqual([]);
    // A backend that begins to send the states brings no news of old decisions.
    expect(told(stood(7), second)).toEqual([]);
    expect(told(stood(3), stood(7))).toEqual(['refund-denied r']);
  });

  test('name a ticket that was answered or closed', () => {
    const ticket = (over: object = {}) => ({
      id: 't',
      idEstado: 1,
      notas: '¿?',
      nombre: 'Pagos',
      CaseNumber: 'T-1',
      ...over,
    });
    expect(kinds('tickets', [ticket()], [ticket({ notas: '¿?\n\nRespuesta' })])).toEqual(['ticket-answered']);
    const respuestas = [{ texto: 'Sí', autor: '', fecha: null }];
    expect(kinds('tickets', [ticket()], [ticket({ respuestas })])).toEqual(['ticket-answered']);
    expect(kinds('tickets', [ticket({ respuestas })], [ticket({ respuestas })])).toEqual([]);
    expect(kinds('tickets', [ticket()], [ticket({ idEstado: 5 })])).toEqual(['ticket-answered']);
    const closed = (over: object) => newsOf('tickets', [ticket()], [ticket(over)], compared)[0]?.facts.closed;
    expect(closed({ idEstado: 5 })).toBe('alone');
    expect(closed({ idEstado: 5, respuestas })).toBeUndefined();
    expect(closed({ respuestas })).toBeUndefined();
    expect(kinds('tickets', [ticket()], [ticket({ idEstado: 2 })])).toEqual([]);
  });

  test('name an issued bill, and a policy that fell into arrears', () => {
    expect(kinds('bills', [], [bill('F-1')])).toEqual(['bill']);
    expect(kinds('bills', [bill('F-1')], [bill('F-1'), bill('F-2')])).toEqual(['bill']);
    expect(kinds('bills', [bill('F-1')], [])).toEqual([]);
    const policy: Policy = aPolicy({ GracePeriodDate: null });
    expect(kinds('policies', [policy], [{ ...policy, GracePeriodDate: '2026-11-20' }])).toEqual(['arrears']);
    expect(kinds('policies', [], [{ ...policy, GracePeriodDate: '2026-11-20' }])).toEqual([]);
    // The older of two bills was paid, or the policy came out of arrears and fell into others between two pulls.
    const since = (GracePeriodDate: string) => [{ ...policy, GracePeriodDate }];
    expect(kinds('policies', since('2026-10-01'), since('2026-11-01'))).toEqual(['arrears']);
    expect(kinds('policies', since('2026-11-01'), since('2026-11-01'))).toEqual([]);
  });

  test('name a payment received or failed, but no old payment that arrives late', () => {
    expect(kinds('payments', [], [payment()])).toEqual(['paid']);
    expect(kinds('payments', [], [payment({ Status: 'Rechazado' })])).toEqual(['payment-failed']);
    expect(kinds('payments', [payment()], [payment()])).toEqual([]);
    expect(kinds('payments', [], [payment({ ParsedCompletedDate: '2026-01-01' })])).toEqual([]);
  });

  test('[D93] name a payment again that was pending first and is accepted now, and count alike ones of a day', () => {
    const pending = payment({ Status: 'Pendiente' });
    expect(kinds('payments', [], [pending])).toEqual(['payment-failed']);
    expect(kinds('payments', [pending], [payment()])).toEqual(['paid']);
    expect(kinds('payments', [payment()], [pending])).toEqual(['payment-failed']);
    const bare = payment({ ID: '', OrderNumber: '' });
    const [second] = newsOf('payments', [bare], [bare, { ...bare }], compared);
    const [first] = newsOf('payments', [], [bare], compared);
    expect(second?.kind).toBe('paid');
    expect(second?.about).not.toBe(first?.about);
    // An order that was tried twice has one number.
    const order = payment({ ID: '' });
    expect(kinds('payments', [{ ...order, Status: 'Rechazado' }], [order, { ...order, Status: 'Rechazado' }])).toEqual([
      'paid',
    ]);
  });

  test('[D93] know the payment of a bill by its number, or by its amount where no other is named', () => {
    const news = (kind: 'bill' | 'paid', facts: Record<string, string>, policyId = 'P') => ({
      ...{ kind, facts, policyId },
      about: '',
    });
    const owed = news('bill', { number: 'F-540042-1', amount: '165' });
    expect(isPaymentOf(owed, news('paid', { concept: 'Factura F-540042-1', amount: '170' }), [])).toBe(true);
    expect(isPaymentOf(owed, news('paid', { reference: 'ORD-1', amount: '165' }), [])).toBe(true);
    expect(isPaymentOf(owed, news('paid', { concept: 'Factura F-540042-12', amount: '170' }), [])).toBe(false);
    expect(isPaymentOf(owed, news('paid', { amount: '165' }, 'Q'), [])).toBe(false);
    expect(isPaymentOf(owed, owed, [])).toBe(false);
    // [D93] Premiums of a policy are equal: a payment that names another of its bills is that one's.
    const other = news('paid', { concept: 'Factura F-540042-2', amount: '165' });
    expect(isPaymentOf(owed, other, ['F-540042-2'])).toBe(false);
    expect(isPaymentOf({ ...owed, facts: { ...owed.facts, number: 'F-540042-2' } }, other, ['F-540042-1'])).toBe(true);
  });

  test('[D93] recognise a bill that was paid with a commission, also where the total is unknown', () => {
    const policy = aPolicy({});
    const [owed] = newsOf('bills', [], [{ BillNumber: 'F-540042-1', DuePremium: 165 }], { ...compared, policy });
    const paidBy = (over: Partial<Payment>) => newsOf('payments', [], [payment(over)], { ...compared, policy })[0];
    const isOwn = (over: Partial<Payment>) => isPaymentOf(owed as News, paidBy(over) as News, []);
    expect(isOwn({ Amount: 165, Total: 169.95 })).toBe(true);
    expect(isOwn({ Amount: 165, Total: null })).toBe(true);
    expect(paidBy({ Amount: 165, Total: null })?.facts.amount).toBe('165');
    expect(isOwn({ Amount: null, Total: 165 })).toBe(true);
    expect(isOwn({ Amount: 160, Total: 164.8 })).toBe(false);
    expect(isOwn({ Amount: null, Total: null })).toBe(false);
  });

  test('name added documents by their number, because documents have no id and their days are corrected', () => {
    expect(kinds('documents', [document('Recibo')], [document('Recibo', '2026-11-02')])).toEqual([]);
    const [news] = newsOf(
      'documents',
      [document('Recibo')],
      [document('Recibo'), document('Recibo'), document('Recibo')],
      compared,
    );
    expect(news?.facts).toEqual({ category: 'Recibo', more: '2', year: '2026' });
    expect(kinds('documents', [document('Recibo')], [])).toEqual([]);
  });

  test('tell of a document that came in the place of one taken away, though their number was there before', () => {
    const added = (after: string) =>
      newsOf('documents', [document('Recibo')], [document('Recibo'), document('Recibo', after)], compared)[0]?.about;
    expect(added('2026-11-02')).not.toBe(added('2026-11-20'));
    expect(added('2026-11-02')).toBe(added('2026-11-02'));
  });

  test('tell of a document that replaced another within one pull, and not of a corrected day', () => {
    const became = (after: string) => newsOf('documents', [document('Recibo')], [document('Recibo', after)], compared);
    expect(became('2026-11-04')).toEqual([]);
    expect(became('2026-10-04')).toEqual([]);
    expect(became('sin fecha')).toEqual([]);
    expect(became('2026-11-20').map(({ facts }) => facts)).toEqual([{ category: 'Recibo', more: '1', year: '2026' }]);
  });

  test('say of which year a document is: of several the newest that was added, and not the newest there is', () => {
    const was = [document('Recibo', '2026-11-01'), document('Recibo', '2026-11-01')];
    const yearWith = (...days: string[]) =>
      newsOf('documents', was, [...was, ...days.map((day) => document('Recibo', day))], compared)[0]?.facts.year;
    expect(yearWith('2025-12-30')).toBe('2025');
    expect(yearWith('2024-01-01', '2025-12-30')).toBe('2025');
    expect(yearWith('2026-11-01')).toBe('2026');
    expect(yearWith('sin fecha')).toBeUndefined();
  });

  test('name at most five of a kind at once, and nothing of a table without news', () => {
    expect(
      kinds(
        'bills',
        [],
        Array.from({ length: 9 }, (_, index) => bill(`F-${index}`)),
      ),
    ).toHaveLength(5);
    for (const table of ['cards', 'personalInformation', 'toString', '__proto__'])
      expect(kinds(table, [], [{}])).toEqual([]);
  });
});
