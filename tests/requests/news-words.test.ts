import { describe, expect, test } from 'vitest';
import { newsTime } from '#requests/news-link.ts';
import { type NewsKnown, newsWords } from '#requests/news-words.ts';
import { type News, newsKinds } from '#rules/news.ts';
import { aPolicy } from '#tests/rules/policy-fixture.ts';

const policy = aPolicy({ Policy: 'P', ProductName: 'Vida Entera', GracePeriodDate: null });
const known: NewsKnown = {
  policy,
  policyName: 'Vida Entera',
  pending: null,
  coming: [],
  paid: false,
  locale: 'es-US',
  today: '2026-11-22',
};
const bill: News = {
  kind: 'bill',
  about: 'F-1',
  policyId: 'P',
  facts: { number: 'F-1', amount: '165', currency: 'USD', due: '2026-12-20' },
};
const said = (news: News, over: Partial<NewsKnown> = {}) => {
  const { title, detail, tone } = newsWords(news, { ...known, ...over });
  return [title, detail.filter(Boolean).join(' · '), tone];
};

describe('[D61] each kind of news', () => {
  const asked = { number: 'R-7', kind: 'Farmacia', amount: '86.4', currency: 'USD', refund: 'r1' };
  const paid = { amount: '34500', currency: 'CRC', reference: 'ORD-9' };
  const rows: [News['kind'], News['facts'], icon: string, tone: string, said: string, to: string][] = [
    [
      'refund-approved',
      asked,
      'ok',
      'ok',
      'Aprobamos tu reembolso: R-7 · Farmacia · US$86.40',
      '/app/reembolsos/$policyId',
    ],
    [
      'refund-denied',
      asked,
      'x',
      'bad',
      'No aprobamos tu reembolso: R-7 · Farmacia · US$86.40',
      '/app/reembolsos/$policyId',
    ],
    ['refund-paid', asked, 'pay', 'ok', 'Pagamos tu reembolso: R-7 · Farmacia · US$86.40', '/app/reembolsos/$policyId'],
    [
      'ticket-answered',
      { name: 'Pagos y facturas', number: 'C-3' },
      'mail',
      'neutral',
      'Respondimos tu consulta: Pagos y facturas · C-3',
      '/app/configuraciones/ayuda',
    ],
    [
      'ticket-answered',
      { name: 'Pagos y facturas', number: 'C-3', closed: 'alone' },
      'mail',
      'neutral',
      'Tu consulta se cerró: Pagos y facturas · C-3',
      '/app/configuraciones/ayuda',
    ],
    [
      'bill',
      bill.facts,
      'clock',
      'warn',
      'Nueva factura, vence el 20 dic: Vida Entera · US$165.00',
      '/app/facturas/$policy/$visualTimeInstance/$date/$issuingCompany/$offshoreIndicator',
    ],
    ['arrears', {}, 'ok', 'neutral', 'Tu póliza entró en impago: Vida Entera · Ya no está en impago', '/app'],
    ['paid', paid, 'ok', 'ok', 'Recibimos tu pago: Vida Entera · 34,500 CRC · Ref. ORD-9', '/app/pagos/$policyId'],
    [
      'payment-failed',
      paid,
      'alert',
      'bad',
      'Un pago no se completó: Vida Entera · 34,500 CRC · Ref. ORD-9',
      '/app/pagos/$policyId',
    ],
    [
      'document',
      { category: 'Carta' },
      'doc',
      'neutral',
      'Documento añadido: Carta · Vida Entera',
      '/app/documentos/$policyId',
    ],
    [
      'document',
      { category: 'Carta', more: '3' },
      'doc',
      'neutral',
      '3 documentos añadidos: Carta · Vida Entera',
      '/app/documentos/$policyId',
    ],
  ];

  test.each(rows)('says what it is and leads there: %s, %j', (kind, facts, icon, tone, text, to) => {
    const words = newsWords({ kind, about: 'x', policyId: 'P', facts }, known);
    const spoken = `${words.title}: ${words.detail.filter(Boolean).join(' · ')}`.replace(/\s/gu, ' ');
    expect([words.icon, words.tone, spoken, words.to.to]).toEqual([icon, tone, text, to]);
    expect(words.refund).toEqual(facts.refund ? { policyId: 'P', refundId: 'r1' } : undefined);
  });

  test('leads to the year that it is in, where the device noted it', () => {
    const to = (kind: News['kind'], facts: Record<string, string>) =>
      newsWords({ kind, about: 'x', policyId: 'P', facts }, known).to.search;
    for (const kind of ['document', 'paid', 'payment-failed'] as const) {
      expect(to(kind, { year: '2025' })).toEqual({ ano: '2025' });
      // Of the version before.
      expect(to(kind, {})).toBeUndefined();
    }
  });

  test('is in the table', () => {
    expect([...new Set(rows.map(([kind]) => kind))].sort()).toEqual([...newsKinds].sort());
  });

  test.each([
    ['2026-11-22T08:05', '8:05'],
    ['2026-11-21T23:59', 'ayer'],
    ['2026-11-20T00:00', '20 nov'],
    ['2026-01-01T12:00', '1 ene'],
    ['2025-12-31T12:00', '31 dic 2025'],
  ])('of %s is told as %s on 22 November', (at, text) => {
    expect(newsTime(new Date(at), '2026-11-22')).toBe(text);
  });
});

