import { and, asc, eq, isNull, or } from 'drizzle-orm';
import { instantOf } from '#contract/calendar.ts';
import type { Beneficiary, InsuredPerson, Payment, Policy } from '#contract/policies.ts';
import { ok } from '#contract/result.ts';
import { addDays, dateOf, longDate } from '#rules/dates.ts';
import type { Identity } from '#rules/identity.ts';
import { zoneOfResidence } from '#rules/time-zones.ts';
import type { Clock } from '../clock.ts';
import type { Core, PaymentsOfYear } from '../core/port.ts';
import type { Database } from '../database/open.ts';
import { rowsVersion } from '../database/rows-version.ts';
import { DEMO_ZONE, demoToday, documentDate } from './demo-day.ts';
import { pdfOf } from './sample-files.ts';
import { orderPayment } from './sandbox-payments.ts';
import { demoBills, demoDocuments, demoPayments, demoPersons, demoPolicies } from './schema.ts';

/** The demo insurer: its books lie in the server's database, their days are counted from the clock's today. */
export function demoCore(db: Database, clock: Clock): Core {
  /** Today is asked for once a list, and each day is counted once: a long list has many rows of a day. */
  const datesOf = () => {
    const from = demoToday(clock);
    const known = new Map<number, string>();
    return (day: number | null) => {
      if (day === null) return null;
      const date = known.get(day) ?? addDays(from, day);
      known.set(day, date);
      return date;
    };
  };
  const policyOf = (row: typeof demoPolicies.$inferSelect) => readPolicy(row, datesOf());

  return {
    // D60: yes to every number in the books, whatever else was given, so that trials stay simple.
    async claim({ document }) {
      const [known] = await db.select({ id: demoPolicies.id }).from(demoPolicies).where(ownedBy(document));
      return ok({ answer: known ? 'yes' : 'no' });
    },
    async policiesOf(person) {
      const rows = await db.select().from(demoPolicies).where(ownedBy(person)).orderBy(asc(demoPolicies.position));
      return ok(rows.map(policyOf));
    },
    async findPolicy(person, reference) {
      const named = or(eq(demoPolicies.id, reference), eq(demoPolicies.number, reference));
      const [row] = await db
        .select()
        .from(demoPolicies)
        .where(and(ownedBy(person), named));
      return ok(row ? policyOf(row) : null);
    },
    async pendingBills(policyId) {
      const rows = await db
        .select()
        .from(demoBills)
        .where(and(eq(demoBills.policyId, policyId), isNull(demoBills.paid)))
        .orderBy(asc(demoBills.fromDay));
      const date = datesOf();
      const bills = rows.map(({ number, due, fromDay, toDay }) => ({
        BillNumber: number,
        DuePremium: due,
        EffectiveFrom: date(fromDay),
        EffectiveTo: date(toDay),
      }));
      return ok(bills);
    },
    async payments(policyId) {
      const { fields, day, instant } = demoPayments;
      const rows = await db
        .select({ fields, day, instant })
        .from(demoPayments)
        .where(eq(demoPayments.policyId, policyId));
      const date = datesOf();
      return ok(byYear(rows.map((row) => readPayment(row, date))));
    },
    async documents(policyId) {
      const rows = await db.select().from(demoDocuments).where(eq(demoDocuments.policyId, policyId));
      const newestFirst = rows.sort((a, b) => b.day - a.day || (a.id < b.id ? -1 : 1));
      return ok(newestFirst.map(({ id, category, day }) => ({ id, category, createdOn: documentDate(day) })));
    },
    async readDocument(policyId, documentId) {
      const [row] = await db
        .select()
        .from(demoDocuments)
        .where(and(eq(demoDocuments.id, documentId), eq(demoDocuments.policyId, policyId)));
      if (!row) return ok(null);
      const date = documentDate(row.day);
      const lines = [row.category, `Póliza ${policyId}`, longDate(date), 'Documento de demostración de Amparo'];
      return ok(pdfOf(`${row.category} ${date}.pdf`, lines));
    },
    async versionOf(list, policyId) {
      // Both lists only grow. The dates of payments move with the day, those of documents stay.
      if (list === 'documents')
        return ok(`fixed ${await db.$count(demoDocuments, eq(demoDocuments.policyId, policyId))}`);
      return ok(`${demoToday(clock)} ${await db.$count(demoPayments, eq(demoPayments.policyId, policyId))}`);
    },
    versionOfPolicies: async (person) =>
      ok(`${demoToday(clock)} ${await rowsVersion(db, [demoPolicies, ownedBy(person)])}`),
    beneficiaries: async (policyId) => ok(await persons<Beneficiary>(db, policyId, 'beneficiary')),
    insuredPersons: async (policyId) => ok(await persons<InsuredPerson>(db, policyId, 'insured')),
    // The books are read at each call; there is nothing to synchronise.
    synchronize: async () => ok(null),
    paymentAddress: async (order) => ok(await orderPayment(db, clock, order)),
  };
}

