import { createHash } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { fail, ok, type Result } from '#contract/result.ts';
import { bareNumber } from '#rules/document-numbers.ts';
import { isProved } from '../accounts/unproven.ts';
import { note } from '../audit/trail.ts';
import type { Transaction } from '../database/open.ts';
import { customers, insurerReports, refundDocuments, refunds, tickets } from '../database/schema.ts';
import { keepFiles, type StagedFile } from '../files/uploads.ts';
import type { World } from '../handler.ts';
import type { Report, ReportOf } from './reports.ts';
import { stagePaper } from './stage-paper.ts';

/** 'hecho': it has its effect. 'repetido': it had it before. 'superado': a newer report of the same thing stands. */
export type Taken = 'hecho' | 'repetido' | 'superado';

/** The words of the states a report leaves without one (H4.5). */
const states: Record<number, string> = { 1: 'Nuevo', 5: 'Aprobado', 6: 'Pagado', 7: 'Negado' };
const wordsFor = ({ idEstado, estado }: { idEstado: number; estado?: string | undefined }) =>
  estado ?? states[idEstado] ?? 'En trámite';

/** What taking a report needs. */
export type Reporting = Pick<World, 'db' | 'clock' | 'commonClock' | 'uuid' | 'news' | 'storage' | 'later'>;

/**
 * Takes a report whose signature fits: its id, its effect and the note to the customer's devices stand together or not at all.
 *
 * @param text the body as it was signed
 * @returns 'not-found' when nothing has its id, 'key-reused' when its id came with another content; neither uses the id up
 */
export async function takeReport(
  { db, clock, commonClock, uuid, news, storage, later }: Reporting,
  id: string,
  text: Uint8Array,
  report: Report,
): Promise<Result<Taken>> {
  const digest = createHash('sha256').update(text).digest('base64url');
  // Before the transaction: no row is held while a store is waited for.
  const paper = report.type === 'reembolso.adjunto' ? await stagePaper({ db, storage }, report, id) : ok([]);
  if (!paper.ok) return paper;
  const taken = await db.transaction(async (tx): Promise<Result<Taken>> => {
    const fresh = await tx
      .insert(insurerReports)
      .values({ id, digest, received: clock() })
      .onConflictDoNothing()
      .returning({ id: insurerReports.id });
    if (fresh.length === 0) return repeated(tx, id, digest);
    const effect = await carryOut(tx, { news, clock, commonClock, uuid }, report, paper.value);
    // What was wrong may be put right and come again under its id.
    if (!effect.ok) await tx.delete(insurerReports).where(eq(insurerReports.id, id));
    return effect;
  });
  if (taken.ok && taken.value === 'hecho') news.sendSoon();
  if (paper.value.length > 0) later.start(storage.scanDue);
  return taken;
}

async function repeated(tx: Transaction, id: string, digest: string): Promise<Result<Taken>> {
  const [known] = await tx.select().from(insurerReports).where(eq(insurerReports.id, id));
  return known?.digest === digest
    ? ok('repetido')
    : fail('key-reused', { status: 409, text: 'this webhook-id came with another body' });
}

function carryOut(
  tx: Transaction,
  world: Teller,
  report: Report,
  paper: readonly StagedFile[],
): Promise<Result<Taken>> {
  switch (report.type) {
    case 'reembolso.actualizado':
      return moveRefund(tx, world, report);
    case 'reembolso.adjunto':
      return attachPaper(tx, world, report, paper);
    case 'consulta.respondida':
      return answerTicket(tx, world, report);
    case 'poliza.novedad':
      return tellOfPolicy(tx, world, report);
  }
}

type Teller = Pick<World, 'news' | 'clock' | 'commonClock' | 'uuid'>;

/** Tells the customer's devices, and the trail that the insurer changed something. */
async function tell(
  tx: Transaction,
  { news, commonClock }: Teller,
  customerId: string,
  what: Parameters<World['news']['tell']>[2],
  about: string,
): Promise<void> {
  await news.tell(tx, customerId, what);
  await note(tx, await commonClock(tx), { actor: 'insurer', event: 'reported', customerId, about });
}

const unknown = (what: string) => fail('not-found', { text: `no ${what} has this id` });

/** The row is held until the end: of two reports at once the second sees what the first did. */
async function moveRefund(
  tx: Transaction,
  world: Teller,
  { data, timestamp }: ReportOf<'reembolso.actualizado'>,
): Promise<Result<Taken>> {
  const [row] = await tx.select().from(refunds).where(eq(refunds.id, data.id)).for('update');
  if (!row) return unknown('refund');
  if (data.secuencia === row.reported || row.states.some((one) => one.secuencia === data.secuencia)) {
    return ok('superado');
  }
  const isNewest = data.secuencia > row.reported;
  const adds = saidAnew(row, data);
  const newest = { reported: data.secuencia, idEstado: data.idEstado, estado: wordsFor(data) };
  const saidBy = {
    ...numbersOf(row),
    ...Object.fromEntries(Object.keys(adds).map((name) => [name, data.secuencia])),
    reported: Math.max(row.reported, data.secuencia),
  };
  // A late one still tells since when the refund was in its state (D50). So each is kept, also of the state that it has: one between
  // them may be still to come. Whoever reads the list joins neighbours.
  const states = [...row.states, { idEstado: data.idEstado, desde: timestamp, secuencia: data.secuencia }].sort(
    (a, b) => a.desde.localeCompare(b.desde) || a.idEstado - b.idEstado,
  );
  await tx
    .update(refunds)
    .set({ ...adds, saidBy, states, ...(isNewest && newest) })
    .where(eq(refunds.id, row.id));
  if (!isNewest && Object.keys(adds).length === 0) return ok('superado');
  await tell(tx, world, row.customerId, { tema: 'solicitudes', poliza: row.policyId, reembolso: row.id }, row.id);
  return ok('hecho');
}

