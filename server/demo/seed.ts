import { lt, sql } from 'drizzle-orm';
import type { Timers } from '#ports/machine.ts';
import { addDays } from '#rules/dates.ts';
import { identityOf } from '#rules/identity.ts';
import { sealPassword } from '../accounts/passwords.ts';
import type { Clock } from '../clock.ts';
import type { StoredFile } from '../core/port.ts';
import type { Database, Transaction } from '../database/open.ts';
import { customers, files, refundDocuments, refunds, tickets } from '../database/schema.ts';
import { waitForTurn } from '../database/turn.ts';
import { sha256Of } from '../files/uploads.ts';
import type { DemoCustomer, DemoPerson, DemoPolicy } from './book.ts';
import { DEMO_ZONE, demoToday, documentDay } from './demo-day.ts';
import { documentsOf, paymentsOf, refundsOf, ticketsOf } from './history.ts';
import { pdfOf, pngOf } from './sample-files.ts';
import { demoBills, demoDocuments, demoPayments, demoPersons, demoPolicies } from './schema.ts';

/** The password of every demo customer. */
export const DEMO_PASSWORD = 'Amparo2026';

export interface SeedPlan {
  customers: readonly DemoCustomer[];
  people: readonly DemoPerson[];
  passwordCost?: number;
}

/** What writing the demo takes. */
export interface Seeding {
  clock: Clock;
  timers: Timers;
  uuid: () => string;
}

/** Writes the demo's books and customers into an empty database; does nothing when they are there. */
export async function seedDemo(db: Database, world: Seeding, plan: SeedPlan): Promise<void> {
  const { clock, timers, uuid } = world;
  if (await isSeeded(db)) return fixDocuments(db, clock);
  // One derivation for all of them, which everyone may know to be the same, and before the transaction: it is dear.
  const password = await sealPassword(DEMO_PASSWORD, plan.passwordCost, []);
  await db.transaction(async (tx) => {
    await waitForTurn(tx, 7_203_118, timers);
    if (await isSeeded(tx)) return;
    for (const person of [...plan.customers, ...plan.people]) await writeBooks(tx, clock, person);
    const samples = await writeSamples(tx, uuid);
    for (const customer of plan.customers) await writeAccount(tx, world, customer, password, samples);
    await numberCases(tx);
  });
}

/** Books of before counted a document's day from today, so that it moved. No real day is as small a number. */
async function fixDocuments(db: Database, clock: Clock): Promise<void> {
  const { day } = demoDocuments;
  const before = lt(day, FIRST_REAL_DAY);
  await db
    .update(demoDocuments)
    .set({ day: sql`${day} + ${documentDay(clock(), 0)}` })
    .where(before);
}

/** In days since 1970: a day of 1997. */
const FIRST_REAL_DAY = 10_000;

async function isSeeded(db: Database | Transaction): Promise<boolean> {
  return (await db.select({ id: demoPolicies.id }).from(demoPolicies).limit(1)).length > 0;
}

async function writeBooks(tx: Transaction, clock: Clock, person: DemoPerson): Promise<void> {
  const { fullName, policies } = person;
  for (const [position, policy] of policies.entries()) {
    await tx.insert(demoPolicies).values(policyRow(policy, person, position));
    const bills = (policy.billDays ?? []).map((fromDay, index) => ({
      number: `F-${policy.id}-${index + 1}`,
      policyId: policy.id,
      fromDay,
      toDay: fromDay + 30,
      due: policy.ModalPremium,
    }));
    if (bills.length > 0) await tx.insert(demoBills).values(bills);
    const persons = [...beneficiaryRows(policy), ...insuredRows(policy)];
    if (persons.length > 0) await tx.insert(demoPersons).values(persons);
    const documents = documentsOf(policy).map((one) => ({ ...one, day: documentDay(clock(), one.day) }));
    await writeMany(tx, paymentsOf(policy, fullName), documents);
  }
}

/** Thousands of rows go in as one JSON text: one parameter instead of as many as there are values. */
async function writeMany(
  tx: Transaction,
  payments: ReturnType<typeof paymentsOf>,
  documents: ReturnType<typeof documentsOf>,
): Promise<void> {
  if (payments.length > 0) {
    await tx.execute(sql`insert into ${demoPayments} (policy_id, day, fields)
      select row->>'policyId', (row->>'day')::int, row->'fields'
      from jsonb_array_elements(${JSON.stringify(payments)}::jsonb) as row`);
  }
  if (documents.length > 0) {
    await tx.execute(sql`insert into ${demoDocuments} (id, policy_id, category, day)
      select row->>'id', row->>'policyId', row->>'category', (row->>'day')::int
      from jsonb_array_elements(${JSON.stringify(documents)}::jsonb) as row`);
  }
}

