import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import * as v from 'valibot';
import { describe, expect, test, vi } from 'vitest';
import {
  beneficiary,
  bill,
  insuredPerson,
  payment,
  paymentsOfYear,
  policy,
  policyDocument,
} from '#contract/policies.ts';
import { listOf } from '#contract/values.ts';
import { DocumentCard } from '#features/documents/document-card.tsx';
import { namedDocuments } from '#features/documents/named-documents.ts';
import { HealthCard } from '#features/health-card/health-card.tsx';
import { policyOptions } from '#features/help/ticket-form.ts';
import { HomePolicyCard } from '#features/home/home-policy-card.tsx';
import { PolicyActions } from '#features/home/policy-actions.tsx';
import { PolicyNotes } from '#features/home/policy-notes.tsx';
import { BillRow } from '#features/invoices/bill-row.tsx';
import { BillsBeside } from '#features/invoices/bills-beside.tsx';
import { YearAhead } from '#features/invoices/year-ahead.tsx';
import { PaymentCard } from '#features/payments/payment-card.tsx';
import { MirrorProvider } from '#mirror/hooks.tsx';
import type { Mirror } from '#mirror/mirror.ts';
import { listedBills } from '#rules/bills.ts';
import { fileName } from '#rules/joined.ts';
import { exactMoney } from '#rules/money.ts';
import { searchPayments } from '#rules/payments.ts';
import { insuredPersons, isIrrevocable, patientsFrom, readableName, shownDependents } from '#rules/people.ts';
import { offersExtraContribution, policyInWords, policyTitle } from '#rules/policies.ts';
import { comingBills } from '#rules/year-ahead.ts';
import { SessionContext } from '#session/hooks.ts';
import type { Session } from '#session/session.ts';

vi.stubGlobal('navigator', { language: 'es-CR' });

/** Amounts follow the customer's residence. Here nobody is signed in. */
const nobody = { customer: async () => null } as unknown as Session;
const empty = { saved: { list: async () => [] } } as unknown as Mirror;
const NOW = new Date('2026-11-21T12:00:00Z');
const hostile: readonly unknown[] = [
  '<img src=x onerror=alert(1)><script>alert(1)</script>',
  '\u202Eotxet\u2069\u2069\u2067\u0000\uD800',
  'A'.repeat(10_000),
  '',
  '   ',
  '0000-00-00',
  '9999-12-31',
  null,
  undefined,
  [],
  { a: 1 },
  true,
  0,
  -1234.565,
  1.7e308,
  Number.MIN_VALUE,
];

interface Answer {
  schema: v.GenericSchema;
  /** A row as the server sends it, with every field of the schema. */
  row: Record<string, unknown>;
  show: (row: never) => ReactNode;
}

const person = {
  ClientName: 'ROJAS, ANA',
  Role: 'Spouse',
  Status: 'Activo',
  BirthDate: '1990-01-02',
  Gender: 'Femenino',
  SmokerStatus: 'No fumador',
  Policy: '1',
  PolicyNumber: 'P-1',
  AetnaGroupNo: '7',
  AernaElectronicPayerNo: '60054',
  AetnaMemberIdNo: 'W1',
};

const paid = {
  ID: '1',
  ParsedCompletedDate: '2026-03-05',
  Total: 12,
  Amount: 10,
  Transaction_Fee: 2,
  OrderNumber: 'ORD-7',
  CardHolder: 'Ana',
  PaymentType: 'Tarjeta',
  CardType: 'Visa',
  CardNumber: '**** 4242',
  CardExpiration: '09/29',
  Status: 'Aceptado',
};

const due = { BillNumber: 'F-1', DuePremium: 10, EffectiveFrom: '2026-11-22', EffectiveTo: '2026-12-22' };

function showPayment(one: v.InferOutput<typeof payment>): ReactNode {
  searchPayments([one], '12', 'USD', 'es-CR');
  return (
    <PaymentCard
      key={one.ID}
      name={one.ID}
      payment={one}
      policy={null}
      currency="USD"
      locale="es-CR"
      open
      onToggle={() => {}}
    />
  );
}

