import type { PersonalInformation } from '#contract/account.ts';
import { type AnswerOf, type Endpoint, type EndpointName, endpoints, type InputOf } from '#contract/endpoints.ts';
import type { Beneficiary, Bill, InsuredPerson, Payment, Policy, PolicyDocument } from '#contract/policies.ts';
import type { Refund } from '#contract/refunds.ts';
import { fail, ok, type Result } from '#contract/result.ts';
import type { Ticket, TicketType } from '#contract/tickets.ts';
import type { MirrorTable } from '#database/rows.ts';
import { dateOf } from '#rules/dates.ts';
import { paymentsByYear } from '#rules/payments.ts';
import { refundsByYear } from '#rules/refunds.ts';
import { ticketsByYear } from '#rules/tickets.ts';
import type { HeldRead } from '#session/calls.ts';
import type { Session } from '#session/session.ts';
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
export type Fetched<Row> = { unchanged: true } | ({ unchanged: false; groups: Group<Row>[] } & Stamp);

/** One mirrored collection: its table, how it is fetched and grouped, and how long it counts as fresh. */
export interface Collection<Row> {
  table: MirrorTable;
  /** Whether the customer has one of it, or each policy. */
  scope: 'customer' | 'policy';
  freshMs: number;
  /** What is mirrored never becomes nothing: an answer without rows is then one that could not be read. */
  isLasting?: true;
  group(rows: readonly Row[]): Group<Row>[];
  fetch(session: Session, context: PullContext, held: Held<Row> | null): Promise<Result<Fetched<Row>>>;
  /** The read that `fetch` makes of rows the device holds; null when the policy is not one of the customer's. */
  heldRead(context: PullContext, etag: string): Promise<HeldRead | null>;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** The rows as they came, in one group. */
const asOneList = { rowsOf: asTheyCame, group: together };

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
});

/** Grouped on the device (H2.32): the server's years (H7.10) need not be the year a payment's date shows here. */
export const payments = declare<Payment, 'payments'>({
  ...listOfPolicy,
  table: 'payments',
  endpoint: 'payments',
  rowsOf: (years) => years.flatMap((year) => year.payments),
  group: (rows) => labelled(paymentsByYear(rows)),
  freshMs: 15 * MINUTE_MS,
});

/** The extent of a place of payments that reaches back to a calendar date, in as many years as that takes. */
export const paidSince = (day: string): Extent<Payment> => ({
  isBefore: ({ ParsedCompletedDate }) => (dateOf(ParsedCompletedDate) ?? day) < day,
});

/** By the year of fechaDiagnostico, the newest created first (H2.37). */
export const refunds = declare<Refund, 'refunds'>({
  table: 'refunds',
  scope: 'policy',
  endpoint: 'refunds',
  input: ({ who, policyId }) => ({ idUsuario: who.idUsuario, poliza: policyId }),
  rowsOf: asTheyCame,
  group: (rows) => labelled(refundsByYear(rows)),
  freshMs: 5 * MINUTE_MS,
});

export const documents = declare<PolicyDocument, 'documents'>({
  ...listOfPolicy,
  table: 'documents',
  endpoint: 'documents',
});
export const roles = declare<Beneficiary, 'roles'>({ ...listOfPolicy, table: 'roles', endpoint: 'roles' });
export const dependents = declare<InsuredPerson, 'dependents'>({
  ...listOfPolicy,
  table: 'dependents',
  endpoint: 'dependents',
});
export const cards = declare<InsuredPerson, 'cards'>({ ...listOfPolicy, table: 'cards', endpoint: 'cards' });

/** By the year of its day (H2.77). */
export const tickets = declare<Ticket, 'tickets'>({
  table: 'tickets',
  scope: 'customer',
  endpoint: 'tickets',
  input: ({ who }) => ({ idUsuario: who.idUsuario }),
  rowsOf: asTheyCame,
  group: (rows) => labelled(ticketsByYear(rows)),
  freshMs: 5 * MINUTE_MS,
});

export const ticketTypes = declare<TicketType, 'ticketTypes'>({
  ...asOneList,
  table: 'ticketTypes',
  scope: 'customer',
  endpoint: 'ticketTypes',
  input: ({ who }) => ({ idUsuario: who.idUsuario }),
  freshMs: 24 * HOUR_MS,
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

interface Declaration<Row, N extends EndpointName> extends Omit<Collection<Row>, 'fetch' | 'heldRead'> {
  endpoint: N;
  /** Null when the policy is not one of the customer's. */
  input(context: PullContext): InputOf<N> | null | Promise<InputOf<N> | null>;
  rowsOf(answer: AnswerOf<N>): Row[];
}

/** Hides the endpoint's types, so that users of a collection deal only with its rows. */
function declare<Row, N extends EndpointName>(declaration: Declaration<Row, N>): Collection<Row> {
  const { endpoint, input, rowsOf, ...rest } = declaration;
  const { groups: grouping }: Endpoint = endpoints[endpoint];
  return {
    ...rest,
    async heldRead(context, etag) {
      const fields = await input(context);
      return fields && { name: endpoint, input: fields, etag };
    },
    async fetch(session, context, held) {
      const fields = await input(context);
      if (!fields) return fail('not-found');
      const pull = async (base: Held<Row> | null): Promise<Result<Fetched<Row>>> => {
        const answer = await session.pull(endpoint, fields, base?.etag ?? null, { versions: base?.versions ?? null });
        if (!answer.ok) return answer;
        if (answer.value.unchanged) return ok({ unchanged: true });
        const { etag } = answer.value;
        if ('value' in answer.value) {
          const rows = rowsOf(answer.value.value);
          const versions = fitting(rows, answer.value.versions, grouping);
          return ok({ unchanged: false, groups: rest.group(rows), etag, versions });
        }
        const merged = base && grouping && (await mergeChanges(base, answer.value.changes, grouping));
        // Changes that do not fit the mirrored rows are useless. A pull without versions brings the whole list.
        if (!merged) return base ? pull(null) : fail('unreadable');
        return ok({ unchanged: false, groups: rest.group(merged.rows), etag, versions: merged.versions });
      };
      return pull(held);
    },
  };
}

function labelled<Row>(years: { year: string; rows: Row[] }[]): Group<Row>[] {
  return years.map(({ year, rows }) => ({ label: year, rows }));
}

function asTheyCame<Row>(rows: Row[]): Row[] {
  return rows;
}
