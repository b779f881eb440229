// @module-tag depth
import { createHash } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS } from '#contract/age.ts';
import type { Beneficiary, Bill, InsuredPerson, Policy } from '#contract/policies.ts';
import type { Refund } from '#contract/refunds.ts';
import type { Ticket } from '#contract/tickets.ts';
import { thisMachine } from '#ports/machine.ts';
import { issuedBills } from '#rules/bills.ts';
import { daysBetween } from '#rules/dates.ts';
import { kindOf } from '#rules/files.ts';
import type { PaymentsOfYear } from '#server/core/port.ts';
import { demoCustomers } from '#server/demo/customers.ts';
import { paymentsOf } from '#server/demo/history.ts';
import { demoBills, demoDocuments, demoPolicies, sandboxPayments } from '#server/demo/schema.ts';
import { seedDemo } from '#server/demo/seed.ts';
import { unclaimedPeople } from '#server/demo/unclaimed.ts';
import { pdf, refundFields, refundPapers, send } from './requests.ts';
import { createTestApp, ORIGIN, type SignedIn, type TestApp } from './test-app.ts';

const start = new Date('2026-11-21T15:00:00Z').getTime();
let now = start;
let server: TestApp;

beforeAll(async () => {
  server = await createTestApp({ clock: () => new Date(now), seed: 'all' });
}, 60_000);
afterAll(() => server.close());

const today = () => new Date(now).toISOString().slice(0, 10);
async function listOf<T>(name: 'payments' | 'documents' | 'roles' | 'cards' | 'dependents', who: SignedIn, id: string) {
  return (await send(server.app, name, { fields: { policyId: id } }, who.headers)).body as unknown as T[];
}
async function billsOf(who: SignedIn, Policy: string) {
  const fields = { VisualTimeInstance: 'VTUSA', Policy, PendingBills: 1 };
  return (await send(server.app, 'pendingBills', { fields }, who.headers)).body as unknown as Bill[];
}
async function refundsOf(who: SignedIn, poliza: string) {
  const fields = { idUsuario: who.id, poliza };
  return (await send(server.app, 'refunds', { fields }, who.headers)).body as unknown as Refund[];
}
async function ticketsOf(who: SignedIn) {
  return (await send(server.app, 'tickets', { fields: { idUsuario: who.id } }, who.headers))
    .body as unknown as Ticket[];
}
async function policyOf(who: SignedIn, id: string) {
  const fields = { cedula: who.nif, idUsuario: who.id };
  const all = (await send(server.app, 'policies', { fields }, who.headers)).body as unknown as Policy[];
  return all.find((one) => one.Policy === id);
}
/** Days left of the policy's grace period; negative when it has run out (H4.2, D15). */
function graceLeft({ GracePeriodDate, GracePeriodDays }: Policy): number {
  return (GracePeriodDays ?? 0) - (Date.parse(today()) - Date.parse(GracePeriodDate ?? '')) / DAY_MS;
}