const ownedBy = ({ country, kind, number }: Identity) =>
  and(
    eq(demoPolicies.ownerNif, number),
    eq(demoPolicies.ownerDocument, kind),
    or(eq(demoPolicies.ownerCountry, country), isNull(demoPolicies.ownerCountry)),
  );

function readPolicy(row: typeof demoPolicies.$inferSelect, date: (day: number | null) => string | null): Policy {
  const { lastPaidOn } = row;
  const zone = zoneOfResidence(row.ownerCountry ?? '') ?? DEMO_ZONE;
  // What the seed wrote has every field of a policy but ids and dates.
  return {
    ...(row.fields as unknown as Policy),
    Policy: row.id,
    PolicyNumber: row.number,
    EffectiveDate: date(row.effectiveDay),
    GracePeriodDate: date(row.graceDay),
    GracePeriodDays: row.graceDays,
    LastPaidDate: lastPaidOn === null ? date(row.lastPaidDay) : dateOf(lastPaidOn, zone),
    AmountAvoidLapsingPolicy: row.avoidLapse,
    ...(lastPaidOn !== null && instantOf(lastPaidOn) && { LastPaidAt: lastPaidOn }),
  };
}

type PaymentRow = Pick<typeof demoPayments.$inferSelect, 'fields' | 'day' | 'instant'>;

/** Written into the row's own fields, which were parsed for this list alone: copies of a long one cost as much as its query. */
const readPayment = ({ fields, instant, day }: PaymentRow, date: (day: number | null) => string | null): Payment =>
  Object.assign(fields as unknown as Payment, { ParsedCompletedDate: instant ?? date(day) ?? '' });

function byYear(payments: readonly Payment[]): PaymentsOfYear[] {
  const years = new Map<number, Payment[]>();
  const newestFirst = [...payments].sort((a, b) => (a.ParsedCompletedDate < b.ParsedCompletedDate ? 1 : -1));
  for (const payment of newestFirst) {
    const year = Number(dateOf(payment.ParsedCompletedDate, DEMO_ZONE)?.slice(0, 4));
    const list = years.get(year);
    if (list) list.push(payment);
    else years.set(year, [payment]);
  }
  return [...years].sort(([a], [b]) => b - a).map(([year, list]) => ({ year, payments: list }));
}

async function persons<P>(db: Database, policyId: string, list: 'beneficiary' | 'insured'): Promise<P[]> {
  const rows = await db
    .select({ fields: demoPersons.fields, number: demoPolicies.number })
    .from(demoPersons)
    .innerJoin(demoPolicies, eq(demoPolicies.id, demoPersons.policyId))
    .where(and(eq(demoPersons.policyId, policyId), eq(demoPersons.list, list)))
    .orderBy(asc(demoPersons.id));
  return rows.map(({ fields, number }) => ({ ...fields, Policy: policyId, PolicyNumber: number }) as P);
}
