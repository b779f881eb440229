import { eq, inArray } from 'drizzle-orm';
import type { Database } from '#server/database/open.ts';
import { refundDocuments, refunds, tickets } from '#server/database/schema.ts';
import type { Told } from './receiver.ts';

/**
 * Compares what the insurer's systems took with what the customer has sent since then. Each thing must have arrived
 * once, must be in the database, and must have come in order.
 * @returns each difference as a sentence; empty when there is none
 */
export async function comparedWithTold(db: Database, customerId: string, since: Date, told: readonly Told[]) {
  const problems: string[] = [];
  const ofCustomer = told.filter(({ data }) => data.cliente.id === customerId);
  const after = <T extends { created: Date }>(rows: T[]) => rows.filter(({ created }) => created >= since);
  const sentTickets = after(await db.select().from(tickets).where(eq(tickets.customerId, customerId)));
  const sentRefunds = after(await db.select().from(refunds).where(eq(refunds.customerId, customerId)));
  const ids = sentRefunds.map(({ id }) => id);
  const papers = ids.length
    ? await db.select().from(refundDocuments).where(inArray(refundDocuments.refundId, ids))
    : [];
  const later = papers.filter(({ tipo }) => tipo === 'Documento adicional');

  const compare = (type: string, key: string, expected: readonly string[]) => {
    const got = ofCustomer.filter((one) => one.type === type).map(({ data }) => String(data[key]));
    for (const one of expected) {
      const times = got.filter((other) => other === one).length;
      if (times !== 1) problems.push(`${type} ${one} was told ${times} times`);
    }
    for (const one of got) if (!expected.includes(one)) problems.push(`${type} ${one} was told and does not stand`);
  };
  compare(
    'consulta.creada',
    'id',
    sentTickets.map(({ id }) => id),
  );
  compare('reembolso.creado', 'id', ids);
  const year = (at: Date) => at.getUTCFullYear();
  compare(
    'reembolso.documento',
    'numero',
    later.map(({ serial }) => `D-${year(since)}-${String(serial).padStart(6, '0')}`),
  );

  const indexOf = new Map(ofCustomer.map(({ data }, index) => [String(data.id), index]));
  ofCustomer.forEach(({ type, data }, index) => {
    if (type === 'reembolso.documento' && (indexOf.get(String(data.reembolso)) ?? Infinity) > index) {
      problems.push(`document ${data.numero} came before its refund`);
    }
  });
  ofCustomer.reduce((before, { timestamp, type, data }) => {
    if (timestamp < before) problems.push(`${type} ${data.numero} came after what happened later`);
    return timestamp;
  }, '');
  return problems;
}