describe('the demo customers show what decisions.md says', () => {
  test('ecuador: a health and a life policy issued by AMPARO ECUADOR, VTECU', async () => {
    const { polizas } = await server.signIn('ecuador@demo.test');
    expect(polizas.map((one) => [one.LineOfBusinessType, one.IssuingCompany, one.VisualTimeInstance])).toEqual([
      ['Health', 'AMPARO ECUADOR', 'VTECU'],
      ['Life', 'AMPARO ECUADOR', 'VTECU'],
    ]);
  });

  test('costarica: health with dependents, one of them inactive, and refunds in every status', async () => {
    const who = await server.signIn('costarica@demo.test');
    expect(who.polizas[0]).toMatchObject({ LineOfBusinessType: 'Health', VisualTimeInstance: 'VTUSA' });
    const people = await listOf<InsuredPerson>('dependents', who, '520021');
    expect(people.map(({ Status }) => Status)).toEqual(['Activo', 'Activo', 'Activo', 'Inactivo']);
    const statuses = (await refundsOf(who, '520021')).map(({ idEstado }) => idEstado).sort();
    expect(statuses).toEqual([1, 2, 3, 4, 5, 6, 7, 9]);
    expect((await refundsOf(who, '520021')).every(({ documentos }) => documentos.length === 2)).toBe(true);
  });

  test('costarica: one active Non-Traditional life policy, and one in arrears with an amount that avoids lapsing', async () => {
    const { polizas } = await server.signIn('costarica@demo.test');
    expect(polizas[1]).toMatchObject({
      PolicyValuesType: 'Non-Traditional Life Values',
      GracePeriodDate: null,
      OffshoreIndicator: '0',
      VisualTimeInstance: 'VTUSA',
    });
    expect(polizas[2]).toMatchObject({ LineOfBusinessType: 'Life', AmountAvoidLapsingPolicy: 412.5 });
    expect(polizas[2] && graceLeft(polizas[2])).toBeGreaterThan(0);
  });

  test('dominicana: a savings plan, a grace period that has run out, accepted and rejected payments over four years', async () => {
    const who = await server.signIn('dominicana@demo.test');
    expect(who.polizas[0]?.ProductName).toContain('Ahorro');
    expect(who.polizas[1] && graceLeft(who.polizas[1])).toBeLessThan(0);
    const years = await listOf<PaymentsOfYear>('payments', who, '530031');
    expect(years.length).toBeGreaterThanOrEqual(4);
    const statuses = new Set(years.flatMap(({ payments }) => payments.map(({ Status }) => Status)));
    expect(statuses).toEqual(new Set(['Aceptado', 'Rechazado']));
  });

  test('dominicana: a VTECU health policy that ECUADOR did not issue', async () => {
    const { polizas } = await server.signIn('dominicana@demo.test');
    expect(polizas[2]).toMatchObject({
      LineOfBusinessType: 'Health',
      VisualTimeInstance: 'VTECU',
      IssuingCompany: 'AMPARO DOMINICANA',
    });
  });

  test.each([
    ['dominicana@demo.test', '530033'],
    ['grande@demo.test', '560001'],
  ])(
    '[D91] %s: a bill of a policy without a grace period that was issued five days ago and is not due yet',
    async (email, id) => {
      const who = await server.signIn(email);
      expect((await policyOf(who, id))?.GracePeriodDate).toBeNull();
      const { due, overdue } = issuedBills(await billsOf(who, id), today());
      expect(due.map(({ EffectiveFrom }) => daysBetween(today(), EffectiveFrom ?? ''))).toEqual([-5]);
      expect(daysBetween(today(), due[0]?.EffectiveTo ?? '')).toBeGreaterThan(0);
      expect(overdue).toEqual([]);
    },
  );

  test('guatemala: an offshore policy with coverage above one million, a single premium, arrears without an amount that avoids lapsing', async () => {
    const { polizas } = await server.signIn('guatemala@demo.test');
    expect(polizas[0]).toMatchObject({ OffshoreIndicator: '1', InsuredAmount: 1_500_000 });
    expect(polizas[1]).toMatchObject({
      VisualTimeInstance: 'VTUSA',
      OffshoreIndicator: '0',
      AmountAvoidLapsingPolicy: 0,
    });
    expect(polizas[1]?.GracePeriodDate).not.toBeNull();
    expect(polizas[2]?.PaymentFrequency).toBe('Single premium');
  });

  test('colombia: only policies of AMPARO COLOMBIA, in arrears once with Traditional and once with Non-Traditional values', async () => {
    const { polizas } = await server.signIn('colombia@demo.test');
    expect(new Set(polizas.map((one) => one.IssuingCompany))).toEqual(new Set(['AMPARO COLOMBIA']));
    const behind = polizas.filter((one) => one.GracePeriodDate !== null && one.VisualTimeInstance === 'VTUSA');
    expect(behind.map((one) => one.PolicyValuesType)).toEqual([
      'Traditional Life Values',
      'Non-Traditional Life Values',
    ]);
  });

  test('internacional: no policies', async () => {
    expect((await server.signIn('internacional@demo.test')).polizas).toEqual([]);
  });

  test('grande: 40 policies; 10,000 payments over 12 years, 2,000 documents, 500 refunds, 300 tickets', async () => {
    const who = await server.signIn('grande@demo.test');
    expect(who.polizas).toHaveLength(40);
    const first = who.polizas[0]?.Policy ?? '';
    const years = await listOf<PaymentsOfYear>('payments', who, first);
    expect(years.flatMap(({ payments }) => payments)).toHaveLength(10_000);
    const numbers = years.map(({ year }) => year);
    expect(numbers).toEqual([...numbers].sort((a, b) => b - a));
    expect((numbers[0] ?? 0) - (numbers.at(-1) ?? 0)).toBe(12);
    expect(await listOf('documents', who, first)).toHaveLength(2_000);
    expect(await refundsOf(who, first)).toHaveLength(500);
    expect(await ticketsOf(who)).toHaveLength(300);
  });

  test('beneficiaries: irrevocable and revocable ones that add up to 100 %, and a policy without any', async () => {
    const who = await server.signIn('guatemala@demo.test');
    const some = await listOf<Beneficiary>('roles', who, '540041');
    expect(some.map(({ IrrevocableBeneficiary }) => IrrevocableBeneficiary)).toEqual(['Positivo', 'Negativo']);
    expect(some.reduce((sum, one) => sum + (one.ParticipationPercentage ?? 0), 0)).toBe(100);
    expect(await listOf('roles', who, '540043')).toEqual([]);
  });

  test('tickets: one in every status', async () => {
    const who = await server.signIn('costarica@demo.test');
    expect((await ticketsOf(who)).map(({ idEstado }) => idEstado).sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 9]);
  });

  test('the last paid date of a policy is that of its newest accepted payment, and no payment is in the future', () => {
    for (const policy of demoCustomers.flatMap(({ policies }) => policies)) {
      const payments = paymentsOf(policy, '');
      if (payments.length === 0) continue;
      const accepted = payments.filter(({ fields }) => fields.Status === 'Aceptado').map(({ day }) => day);
      expect([policy.id, Math.max(...accepted)]).toEqual([policy.id, policy.lastPaidDay]);
      expect(Math.max(...payments.map(({ day }) => day))).toBeLessThan(0);
      expect(Math.min(...payments.map(({ day }) => day))).toBeGreaterThanOrEqual(policy.effectiveDay);
    }
  });

  test('amounts are what they could be in their currency', async () => {
    const inPesos = [...demoCustomers, ...unclaimedPeople]
      .flatMap(({ policies }) => policies)
      .filter((one) => one.IssuingCompany === 'AMPARO COLOMBIA' && one.HealthCoverage);
    expect(inPesos.length).toBeGreaterThan(2);
    for (const { id, HealthCoverage, ModalPremium } of inPesos) {
      expect(HealthCoverage, id).toBeGreaterThan(100_000_000);
      expect(ModalPremium, id).toBeGreaterThan(100_000);
    }
    const refunds = await refundsOf(await server.signIn('costarica@demo.test'), '520021');
    const colones = refunds.filter(({ divisa }) => divisa === 'CRC').map(({ importe }) => importe ?? 0);
    expect(colones.length).toBeGreaterThan(0);
    expect(Math.min(...colones)).toBeGreaterThan(20_000);
  });

  test('a person has the same accents in every list', () => {
    for (const { fullName, policies } of demoCustomers) {
      const listed = policies.flatMap(({ insured = [], beneficiaries = [] }) => [...insured, ...beneficiaries]);
      const words = [fullName, ...listed.map(({ name }) => name)]
        .join(' ')
        .toLocaleLowerCase('es')
        .match(/\p{L}+/gu);
      const bare = (word: string) => word.normalize('NFD').replace(/\p{M}/gu, '');
      const written = new Set(words);
      expect(written.size, fullName).toBe(new Set([...written].map(bare)).size);
    }
  });

  test('no policy id, policy number or document number is used twice', () => {
    const people = [...demoCustomers, ...unclaimedPeople];
    const policies = people.flatMap((one) => one.policies);
    for (const values of [
      people.map(({ nif }) => nif),
      policies.map(({ id }) => id),
      policies.map(({ number }) => number),
    ]) {
      expect(new Set(values).size).toBe(values.length);
    }
  });
});

