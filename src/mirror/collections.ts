import type { PersonalInformation } from '#contract/account.ts';
import { HOUR_MS, MINUTE_MS } from '#contract/age.ts';
import { type AnswerOf, type Endpoint, endpoints, type InputOf, type ReadName } from '#contract/endpoints.ts';
import { yearOf } from '#contract/groups.ts';
import type { Beneficiary, Bill, InsuredPerson, Payment, Policy, PolicyDocument } from '#contract/policies.ts';
import type { Refund } from '#contract/refunds.ts';
import type { Ticket, TicketType } from '#contract/tickets.ts';
import type { MirrorTable } from '#database/rows.ts';
import { dateOf } from '#rules/dates.ts';
import { paymentsByYear } from '#rules/payments.ts';
import { isHelpHidden, ticketPolicies } from '#rules/policies.ts';
import { peopleOf, type Shortcut, shortcutsOf } from '#rules/policy-card.ts';
import { refundsByYear } from '#rules/refunds.ts';
import { ticketsByYear } from '#rules/tickets.ts';
import type { Pulled, Read } from '#session/session.ts';
import type { Customer } from '#session/tokens.ts';
import { type Extent, type Group, type Held, type Stamp, together } from './group.ts';
import { fitting, mergeChanges } from './merge.ts';

/** What a collection's `fetch` needs to know of a pull. */
export interface PullContext {
  who: Customer;
  /** `Policy.Policy`; empty for a collection of the customer's. */
  policyId: string;
  /** The mirrored policy, for a call that needs more than its id. */
  findPolicy: () => Promise<Policy | null>;
}

/** The server's answer: nothing new, or all groups in the order a screen shows them. */
export type Fetched<Row> =
  | { unchanged: true }
  | ({
      unchanged: false;
      groups: Group<Row>[];
      /** The year they begin with, where older ones wait (D69). */
      since?: string | undefined;
    } & Stamp);

/** One mirrored collection: its table, how it is read and grouped, how long it counts as fresh, and when it is brought. */
export interface Collection<Row> {
  table: MirrorTable;
  /** Whether the customer has one of it, or each policy. */
  scope: 'customer' | 'policy';
  freshMs: number;
  bring: Bring;
  /** A push may tell that it has changed (D21). */
  isTold?: true;
  /** What is mirrored never becomes nothing: an answer without rows is then one that could not be read. */
  isLasting?: true;
  group(rows: readonly Row[]): Group<Row>[];
  /** The year of a row as it travels; 0 without a date. */
  yearOf(row: Row): number;
  /** The read to send, with what the device holds of it; null when the policy is not one of the customer's. */
  readOf(context: PullContext, held: Held<Row> | null): Promise<Read | null>;
  /** The rows of its answer; null when it brought changes that do not fit the held rows. Then the whole list is asked for. */
  take(answer: Pulled<unknown>, held: Held<Row> | null): Promise<Fetched<Row> | null>;
}

/** When a collection comes to the device by itself, and whose (D69). */
export interface Bring {
  /** 1: what home shows. 2: what a form or a card needs. 3: lists. 4: long histories. */
  rank: 1 | 2 | 3 | 4;
  /** The policies that have it; without it, all. */
  of?: (policy: Policy) => boolean;
  /** Whether a customer with these policies has it; without it, yes. */
  when?: (policies: readonly Policy[]) => boolean;
}

/** A collection of the customer's, or of one policy. */
export type Wanted = readonly [collection: Collection<unknown>, policyId?: string];

/** The rows as they came, in one group. */
const asOneList = { rowsOf: asTheyCame, group: together };

const offers =
  (...shortcuts: Shortcut[]) =>
  (policy: Policy) =>
    shortcutsOf(policy).some((one) => shortcuts.includes(one));

/** A list that the integration answers about one policy, and that seldom changes. */
const listOfPolicy = {
  ...asOneList,
  scope: 'policy',
  input: ({ policyId }: PullContext) => ({ policyId }),
  freshMs: HOUR_MS,
} as const;

export const policies = declare<Policy, 'policies'>({
  ...asOneList,
  table: 'policies',
  scope: 'customer',
  endpoint: 'policies',
  input: ({ who }) => ({ cedula: who.cedula, idUsuario: who.idUsuario }),
  freshMs: 5 * MINUTE_MS,
  bring: { rank: 1 },
});

export const bills = declare<Bill, 'pendingBills'>({
  ...asOneList,
  table: 'bills',
  scope: 'policy',
  endpoint: 'pendingBills',
  input: async ({ policyId, findPolicy }) => {
    const policy = await findPolicy();
    return policy && { VisualTimeInstance: policy.VisualTimeInstance, Policy: policyId, PendingBills: 1 };
  },
  freshMs: 5 * MINUTE_MS,
  bring: { rank: 1 },
  isTold: true,
});

/** Grouped on the device (H2.32): the server's years (H7.10) need not be the year a payment's date shows here. */
export const payments = declare<Payment, 'payments'>({
  ...listOfPolicy,
  table: 'payments',
  endpoint: 'payments',
  rowsOf: (years) => years.flatMap((year) => year.payments),
  group: (rows) => labelled(paymentsByYear(rows)),
  freshMs: 15 * MINUTE_MS,
  bring: { rank: 4, of: offers('historialPagos') },
});

