import { randomUUID } from 'node:crypto';
import { and, count, desc, eq } from 'drizzle-orm';
import type { PushMessage } from '#contract/push.ts';
import { today } from '#rules/dates.ts';
import type { Database, Transaction } from '../database/open.ts';
import { customers, refunds, tickets } from '../database/schema.ts';
import { documentDay } from './document-day.ts';
import { demoBills, demoDocuments, demoPolicies } from './schema.ts';

type Customer = typeof customers.$inferSelect;

/** What the insurer's clerk sees of one customer: no diagnosis, since nobody signs in here. */
export interface Desk {
  emails: string[];
  customer: Pick<Customer, 'id' | 'email' | 'nombre'> | null;
  refunds: Pick<typeof refunds.$inferSelect, 'id' | 'caseNumber' | 'idEstado' | 'estado' | 'created'>[];
  tickets: Pick<
    typeof tickets.$inferSelect,
    'id' | 'caseNumber' | 'nombre' | 'notas' | 'answers' | 'idEstado' | 'estado'
  >[];
  policies: { id: string; number: string; product: string }[];
}

/** How many of each are shown, the newest. */
const SHOWN = 8;

/** Reads the desk for the customer of the address; without one, for whoever asked for something last. */
export async function readDesk(db: Database, email: string | null): Promise<Desk> {
  const known = await db.select().from(customers).where(eq(customers.demo, true)).orderBy(customers.email);
  const chosen = known.find((one) => one.email === email) ?? (await lastHeard(db, known));
  const emails = known.map((one) => one.email);
  if (!chosen) return { emails, customer: null, refunds: [], tickets: [], policies: [] };
  const policies = await policiesOf(db, chosen);
  return {
    emails,
    customer: chosen,
    refunds: await db
      .select()
      .from(refunds)
      .where(eq(refunds.customerId, chosen.id))
      .orderBy(desc(refunds.created), desc(refunds.serial))
      .limit(SHOWN),
    tickets: await db
      .select()
      .from(tickets)
      .where(eq(tickets.customerId, chosen.id))
      .orderBy(desc(tickets.created), desc(tickets.serial))
      .limit(SHOWN),
    policies: policies.map(({ id, number, fields }) => ({ id, number, product: String(fields.ProductName ?? '') })),
  };
}

async function lastHeard(db: Database, known: readonly Customer[]): Promise<Customer | undefined> {
  const newest = async (table: typeof refunds | typeof tickets) => {
    const [row] = await db
      .select({ customerId: table.customerId, created: table.created })
      .from(table)
      .orderBy(desc(table.created))
      .limit(1);
    return row;
  };
  const [refund, ticket] = [await newest(refunds), await newest(tickets)];
  const last = ticket && (!refund || ticket.created > refund.created) ? ticket : refund;
  return known.find(({ id }) => id === last?.customerId) ?? known[0];
}

const policiesOf = (db: Database | Transaction, { nif, documentKind }: Customer) =>
  db
    .select()
    .from(demoPolicies)
    .where(and(eq(demoPolicies.ownerNif, nif), eq(demoPolicies.ownerDocument, documentKind)))
    .orderBy(demoPolicies.position);

/** The states a clerk gives a refund (H4.5); the customer reads 6 as approved too, with what was paid (D50). */
export const refundStates = { 2: 'En trámite', 5: 'Aprobado', 6: 'Pagado', 7: 'Negado' } as const;
export type RefundState = keyof typeof refundStates;

/** Days within which the demo insurer decides on what it has taken up. */
export const DECISION_DAYS = 15;

/** What was done, in the clerk's words, and what the customer's devices are told; null when there is no such thing. */
export type Done = { text: string; message: PushMessage } | null;

export async function moveRefund(
  tx: Transaction,
  customer: Customer,
  id: string,
  state: RefundState,
  now: Date,
): Promise<Done> {
  const own = and(eq(refunds.id, id), eq(refunds.customerId, customer.id));
  const [row] = await tx.select().from(refunds).where(own).for('update');
  if (!row) return null;
  const paid = state === 6 ? { importe: Number(row.fields.importe), fecha: today(now, 'UTC') } : null;
  const states = [...row.states, { idEstado: state, desde: now.toISOString() }];
  const moved = { idEstado: state, estado: refundStates[state], states, paid };
  await tx
    .update(refunds)
    .set({ ...moved, ...(state === 2 && { expectedDays: DECISION_DAYS }) })
    .where(own);
  return {
    text: `El reembolso ${row.caseNumber} pasó a ${refundStates[state]}.`,
    message: { tema: 'solicitudes', poliza: row.policyId, reembolso: row.id },
  };
}

/** Who answers at the demo's desk. */
export const CLERK = 'Lucía Vargas, Atención al cliente';

export async function answerTicket(
  tx: Transaction,
  customer: Customer,
  id: string,
  respuesta: string,
  now: Date,
): Promise<Done> {
  const own = and(eq(tickets.id, id), eq(tickets.customerId, customer.id));
  const [row] = await tx.select().from(tickets).where(own).for('update');
  if (!row) return null;
  const answers = [...row.answers, { secuencia: 0, respuesta, autor: CLERK, fecha: now.toISOString() }];
  await tx.update(tickets).set({ answers, idEstado: 2, estado: 'En trámite' }).where(own);
  return {
    text: `La consulta ${row.caseNumber} tiene respuesta.`,
    message: { tema: 'solicitudes', consulta: row.id },
  };
}

/** A bill of the policy's premium, issued in ten days: an upcoming one (H5). */
export async function issueBill(tx: Transaction, customer: Customer, policyId: string): Promise<Done> {
  const policy = (await policiesOf(tx, customer)).find(({ id }) => id === policyId);
  if (!policy) return null;
  const [row] = await tx.select({ known: count() }).from(demoBills).where(eq(demoBills.policyId, policyId));
  const number = `F-${policyId}-${(row?.known ?? 0) + 1}`;
  const due = Number(policy.fields.ModalPremium ?? 0);
  await tx.insert(demoBills).values({ number, policyId, fromDay: 10, toDay: 40, due });
  return { text: `Factura ${number} emitida.`, message: { tema: 'facturas', poliza: policyId } };
}

export async function publishDocument(tx: Transaction, customer: Customer, policyId: string, now: Date): Promise<Done> {
  const policy = (await policiesOf(tx, customer)).find(({ id }) => id === policyId);
  if (!policy) return null;
  await tx.insert(demoDocuments).values({ id: randomUUID(), policyId, category: 'Carta', day: documentDay(now, 0) });
  return {
    text: `Carta publicada en la póliza ${policy.number}.`,
    message: { tema: 'documentos', poliza: policyId },
  };
}

/** The customer of a form; null when there is none in the demo. */
export async function customerOf(db: Database, id: string): Promise<Customer | null> {
  const [row] = await db
    .select()
    .from(customers)
    .where(and(eq(customers.id, id), eq(customers.demo, true)));
  return row ?? null;
}