test('a policy document is downloaded from the address in the list', async () => {
  const who = await server.signIn('costarica@demo.test');
  const [first] = await listOf<{ PhysicalPath: string }>('documents', who, '520021');
  const opened = await server.app.request(ORIGIN + first?.PhysicalPath);
  expect(kindOf(new Uint8Array(await opened.arrayBuffer()))).toBe('pdf');
  expect((await server.app.request(ORIGIN + first?.PhysicalPath)).status).toBe(404);
});

test('upcoming bills, unpaid bills and grace periods move with the clock, so that old demo data looks the same', async () => {
  const shape = async () => {
    const who = await server.signIn('costarica@demo.test');
    const bills = await billsOf(who, '520023');
    return {
      grace: who.polizas.map((one) => (one.GracePeriodDate ? graceLeft(one) : null)),
      unpaid: bills.map(({ EffectiveFrom }) => (EffectiveFrom ?? '') < today()),
      newest: Math.round((Date.parse(today()) - Date.parse(who.polizas[0]?.LastPaidDate ?? '')) / DAY_MS),
    };
  };
  const before = await shape();
  now = start + 100 * DAY_MS;
  const after = await shape();
  now = start;
  expect(after).toEqual(before);
  expect(before).toEqual({ grace: [null, null, 38], unpaid: [true, true, false], newest: 21 });
});