/** The extent of a place of payments that reaches back to a calendar date, in as many years as that takes. */
export const paidSince = (day: string): Extent<Payment> => ({
  isBefore: ({ ParsedCompletedDate }) => (dateOf(ParsedCompletedDate) ?? day) < day,
});

/** By the year of their day, the newest created first (H2.37). */
export const refunds = declare<Refund, 'refunds'>({
  table: 'refunds',
  scope: 'policy',
  endpoint: 'refunds',
  input: ({ who, policyId }) => ({ idUsuario: who.idUsuario, poliza: policyId }),
  rowsOf: asTheyCame,
  group: (rows) => labelled(refundsByYear(rows)),
  freshMs: 5 * MINUTE_MS,
  bring: { rank: 1, of: offers('reembolsos') },
  isTold: true,
});

export const documents = declare<PolicyDocument, 'documents'>({
  ...listOfPolicy,
  table: 'documents',
  endpoint: 'documents',
  bring: { rank: 3 },
  isTold: true,
});
export const roles = declare<Beneficiary, 'roles'>({
  ...listOfPolicy,
  table: 'roles',
  endpoint: 'roles',
  bring: { rank: 3, of: (policy) => peopleOf(policy) === 'beneficiarios' },
});
export const dependents = declare<InsuredPerson, 'dependents'>({
  ...listOfPolicy,
  table: 'dependents',
  endpoint: 'dependents',
  bring: { rank: 3, of: (policy) => peopleOf(policy) === 'dependientes' },
});
/** The card, and the patients of a refund. */
export const cards = declare<InsuredPerson, 'cards'>({
  ...listOfPolicy,
  table: 'cards',
  endpoint: 'cards',
  bring: { rank: 2, of: offers('carnet', 'reembolsos') },
});

/** By the year of its day (H2.77). */
export const tickets = declare<Ticket, 'tickets'>({
  table: 'tickets',
  scope: 'customer',
  endpoint: 'tickets',
  input: ({ who }) => ({ idUsuario: who.idUsuario }),
  rowsOf: asTheyCame,
  group: (rows) => labelled(ticketsByYear(rows)),
  freshMs: 5 * MINUTE_MS,
  bring: { rank: 1, when: (policies) => !isHelpHidden(policies) },
  isTold: true,
});

export const ticketTypes = declare<TicketType, 'ticketTypes'>({
  ...asOneList,
  table: 'ticketTypes',
  scope: 'customer',
  endpoint: 'ticketTypes',
  input: ({ who }) => ({ idUsuario: who.idUsuario }),
  freshMs: 24 * HOUR_MS,
  bring: { rank: 2, when: (policies) => ticketPolicies(policies).length > 0 },
});

export const personalInformation = declare<PersonalInformation, 'personalInformation'>({
  table: 'personalInformation',
  scope: 'customer',
  endpoint: 'personalInformation',
  input: ({ who }) => ({ id: who.idUsuario }),
  // Without a residence nothing of it can be shown (H2.64).
  rowsOf: (information) => (information.residenciaFiscal === '' ? [] : [information]),
  isLasting: true,
  group: together,
  freshMs: 15 * MINUTE_MS,
  bring: { rank: 2 },
});

/** Every collection. A test compares it with the tables. */
export const collections = {
  policies,
  bills,
  payments,
  refunds,
  documents,
  roles,
  dependents,
  cards,
  tickets,
  ticketTypes,
  personalInformation,
} satisfies Record<MirrorTable, unknown>;

interface Declaration<Row, N extends ReadName> extends Omit<Collection<Row>, 'readOf' | 'take' | 'yearOf'> {
  endpoint: N;
  /** Null when the policy is not one of the customer's. */
  input(context: PullContext): InputOf<N> | null | Promise<InputOf<N> | null>;
  rowsOf(answer: AnswerOf<N>): Row[];
}

/** Hides the endpoint's types, so that users of a collection deal only with its rows. */
function declare<Row, N extends ReadName>(declaration: Declaration<Row, N>): Collection<Row> {
  const { endpoint, input, rowsOf, ...rest } = declaration;
  const { groups: grouping }: Endpoint = endpoints[endpoint];
  return {
    ...rest,
    yearOf: (row) => (grouping ? yearOf((row as Record<string, unknown>)[grouping.date]) : 0),
    async readOf(context, held) {
      const fields = await input(context);
      const { etag = null, versions = null } = held ?? {};
      return fields && { name: endpoint, input: fields, etag, versions };
    },
    async take(answer, held) {
      if (answer.unchanged) return { unchanged: true };
      const { etag } = answer;
      if ('value' in answer) {
        // The session has parsed it by the endpoint that `readOf` named.
        const rows = rowsOf(answer.value as AnswerOf<N>);
        const versions = fitting(rows, answer.versions, grouping);
        return { unchanged: false, groups: rest.group(rows), etag, versions, since: answer.since };
      }
      const merged = held && grouping && (await mergeChanges(held, answer.changes, grouping));
      return merged ? { unchanged: false, groups: rest.group(merged.rows), etag, versions: merged.versions } : null;
    },
  };
}

function labelled<Row>(years: { year: string; rows: Row[] }[]): Group<Row>[] {
  return years.map(({ year, rows }) => ({ label: year, rows }));
}

function asTheyCame<Row>(rows: Row[]): Row[] {
  return rows;
}