/**
 * What a report says that no newer one said, as a payment. A late one may be newer than what is there, when those between say
 * nothing of it.
 */
function saidAnew(row: RefundRow, { secuencia, pago, diasEsperados, notas }: RefundData) {
  const numbers = numbersOf(row);
  const isNewer = (name: Said) => secuencia > (numbers[name] ?? 0);
  return {
    ...(pago && isNewer('paid') && { paid: pago }),
    ...(diasEsperados && isNewer('expectedDays') && { expectedDays: diasEsperados }),
    ...(notas && isNewer('notes') && { notes: notas }),
  };
}

const said = ['paid', 'expectedDays', 'notes'] as const;
type Said = (typeof said)[number];
type RefundRow = typeof refunds.$inferSelect;

/**
 * The number of the report that each of what is there is of. A server of before 0026 beside this one writes none, and leaves those
 * that are there (F43). Of what has none all that is known is that it is no newer than the newest report.
 */
function numbersOf(row: RefundRow): Partial<Record<Said, number>> {
  const known = row.saidBy.reported === row.reported ? row.saidBy : {};
  return Object.fromEntries(said.filter((name) => row[name]).map((name) => [name, known[name] ?? row.reported]));
}

type RefundData = ReportOf<'reembolso.actualizado'>['data'];

/** Papers have no order among one another: each that was sent is kept. */
async function attachPaper(
  tx: Transaction,
  world: Teller,
  { data }: ReportOf<'reembolso.adjunto'>,
  paper: readonly StagedFile[],
): Promise<Result<Taken>> {
  const [row] = await tx.select().from(refunds).where(eq(refunds.id, data.id)).for('update');
  if (!row) return unknown('refund');
  for (const { id: fileId, name: filename } of await keepFiles(tx, paper)) {
    const { tipo } = data.documento;
    await tx.insert(refundDocuments).values({ id: world.uuid(), refundId: row.id, tipo, fileId, filename });
  }
  await tell(tx, world, row.customerId, { tema: 'solicitudes', poliza: row.policyId, reembolso: row.id }, row.id);
  return ok('hecho');
}

/** Every answer is kept, in the order of its number; the state is the newest report's. */
async function answerTicket(
  tx: Transaction,
  world: Teller,
  { data, timestamp }: ReportOf<'consulta.respondida'>,
): Promise<Result<Taken>> {
  const [row] = await tx.select().from(tickets).where(eq(tickets.id, data.id)).for('update');
  if (!row) return unknown('ticket');
  const { secuencia, respuesta, autor = '' } = data;
  const isNewest = secuencia > row.reported;
  if (!isNewest && (respuesta === undefined || row.answers.some((one) => one.secuencia === secuencia))) {
    return ok('superado');
  }
  const added = respuesta === undefined ? [] : [{ secuencia, respuesta, autor, fecha: timestamp }];
  const answers = [...row.answers, ...added].sort((a, b) => a.secuencia - b.secuencia);
  const newest = { reported: secuencia, idEstado: data.idEstado, estado: wordsFor(data) };
  await tx
    .update(tickets)
    .set({ answers, ...(isNewest && newest) })
    .where(eq(tickets.id, row.id));
  await tell(tx, world, row.customerId, { tema: 'solicitudes', consulta: row.id }, row.id);
  return ok('hecho');
}

/** Whoever has an account with the document is told, once the insurer believes that it is theirs; nobody else learns of it. */
async function tellOfPolicy(
  tx: Transaction,
  world: Teller,
  { data }: ReportOf<'poliza.novedad'>,
): Promise<Result<Taken>> {
  const { pais, tipo, numero } = data.documento;
  const [customer] = await tx
    .select()
    .from(customers)
    .where(
      and(
        isProved,
        eq(customers.documentCountry, pais),
        eq(customers.documentKind, tipo),
        eq(customers.nif, bareNumber(numero)),
      ),
    )
    // Before what refers to the account, as an erasure does: in another order, each would wait for the other.
    .for('key share');
  // Somebody without the app is no mistake of the insurer's.
  if (customer) {
    await tell(tx, world, customer.id, { tema: data.tema, poliza: data.poliza }, data.poliza);
  }
  return ok('hecho');
}