test('a document keeps its day and its name on the days after, as one kept on a device must', async () => {
  type Listed = { CategoryDescription: string; CreatedOnDate: string; PhysicalPath: string };
  const seen = async () => {
    const who = await server.signIn('costarica@demo.test');
    const listed = await listOf<Listed>('documents', who, '520021');
    const file = await server.app.request(ORIGIN + (listed[0]?.PhysicalPath ?? ''));
    const days = listed.map(({ CategoryDescription, CreatedOnDate }) => `${CategoryDescription} ${CreatedOnDate}`);
    return [file.headers.get('content-disposition'), ...days];
  };
  const before = await seen();
  now = start + DAY_MS;
  const after = await seen();
  now = start;
  expect(after).toEqual(before);
});

test('the documents of a data folder from before stop moving at its next start', async () => {
  const { policyId, id, day } = (await server.db.select().from(demoDocuments).limit(1))[0] ?? expect.fail();
  const offset = day - daysBetween('1970-01-01', today());
  expect(offset).toBeLessThan(0);
  const row = and(eq(demoDocuments.policyId, policyId), eq(demoDocuments.id, id));
  await server.db.update(demoDocuments).set({ day: offset }).where(row);
  for (let starts = 0; starts < 2; starts += 1)
    await seedDemo(server.db, { ...thisMachine, clock: () => new Date(now) }, { customers: [], people: [] });
  expect((await server.db.select().from(demoDocuments).where(row))[0]?.day).toBe(day);
});