describe('[D61][D91] news of a bill', () => {
  test('say what was true when they were learned, and the year when the day is not near', () => {
    expect(said(bill)).toEqual(['Nueva factura, vence el 20 dic', 'Vida Entera · US$165.00', 'warn']);
    const far = { ...bill, facts: { ...bill.facts, due: '2027-12-20' } };
    expect(said(far)[0]).toBe('Nueva factura, vence el 20 dic 2027');
    const { due: _, ...undated } = bill.facts;
    expect(said({ ...bill, facts: undated })[0]).toBe('Nueva factura');
  });

  test('say that it is overdue only while the insurer lists it, and paid where that is known', () => {
    const later = { today: '2027-01-10' };
    expect(said(bill, { ...later, pending: ['F-1'] })).toEqual([
      'Tu factura venció el 20 dic 2026',
      'Vida Entera · US$165.00',
      'warn',
    ]);
    expect(said(bill, { ...later, pending: [], paid: true })).toEqual([
      'Nueva factura, ya está pagada',
      'Vida Entera · US$165.00',
      'ok',
    ]);
    // It is gone from the list, but no payment of it is known here.
    expect(said(bill, { ...later, pending: [] })).toEqual([
      'Nueva factura, ya no está pendiente',
      'Vida Entera · US$165.00',
      'neutral',
    ]);
    expect(said(bill, { ...later, pending: null })[0]).toBe('Nueva factura, vencía el 20 dic 2026');
    // One of zero, or in the customer's favour, is no debt on any day.
    const nothing = { ...bill, facts: { ...bill.facts, amount: '0' } };
    expect(said(nothing, { ...later, pending: ['F-1'] })).toEqual([
      'Nueva factura, nada que pagar',
      'Vida Entera · US$0',
      'neutral',
    ]);
    // A bill that is listed is not paid, whatever was paid.
    expect(said(bill, { pending: ['F-1'], paid: true })[0]).toBe('Nueva factura, vence el 20 dic');
  });
});

test.each([
  ['in arrears', '2026-11-01', ['F-1'], 'null'],
  ['in arrears', '2026-11-01', ['F-2'], '2026-11-01'],
  ['not in arrears', null, ['F-1'], 'null'],
  ['not in arrears', null, [], 'null'],
])(
  '[D61][H2.31] news of a bill of a policy %s since %s, with %j to come, lead to the list that has it',
  (_, since, coming, date) => {
    const policy = aPolicy({ Policy: 'P', ProductName: 'Vida Entera', GracePeriodDate: since });
    expect(newsWords(bill, { ...known, policy, pending: ['F-1'], coming }).to.params).toMatchObject({ date });
  },
);

describe('[D61][D94] news of arrears', () => {
  const arrears: News = { kind: 'arrears', about: 'P 2026-11-01', policyId: 'P', facts: { since: '2026-11-01' } };
  const inArrears = (GracePeriodDays: number | null) =>
    aPolicy({ Policy: 'P', ProductName: 'Vida Entera', GracePeriodDate: '2026-11-01', GracePeriodDays });

  test('say until when the policy has time, and nothing where that is unknown', () => {
    expect(said(arrears, { policy: inArrears(30) })).toEqual([
      'Póliza en impago',
      'Vida Entera · El periodo de gracia termina el 1 dic 2026',
      'bad',
    ]);
    expect(said(arrears, { policy: inArrears(null) })).toEqual(['Póliza en impago', 'Vida Entera', 'bad']);
  });

  test('say since when the policy is in arrears now, where that is another day, and never that it is not', () => {
    const again = { ...inArrears(30), GracePeriodDate: '2026-12-20' };
    expect(said(arrears, { policy: again })).toEqual([
      'Tu póliza entró en impago',
      'Vida Entera · Está en impago desde el 20 dic 2026',
      'neutral',
    ]);
    expect(newsWords(arrears, { ...known, policy: again }).icon).toBe('clock');
  });

  test('are over once the policy is no longer in arrears, and lead home', () => {
    expect(said(arrears)).toEqual(['Tu póliza entró en impago', 'Vida Entera · Ya no está en impago', 'neutral']);
    expect(newsWords(arrears, known).to.to).toBe('/app');
  });
});