function policyRow(policy: DemoPolicy, { nif, tipoId, residence, fullName }: DemoPerson, position: number) {
  const { OffshoreIndicator = '0', PolicyValuesType = '', BalanceInquiry = 0 } = policy;
  return {
    id: policy.id,
    number: policy.number,
    ownerNif: nif,
    ownerDocument: tipoId,
    ownerCountry: tipoId === 'Pasaporte' ? null : residence,
    position,
    fields: {
      ProductName: policy.ProductName,
      LineOfBusinessType: policy.LineOfBusinessType,
      VisualTimeInstance: policy.VisualTimeInstance,
      IssuingCompany: policy.IssuingCompany,
      OffshoreIndicator,
      ProducerName: policy.ProducerName,
      MainInsuredName: fullName,
      IdentificationNumber: nif,
      IdentificationType: /^[A-Z]/.test(nif) ? 'Passport' : 'Identity Card',
      InsuredAmount: policy.InsuredAmount ?? 0,
      HealthCoverage: policy.HealthCoverage ?? 0,
      HealthDeductible: policy.HealthDeductible ?? 0,
      BalanceInquiry,
      PolicyValuesType,
      ModalPremium: policy.ModalPremium,
      PaymentFrequency: policy.PaymentFrequency,
      PolicyOwnerName: fullName,
    },
    effectiveDay: policy.effectiveDay,
    graceDay: policy.grace?.day ?? null,
    graceDays: policy.grace?.days ?? null,
    lastPaidDay: policy.lastPaidDay ?? null,
    avoidLapse: policy.avoidLapse ?? 0,
  };
}

function beneficiaryRows({ id, beneficiaries = [] }: DemoPolicy) {
  return beneficiaries.map(({ name, share, role, irrevocable }) => ({
    policyId: id,
    list: 'beneficiary' as const,
    fields: {
      ClientName: name,
      ParticipationPercentage: share,
      IrrevocableBeneficiary: irrevocable ? 'Positivo' : 'Negativo',
      Role: role,
    },
  }));
}

function insuredRows({ id, insured = [] }: DemoPolicy) {
  return insured.map(({ name, role, birth, gender, smoker, inactive }, at) => ({
    policyId: id,
    list: 'insured' as const,
    fields: {
      ClientName: name,
      Role: role,
      Status: inactive ? 'Inactivo' : 'Activo',
      BirthDate: birth,
      Gender: gender,
      SmokerStatus: smoker ? 'Fumador' : 'No fumador',
      AetnaGroupNo: '0863519-010-00001',
      AernaElectronicPayerNo: '60054',
      AetnaMemberIdNo: `W${id}${String(at + 1).padStart(2, '0')}`,
    },
  }));
}

/** Two papers that all demo refunds share. */
async function writeSamples(tx: Transaction, uuid: () => string) {
  const samples = [
    {
      tipo: 'Historia clínica',
      file: pdfOf('historia-clinica.pdf', ['Historia clínica', 'Documento de demostración']),
    },
    { tipo: 'Factura', file: pngOf('factura.png') },
  ];
  return Promise.all(samples.map(async ({ tipo, file }) => ({ tipo, ...(await writeFile(tx, uuid(), file)) })));
}

async function writeFile(tx: Transaction, id: string, { name, type, bytes }: StoredFile) {
  await tx.insert(files).values({ id, name, type, size: bytes.length, sha256: sha256Of(bytes), bytes });
  return { fileId: id, filename: name };
}

async function writeAccount(
  tx: Transaction,
  { clock, uuid }: Seeding,
  customer: DemoCustomer,
  password: string,
  samples: Awaited<ReturnType<typeof writeSamples>>,
): Promise<void> {
  const { email, nif, nombre, residence, tipoId } = customer;
  const id = uuid();
  const personal: Record<string, string> = { ...customer.personal, tipoId };
  const { country, kind } = identityOf({ ...personal, nif, residenciaFiscal: residence });
  await tx.insert(customers).values({
    ...{ id, email, nif, nombre, residenciaFiscal: residence, password, personal },
    ...{ documentKind: kind, documentCountry: country },
    ...{ created: clock(), demo: true, claim: 'yes', emailVerified: clock() },
  });
  const dateAt = (day: number) => addDays(demoToday(clock), day);
  const made = refundsOf(customer, dateAt, uuid);
  if (made.length > 0) {
    await tx.insert(refunds).values(made.map((refund) => ({ ...refund, customerId: id, caseNumber: '' })));
    const documents = made.flatMap((refund) =>
      samples.map((sample) => ({ id: uuid(), refundId: refund.id, ...sample })),
    );
    await tx.insert(refundDocuments).values(documents);
  }
  const asked = ticketsOf(customer, dateAt, uuid);
  if (asked.length > 0) {
    await tx.insert(tickets).values(asked.map((ticket) => ({ ...ticket, customerId: id, caseNumber: '' })));
  }
}

/** Gives case numbers as the server does; the newest requests ('Nuevo') of the demo have none yet. */
async function numberCases(tx: Transaction): Promise<void> {
  for (const [table, kind] of [
    [refunds, 'R'],
    [tickets, 'C'],
  ] as const) {
    await tx.execute(sql`update ${table} set case_number =
      ${kind}::text || '-' || extract(year from created at time zone ${DEMO_ZONE}::text)::int || '-' || lpad(serial::text, 6, '0') where id_estado <> 1`);
  }
}