describe('[H7.16] [H7.24] [H8.1] the payment sandbox', () => {
  const link = (who: SignedIn, fields: Record<string, unknown>) =>
    send(
      server.app,
      'paymentLink',
      { fields: { VisualTimeInstance: 'VTUSA', Currency: null, ...fields } },
      who.headers,
    );
  const answer = (url: unknown, accion: string) =>
    server.app.request(ORIGIN + String(url), { method: 'POST', body: new URLSearchParams({ accion }) });
  const newestPayment = async (who: SignedIn, id: string) =>
    (await listOf<PaymentsOfYear>('payments', who, id))[0]?.payments[0];

  test('paying the bills one by one ends the arrears, and each payment appears in the history once', async () => {
    const who = await server.signIn('guatemala@demo.test');
    const order = (BillNo: string) => link(who, { PolicyNumber: 'GT-SAL-0006127', BillNo, Amount: 214.6 });
    const { body } = await order('F-540042-1');
    expect(body.paymentUrl).toMatch(/^\/pagar\/[\w-]{43}$/);
    const page = await server.app.request(ORIGIN + String(body.paymentUrl));
    const html = await page.text();
    expect(html).toMatch(/214,60.*name="accion" value="pagar"/s);
    // The customer compares it with the number on paper; the id stands nowhere.
    expect(html).toContain('<dd>GT-SAL-0006127</dd>');
    expect(html).not.toContain('540042<');
    expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/);

    // A second press or a late rejection changes nothing: the page says again that it is paid.
    for (const choice of ['pagar', 'pagar', 'rechazar']) {
      const answered = await answer(body.paymentUrl, choice);
      const text = await answered.text();
      expect([answered.status, text]).toEqual([200, expect.stringContaining('Pago realizado')]);
      const script = /<script>(.*)<\/script>/s.exec(text)?.[1] ?? '';
      const hash = createHash('sha256').update(script).digest('base64');
      expect(answered.headers.get('content-security-policy')).toContain(`; script-src 'sha256-${hash}'; `);
    }
    expect(await (await server.app.request(ORIGIN + String(body.paymentUrl))).text()).toContain('Pago realizado');
    const paid = (await listOf<PaymentsOfYear>('payments', who, '540042')).flatMap(({ payments }) => payments);
    expect(paid.filter(({ OrderNumber }) => OrderNumber.startsWith('ORD-S-'))).toHaveLength(1);
    expect((await billsOf(who, '540042')).map(({ BillNumber }) => BillNumber)).toEqual(['F-540042-2', 'F-540042-3']);
    const half = await policyOf(who, '540042');
    expect(half).toMatchObject({ LastPaidDate: today() });
    expect(half?.GracePeriodDate).not.toBeNull();
    expect(await newestPayment(who, '540042')).toMatchObject({ Status: 'Aceptado', Total: 214.6 });

    await answer((await order('F-540042-2')).body.paymentUrl, 'pagar');
    expect((await policyOf(who, '540042'))?.GracePeriodDate).toBeNull();
    expect((await order('F-540042-2')).status).toBe(404);
  });

  test('[D33] paying the amount that avoids lapsing pays every overdue bill', async () => {
    const who = await server.signIn('costarica@demo.test');
    const { body } = await link(who, { PolicyNumber: 'CR-VID-0028733', BillNo: 'F-520023-1', Amount: 412.5 });
    await answer(body.paymentUrl, 'pagar');
    expect(await billsOf(who, '520023')).toHaveLength(1);
    expect(await policyOf(who, '520023')).toMatchObject({ GracePeriodDate: null, AmountAvoidLapsingPolicy: 0 });
  });

  test('a rejected payment leaves the bill unpaid and appears as rejected', async () => {
    const who = await server.signIn('dominicana@demo.test');
    const { body } = await link(who, { PolicyNumber: 'RD-VID-0015540', BillNo: 'F-530032-1', Amount: 378.4 });
    expect((await answer(body.paymentUrl, 'rechazar')).status).toBe(200);
    expect(await billsOf(who, '530032')).toHaveLength(2);
    expect(await newestPayment(who, '530032')).toMatchObject({ Status: 'Rechazado' });
  });

  test('a Colombian policy is paid in COP unless its values are Non-Traditional', async () => {
    const who = await server.signIn('colombia@demo.test');
    const pesos = { PolicyNumber: 'CO-VID-0060233', BillNo: 'F-550051-1', Amount: 856_000 };
    expect((await link(who, pesos)).status).toBe(422);
    const { body } = await link(who, { ...pesos, Currency: 'COP' });
    expect(await (await server.app.request(ORIGIN + String(body.paymentUrl))).text()).toContain('COP');
    const dollars = { PolicyNumber: 'CO-VID-0061870', BillNo: 'F-550052-1', Amount: 165 };
    expect((await link(who, dollars)).status).toBe(200);
    expect((await link(who, { ...dollars, Currency: 'COP' })).status).toBe(422);
  });

  test('[H5.5] [H5.6] no payment link for an extra contribution that is not offered, another amount, an offshore policy or VTECU', async () => {
    const maria = await server.signIn('costarica@demo.test');
    expect((await link(maria, { PolicyNumber: 'CR-VID-0031450', BillNo: null, Amount: 50 })).status).toBe(200);
    expect((await link(maria, { PolicyNumber: 'CR-SAL-0098114', BillNo: null, Amount: 50 })).status).toBe(422);
    expect((await link(maria, { PolicyNumber: 'CR-SAL-0098114', BillNo: 'F-520021-1', Amount: 1 })).status).toBe(422);
    const ixchel = await server.signIn('guatemala@demo.test');
    const offshore = { PolicyNumber: 'GT-VID-0003391', BillNo: 'F-540041-1', Amount: 2840 };
    expect((await link(ixchel, offshore)).status).toBe(422);
    const gabriela = await server.signIn('ecuador@demo.test');
    const local = { PolicyNumber: 'EC-SAL-0045821', BillNo: 'F-510011-1', Amount: 96.35 };
    expect((await link(gabriela, local)).status).toBe(422);
  });

  test('[H5.6] [D32] [D33] no payment link for an upcoming bill, nor for one that the amount against lapsing stands for', async () => {
    const maria = await server.signIn('costarica@demo.test');
    const upcoming = { PolicyNumber: 'CR-SAL-0098114', BillNo: 'F-520021-1', Amount: 214.6 };
    const refused = await link(maria, upcoming);
    expect([refused.status, refused.body.error]).toEqual([422, 'Esta factura todavía no se puede pagar']);
    const luis = await server.signIn('colombia@demo.test');
    const order = (BillNo: string, Amount: number) =>
      link(luis, { PolicyNumber: 'CO-VID-0060233', BillNo, Amount, Currency: 'COP' });
    expect((await order('F-550051-1', 856_000)).status).toBe(200);
    // The amount goes with the oldest bill, and no bill of the policy is paid by itself.
    expect((await order('F-550051-2', 856_000)).status).toBe(422);
    expect((await order('F-550051-1', 428_000)).status).toBe(422);
    // Another policy's bill costs what it says, whatever the amount against lapsing would be.
    const ixchel = await server.signIn('guatemala@demo.test');
    const unpaid = { PolicyNumber: 'GT-SAL-0006127', BillNo: 'F-540042-3' };
    expect((await link(ixchel, { ...unpaid, Amount: 214.6 })).status).toBe(422);
  });

  test('[H5.6] no payment link for the overdue bill of an offshore policy in arrears', async () => {
    const ixchel = await server.signIn('guatemala@demo.test');
    const { db } = server;
    const arrears = (graceDay: number | null, fromDay: number) =>
      Promise.all([
        db
          .update(demoPolicies)
          .set({ graceDay, graceDays: graceDay && 60 })
          .where(eq(demoPolicies.id, '540041')),
        db.update(demoBills).set({ fromDay }).where(eq(demoBills.policyId, '540041')),
      ]);
    await arrears(-8, -38);
    const order = { PolicyNumber: 'GT-VID-0003391', BillNo: 'F-540041-1', Amount: 2840 };
    const refused = await link(ixchel, order);
    await arrears(null, 335);
    expect([refused.status, refused.body.error]).toEqual([422, 'Esta póliza no admite este pago en línea']);
  });

  test('[D91] no payment link for an issued bill of a policy without a grace period', async () => {
    const who = await server.signIn('grande@demo.test');
    const policy = await policyOf(who, '560001');
    expect(policy).toMatchObject({ VisualTimeInstance: 'VTUSA', OffshoreIndicator: '0', GracePeriodDate: null });
    const issued = (await billsOf(who, '560001')).find(({ EffectiveFrom }) => (EffectiveFrom ?? '') < today());
    const order = { PolicyNumber: policy?.PolicyNumber, BillNo: issued?.BillNumber, Amount: issued?.DuePremium };
    const refused = await link(who, order);
    expect([refused.status, refused.body.error]).toEqual([422, 'Esta factura todavía no se puede pagar']);
  });

  test('a payment page expires after half an hour, and its token is not stored in the clear', async () => {
    const who = await server.signIn('costarica@demo.test');
    const { body } = await link(who, { PolicyNumber: 'CR-VID-0031450', BillNo: null, Amount: 75 });
    const token = String(body.paymentUrl).slice('/pagar/'.length);
    const rows = await server.db.select().from(sandboxPayments).where(eq(sandboxPayments.hash, token));
    expect(rows).toEqual([]);
    now = start + 31 * 60_000;
    expect((await answer(body.paymentUrl, 'pagar')).status).toBe(410);
    now = start;
  });
});

