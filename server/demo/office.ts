import { and, count, desc, eq, inArray } from 'drizzle-orm';
import { zoneFor } from '#rules/time-zones.ts';
import type { Database } from '../database/open.ts';
import { customers, refundDocuments, refunds, tickets } from '../database/schema.ts';
import type { Report } from '../insurer/reports.ts';
import { documentDay } from './demo-day.ts';
import { demoBills, demoDocuments, demoPolicies } from './schema.ts';

type Customer = typeof customers.$inferSelect;

/** What the insurer's clerk sees of one customer: no diagnosis, since nobody signs in here. */
export interface Desk {
  emails: string[];
  customer: Pick<Customer, 'id' | 'email' | 'nombre' | 'residenciaFiscal'> | null;
  refunds: DeskRefund[];
  tickets: Pick<
    typeof tickets.$inferSelect,
    'id' | 'caseNumber' | 'nombre' | 'notas' | 'answers' | 'idEstado' | 'estado'
  >[];
  policies: { id: string; number: string; product: string }[];
}

export interface DeskRefund
  extends Pick<typeof refunds.$inferSelect, 'id' | 'caseNumber' | 'idEstado' | 'estado' | 'created' | 'fields'> {
  /** The names of its papers, the oldest first. */
  papers: string[];
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
    refunds: await refundsOf(db, chosen),
    tickets: await db
      .select()
      .from(tickets)
      .where(eq(tickets.customerId, chosen.id))
      .orderBy(desc(tickets.created), desc(tickets.serial))
      .limit(SHOWN),
    policies: policies.map(({ id, number, fields }) => ({ id, number, product: String(fields.ProductName ?? '') })),
  };
}

async function refundsOf(db: Database, { id }: Customer): Promise<DeskRefund[]> {
  const rows = await db
    .select()
    .from(refunds)
    .where(eq(refunds.customerId, id))
    .orderBy(desc(refunds.created), desc(refunds.serial))
    .limit(SHOWN);
  const papers = await db
    .select({ refundId: refundDocuments.refundId, filename: refundDocuments.filename })
    .from(refundDocuments)
    .where(
      inArray(
        refundDocuments.refundId,
        rows.map((row) => row.id),
      ),
    )
    .orderBy(refundDocuments.serial);
  const namesOf = (refundId: string) => papers.filter((one) => one.refundId === refundId).map((one) => one.filename);
  return rows.map((row) => ({ ...row, papers: namesOf(row.id) }));
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

const policiesOf = (db: Database, { nif, documentKind }: Customer) =>
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

/** What was done, in the clerk's words, and what the insurer reports of it; null when there is no such thing. */
export type Done = { text: string; report: Omit<Report, 'timestamp'> } | null;

export async function moveRefund(
  db: Database,
  { id: customerId }: Customer,
  id: string,
  idEstado: RefundState,
  now: Date,
): Promise<Done> {
  const own = and(eq(refunds.id, id), eq(refunds.customerId, customerId));
  const [row] = await db.select().from(refunds).where(own);
  if (!row) return null;
  return {
    text: `El reembolso ${row.caseNumber} pasó a ${refundStates[idEstado]}.`,
    report: {
      type: 'reembolso.actualizado',
      data: {
        id,
        secuencia: row.reported + 1,
        idEstado,
        ...(idEstado === 6 && { pago: { importe: Number(row.fields.importe), fecha: now.toISOString() } }),
        ...(idEstado === 2 && { diasEsperados: DECISION_DAYS }),
      },
    },
  };
}

/** Who answers at the demo's desk. */
export const CLERK = 'Lucía Vargas, Atención al cliente';

export async function answerTicket(db: Database, customer: Customer, id: string, respuesta: string): Promise<Done> {
  const own = and(eq(tickets.id, id), eq(tickets.customerId, customer.id));
  const [row] = await db.select().from(tickets).where(own);
  if (!row) return null;
  const data = { id, secuencia: row.reported + 1, respuesta, autor: CLERK, idEstado: 2 };
  return {
    text: `La consulta ${row.caseNumber} tiene respuesta.`,
    report: { type: 'consulta.respondida', data },
  };
}

/** A bill of the policy's premium, issued in ten days: an upcoming one (H5). */
export async function issueBill(db: Database, customer: Customer, policyId: string): Promise<Done> {
  const policy = (await policiesOf(db, customer)).find(({ id }) => id === policyId);
  if (!policy) return null;
  const [row] = await db.select({ known: count() }).from(demoBills).where(eq(demoBills.policyId, policyId));
  const number = `F-${policyId}-${(row?.known ?? 0) + 1}`;
  const due = Number(policy.fields.ModalPremium ?? 0);
  await db.insert(demoBills).values({ number, policyId, fromDay: 10, toDay: 40, due });
  return { text: `Factura ${number} emitida.`, report: newsOf(customer, policyId, 'facturas') };
}

export async function publishDocument(
  db: Database,
  customer: Customer,
  policyId: string,
  { now, id }: { now: Date; id: string },
): Promise<Done> {
  const policy = (await policiesOf(db, customer)).find(({ id }) => id === policyId);
  if (!policy) return null;
  const day = documentDay(now, 0, zoneFor(customer.residenciaFiscal));
  await db.insert(demoDocuments).values({ id, policyId, category: 'Carta', day });
  return { text: `Carta publicada en la póliza ${policy.number}.`, report: newsOf(customer, policyId, 'documentos') };
}

function newsOf({ documentCountry, documentKind, nif }: Customer, poliza: string, tema: 'facturas' | 'documentos') {
  const documento = { pais: documentCountry, tipo: documentKind, numero: nif };
  return { type: 'poliza.novedad', data: { documento, poliza, tema } } as const;
}

/** The customer of a form; null when there is none in the demo. */
export async function customerOf(db: Database, id: string): Promise<Customer | null> {
  const [row] = await db
    .select()
    .from(customers)
    .where(and(eq(customers.id, id), eq(customers.demo, true)));
  return row ?? null;
}