const answers: Record<string, Answer> = {
  policies: {
    schema: policy,
    row: {
      Policy: '1',
      PolicyNumber: 'P-1',
      ProductName: 'Salud Plus',
      LineOfBusinessType: 'Health',
      VisualTimeInstance: 'VTUSA',
      IssuingCompany: 'AMPARO',
      OffshoreIndicator: '1',
      ProducerName: 'Asesor',
      GracePeriodDate: '2026-11-01',
      GracePeriodDays: 60,
      MainInsuredName: 'Ana',
      IdentificationNumber: '1',
      IdentificationType: 'Passport',
      EffectiveDate: '2020-01-01',
      InsuredAmount: 1,
      HealthCoverage: 1_000_000,
      HealthDeductible: 500,
      BalanceInquiry: 1,
      PolicyValuesType: 'Non-Traditional Life Values',
      ModalPremium: 10.5,
      PaymentFrequency: 'Monthly',
      LastPaidDate: '2026-10-01',
      PolicyOwnerName: 'Ana',
      AmountAvoidLapsingPolicy: 5,
    },
    show: (one: v.InferOutput<typeof policy>) => (
      <>
        <h1>{policyTitle(one)}</h1>
        <HomePolicyCard policy={one} locale="es-CR" today="2026-07-01" />
        <PolicyNotes policy={one} now={NOW} />
        <PolicyActions policy={one} />
        {offersExtraContribution(one)}
        {[policyInWords(one), ...policyOptions([one]).map(({ label }) => label)].map((words) => (
          <p key={words}>{words}</p>
        ))}
        <p>{fileName('pagos', one.PolicyNumber, '2026')}</p>
        <BillsBeside
          policy={one}
          view={{ groups: [] }}
          coming={[]}
          others={{ owed: [{ policy: { ...one, GracePeriodDate: null }, bills: [due] }] }}
          locale="es-CR"
          today="2026-11-21"
        />
      </>
    ),
  },
  bills: {
    schema: bill,
    row: due,
    show: (one: v.InferOutput<typeof bill>) =>
      [true, false].map((unpaid) =>
        listedBills([one], unpaid, '2026-11-21').map((each) => (
          <div key={`${unpaid}`}>
            <BillRow
              bill={each}
              amount={exactMoney(each.DuePremium, 'USD', 'es-CR')}
              today="2026-11-21"
              unpaid={unpaid}
              onCalendar={() => {}}
            />
            <YearAhead
              single={false}
              bills={comingBills(null, [each], '2026-11-21')}
              currency="USD"
              locale="es-CR"
              today="2026-11-21"
            />
          </div>
        )),
      ),
  },
  payments: {
    schema: payment,
    row: paid,
    show: showPayment,
  },
  years: {
    schema: paymentsOfYear,
    row: { year: 2026, payments: [paid] },
    show: ({ payments }: v.InferOutput<typeof paymentsOfYear>) => payments.map((one) => showPayment(one)),
  },
  beneficiaries: {
    schema: beneficiary,
    row: {
      ClientName: 'ANA',
      ParticipationPercentage: 50,
      IrrevocableBeneficiary: 'Positivo',
      Role: 'Beneficiary',
      Policy: '1',
    },
    show: (one: v.InferOutput<typeof beneficiary>) => (
      <p>
        {readableName(one.ClientName)} {`${isIrrevocable(one)}`}
      </p>
    ),
  },
  persons: {
    schema: insuredPerson,
    row: person,
    show: (one: v.InferOutput<typeof insuredPerson>) => (
      <>
        {[...insuredPersons([one]), ...shownDependents([one])].slice(0, 1).map((each) => (
          <HealthCard key="one" person={each} policyNumber={each.PolicyNumber} />
        ))}
        {patientsFrom([one]).map(({ label }) => (
          <p key="patient">{label}</p>
        ))}
      </>
    ),
  },
  documents: {
    schema: policyDocument,
    row: { CategoryDescription: 'Recibo', CreatedOnDate: '2026-01-02', PhysicalPath: '/archivos/1' },
    show: (one: v.InferOutput<typeof policyDocument>) =>
      namedDocuments('1', [one]).map(({ name }) => (
        <DocumentCard key="one" name={name} kept={false} onOpen={() => {}} />
      )),
  },
};

/** A line that begins or ends with what stands between two texts, one of which is missing. */
const LONE = /^\s*[·,-]\s|\s[·-]\s*$|^\s*,|, póliza\s*$|--2026$/mu;
/** Its lines: what stands within one is no line of its own. */
const linesIn = (markup: string) => markup.replace(/<\/?(bdi|b|em|strong)\b[^>]*>/g, '').replace(/<[^>]*>/g, '\n');

const history = createMemoryHistory();
history.createHref = (href) => `#${href}`;
const router = createRouter({ routeTree: createRootRoute(), history });

describe.each(Object.entries(answers))('%s', (_, { schema, row, show }) => {
  test('[S2] the test row has every field of the contract', () => {
    const [parsed] = v.parse(listOf(schema), [row]);
    expect(Object.keys(parsed as object).sort()).toEqual(Object.keys(row).sort());
  });

  test.each(Object.keys(row))('[S2][S3] any value in %s is shown as text and harms no other field', (field) => {
    for (const bad of hostile) {
      const [parsed] = v.parse(listOf(schema), [{ ...row, [field]: bad }]);
      // The parser leaves out a row without its id, and a year whose payments are no list.
      if (parsed === undefined) continue;
      const markup = renderToStaticMarkup(
        <SessionContext value={nobody}>
          <MirrorProvider mirror={empty}>
            <RouterContextProvider router={router as never}>{show(parsed as never)}</RouterContextProvider>
          </MirrorProvider>
        </SessionContext>,
      );
      expect(markup, `${field}: ${bad}`).not.toMatch(/<(img|script)|href="(?!#\/app\/)/);
      const text = markup.replace(/<[^>]*>/g, ' ');
      expect(text, `${field}: ${bad}`).not.toMatch(/undefined|NaN|null|Infinity|\[object|Invalid Date/);
      expect(linesIn(markup), `${field}: ${bad}`).not.toMatch(LONE);
    }
  });
});