test('[H2.45] a police report is refused beside the statement that there was none', async () => {
  const who = await server.signIn('costarica@demo.test');
  const accident = {
    ...refundFields(who, 'CR-SAL-0098114'),
    ...{ tipoReembolso: 'accidente', tipoAccidente: 'Caída', fechaAccidente: '2026-11-01', lugarAccidente: 'Casa' },
    ...{ detallesAccidente: 'Resbalé', fechaInicioSintomas: '2026-11-01', fechaDiagnostico: '2026-11-02' },
    sinReportePolicial: 'si',
  };
  const files = refundPapers();
  const both = { fields: accident, files: { ...files, reportePolicial: pdf('reporte.pdf') } };
  const refused = await send(server.app, 'createRefund', both, who.headers);
  expect([refused.status, Object.keys(refused.body.fields as object)]).toEqual([422, ['sinReportePolicial']]);
});

test("a new refund is first in its policy's list, with its number", async () => {
  const who = await server.signIn('costarica@demo.test');
  const sent = { fields: refundFields(who, 'CR-SAL-0098114'), files: refundPapers() };
  const { body } = await send(server.app, 'createRefund', sent, who.headers);
  const [first] = await refundsOf(who, '520021');
  expect(first).toMatchObject({ idEstado: 1, estado: 'Nuevo', CaseNumber: (body.recibo as { numero: string }).numero });
});
