import { doublePrecision, index, integer, jsonb, pgSchema, serial, text } from 'drizzle-orm/pg-core';
import { instant } from '../database/columns.ts';

/** Apart from the product's own tables, so that a look at the database tells which is which. */
export const demo = pgSchema('demo');

/**
 * The demo insurer's books. Days are counted from today, except a document's; negative ones are past. What is upcoming, unpaid or in grace stays so
 * in a data folder of any age.
 */
export const demoPolicies = demo.table(
  'demo_policies',
  {
    id: text('id').primaryKey(),
    number: text('number').notNull(),
    ownerNif: text('owner_nif').notNull(),
    ownerDocument: text('owner_document').notNull(),
    /** Null: a passport, of whichever country. */
    ownerCountry: text('owner_country'),
    position: integer('position').notNull(),
    /** Fields of the policy that are neither ids nor dates, by wire name. */
    fields: jsonb('fields').$type<Record<string, string | number | null>>().notNull(),
    effectiveDay: integer('effective_day').notNull(),
    graceDay: integer('grace_day'),
    graceDays: integer('grace_days'),
    lastPaidDay: integer('last_paid_day'),
    /** When it was last paid through the sandbox: an instant, or a day in books of before; it stands before `lastPaidDay`. */
    lastPaidOn: text('last_paid_on'),
    avoidLapse: doublePrecision('avoid_lapse').notNull(),
  },
  (table) => [index('demo_policies_owner').on(table.ownerNif), index('demo_policies_number').on(table.number)],
);

export const demoBills = demo.table(
  'demo_bills',
  {
    number: text('number').primaryKey(),
    policyId: text('policy_id').notNull(),
    fromDay: integer('from_day').notNull(),
    toDay: integer('to_day').notNull(),
    due: doublePrecision('due').notNull(),
    paid: instant('paid'),
  },
  (table) => [index('demo_bills_policy').on(table.policyId)],
);

export const demoPayments = demo.table(
  'demo_payments',
  {
    id: serial('id').primaryKey(),
    policyId: text('policy_id').notNull(),
    /** Null for a payment made through the sandbox, which happened at a real instant. */
    day: integer('day'),
    instant: text('instant'),
    fields: jsonb('fields').$type<Record<string, string | number>>().notNull(),
  },
  (table) => [index('demo_payments_policy').on(table.policyId)],
);

export const demoDocuments = demo.table(
  'demo_documents',
  {
    id: text('id').primaryKey(),
    policyId: text('policy_id').notNull(),
    category: text('category').notNull(),
    /** A real day, counted from 1970: a document that was kept on a device keeps its day and its name. */
    day: integer('day').notNull(),
  },
  (table) => [index('demo_documents_policy').on(table.policyId)],
);

/** Beneficiaries and insured persons of a policy, by wire name. */
export const demoPersons = demo.table(
  'demo_persons',
  {
    id: serial('id').primaryKey(),
    policyId: text('policy_id').notNull(),
    list: text('list').$type<'beneficiary' | 'insured'>().notNull(),
    fields: jsonb('fields').$type<Record<string, string | number>>().notNull(),
  },
  (table) => [index('demo_persons_policy').on(table.policyId)],
);

/** Payments a customer was sent to the sandbox for. */
export const sandboxPayments = demo.table('sandbox_payments', {
  /** SHA-256 of the token in the page's address. */
  hash: text('hash').primaryKey(),
  policyId: text('policy_id').notNull(),
  billNumber: text('bill_number'),
  amount: doublePrecision('amount').notNull(),
  currency: text('currency').notNull(),
  holder: text('holder').notNull(),
  state: text('state').$type<'open' | 'paid' | 'rejected'>().notNull(),
  expires: instant('expires').notNull(),
});
