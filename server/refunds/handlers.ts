import { and, asc, desc, eq, sql } from 'drizzle-orm';
import { instantOf } from '#contract/calendar.ts';
import { invoiceMarks, type Refund, type RefundDocument, refundFiles } from '#contract/refunds.ts';
import { fail, ok } from '#contract/result.ts';
import { dateOf, today } from '#rules/dates.ts';
import { localeOf } from '#rules/money.ts';
import { refundPolicyProblems } from '#rules/refund-policy.ts';
import { refundFieldProblems } from '#rules/refund-request.ts';
import { zoneFor } from '#rules/time-zones.ts';
import { handIn } from '../commands/hand-in.ts';
import { isOneOf } from '../database/one-of.ts';
import type { InTransactions, Transaction } from '../database/open.ts';
import { rowsBytes, rowsVersion } from '../database/rows-version.ts';
import { files, refundDocuments, refunds as refundTable } from '../database/schema.ts';
import { unreadable } from '../files/files.ts';
import { type KeptFile, keepFiles, type StagedFile } from '../files/uploads.ts';
import { Answered, type Handler } from '../handler.ts';
import { toFetch } from '../outgoing/files.ts';

/** What each file is called in the documents list of a refund. */
export const documentKinds: Record<string, string> = {
  documentoHistoriaClinica: 'Historia clínica',
  documentoFactura: 'Factura',
  reportePolicial: 'Reporte policial',
  documento: 'Documento adicional',
};

/** GET /reembolsos/getByPolicy, newest first. */
export const refunds: Handler<'refunds'> = async ({ db, clock, who, policy, hold }) => {
  const own = and(eq(refundTable.customerId, who.customer.id), eq(refundTable.policyId, policy.Policy));
  const ids = db.select({ id: refundTable.id }).from(refundTable).where(own);
  // As an array their papers are found in one pass over the index; with 'in' they are looked up refund by refund.
  const ofOwn = sql`${refundDocuments.refundId} = any(array${ids})`;
  const version = await rowsVersion(db, [refundTable, own], [refundDocuments, ofOwn]);
  const zone = zoneFor(who.customer.residenciaFiscal);
  const list = async () => {
    hold(await rowsBytes(db, [refundTable, own], [refundDocuments, ofOwn]));
    const rows = await db
      .select()
      .from(refundTable)
      .where(own)
      .orderBy(desc(refundTable.created), desc(refundTable.serial));
    const documents = await documentsOf(
      db,
      rows.map((row) => row.id),
    );
    return ok(rows.map((row) => refundOf(row, documents.get(row.id) ?? [], zone)));
  };
  // With the day, so that what a new version of the server says otherwise arrives a day later at most.
  return ok(new Answered(list, [who.customer.id, policy.Policy, today(clock(), 'UTC'), version]));
};

/** POST /reembolsos/create: the refund, its files and its receipt are written in one transaction. */
export const createRefund: Handler<'createRefund'> = async (call) => {
  const { clock, uuid, core, who, policy, input, files, refundLimits } = call;
  const names = files.map((file) => file.field);
  // The customer's zone is unknown, so a day counts as future only if it has not begun anywhere on earth.
  const problems = refundFieldProblems(input, names, today(clock(), 'Pacific/Kiritimati'));
  if (Object.keys(problems).length > 0) return fail('invalid', { fields: problems });
  const insured = await core.insuredPersons(policy.Policy);
  if (!insured.ok) return insured;
  const locale = localeOf(who.customer.residenciaFiscal);
  const unfit = refundPolicyProblems(policy, insured.value, input, refundLimits, locale);
  if (Object.keys(unfit).length > 0) {
    return fail('invalid', { text: Object.values(unfit).join('. '), fields: unfit });
  }

  const staged = await call.storage.stage(files);
  return handIn('refund.create', call, async (tx, numberOf) => {
    const { idUsuario: _, poliza: __, ...fields } = input;
    const id = uuid();
    const [row] = await tx
      .insert(refundTable)
      .values({
        id,
        customerId: who.customer.id,
        policyId: policy.Policy,
        caseNumber: '',
        idEstado: 1,
        estado: 'Nuevo',
        fields,
        states: [{ idEstado: 1, desde: clock().toISOString(), secuencia: 0 }],
        created: clock(),
      })
      .returning();
    if (!row) return fail('unavailable');
    const caseNumber = numberOf(row.serial);
    await tx.update(refundTable).set({ caseNumber }).where(eq(refundTable.id, id));
    const documents = await addDocuments(tx, uuid, id, staged);
    const papers = documents.map(({ document }) => document);
    return ok({
      numero: caseNumber,
      made: { reembolso: refundOf({ ...row, caseNumber }, papers, zoneFor(who.customer.residenciaFiscal)) },
      told: async () => ({
        id,
        numero: caseNumber,
        poliza: policy.Policy,
        solicitud: fields,
        archivos: await toFetch(tx, call, documents.map(keptOf)),
      }),
    });
  });
};

/** POST /reembolsos/uploadNewDocument. */
export const addRefundDocument: Handler<'addRefundDocument'> = async (call) => {
  const { uuid, input, files } = call;
  if (files.length === 0) return fail('invalid', { fields: { documento: 'Por favor, introduce un valor válido' } });
  const staged = await call.storage.stage(files);
  return handIn('refund.addDocument', call, async (tx, numberOf) => {
    const [added] = await addDocuments(tx, uuid, input.idReembolso, staged);
    if (!added) return fail('unavailable');
    const { document: documento, serial } = added;
    const numero = numberOf(serial);
    return ok({
      numero,
      made: { idDocumento: documento.idDocumento, documento },
      told: async () => ({
        reembolso: input.idReembolso,
        numero,
        archivos: await toFetch(tx, call, [keptOf(added)]),
      }),
    });
  });
};

/** GET /reembolsos/downloadDocument: an address that opens the file once, without a token (D48). */
export const downloadRefundDocument: Handler<'downloadRefundDocument'> = async ({ db, addresses, who, input }) => {
  const { idDocumento, idReembolso } = input;
  const [row] = await db
    .select({ fileId: files.id, filename: refundDocuments.filename, state: files.state })
    .from(refundDocuments)
    .innerJoin(files, eq(files.id, refundDocuments.fileId))
    .where(and(eq(refundDocuments.id, idDocumento), eq(refundDocuments.refundId, idReembolso)));
  if (!row) return fail('not-found', { text: 'No encontramos este documento' });
  if (row.state !== 'kept') return fail(unreadable[row.state].code, unreadable[row.state]);
  const addressOf = await addresses.makerFor(who);
  return ok({ url: addressOf({ kind: 'file', id: row.fileId, name: row.filename }) });
};

interface Added {
  document: RefundDocument;
  serial: number;
  file: KeptFile;
}
const keptOf = ({ file }: Added): KeptFile => file;

async function addDocuments(tx: Transaction, uuid: () => string, refundId: string, staged: readonly StagedFile[]) {
  const order: readonly string[] = [...refundFiles, 'documento'];
  const sorted = [...staged].sort((a, b) => order.indexOf(a.field) - order.indexOf(b.field));
  const added: Added[] = [];
  for (const file of await keepFiles(tx, sorted)) {
    const { id: fileId, field, name: filename } = file;
    const values = { id: uuid(), refundId, tipo: documentKinds[field] ?? field, fileId, filename };
    const [row] = await tx.insert(refundDocuments).values(values).returning();
    if (row) added.push({ document: documentOf(row), serial: row.serial, file });
  }
  return added;
}

async function documentsOf(db: InTransactions, ids: readonly string[]): Promise<Map<string, RefundDocument[]>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select()
    .from(refundDocuments)
    .where(isOneOf(refundDocuments.refundId, ids))
    .orderBy(asc(refundDocuments.serial));
  const byRefund = new Map<string, RefundDocument[]>();
  for (const row of rows) {
    const documents = byRefund.get(row.refundId);
    if (documents) documents.push(documentOf(row));
    else byRefund.set(row.refundId, [documentOf(row)]);
  }
  return byRefund;
}

const documentOf = ({ id, refundId, tipo, filename }: typeof refundDocuments.$inferSelect): RefundDocument => ({
  tipo,
  filename,
  idDocumento: id,
  idReembolso: refundId,
});

/** @param zone for the day of a payment whose instant is known; the device makes its own of `instantePago` */
function refundOf(row: typeof refundTable.$inferSelect, documentos: RefundDocument[], zone: string): Refund {
  const read = (name: string) => row.fields[name] ?? '';
  const date = (name: string) => read(name) || null;
  const paid = row.paid?.fecha ?? '';
  return {
    id: row.id,
    fechaDiagnostico: date('fechaDiagnostico'),
    tipoReembolso: read('tipoReembolso'),
    tipoGasto: read('tipoGasto'),
    paciente: read('paciente'),
    idEstado: row.idEstado,
    estado: row.estado,
    importe: Number(read('importe')),
    divisa: read('divisa'),
    diagnostico: read('diagnostico'),
    fechaInicioSintomas: date('fechaInicioSintomas'),
    fechaServicio: date('fechaServicio'),
    fechaIngreso: date('fechaIngreso'),
    fechaAlta: date('fechaAlta'),
    medico: read('medico'),
    hospital: read('hospital'),
    ciudad: read('ciudad'),
    pais: read('pais'),
    tipoAccidente: read('tipoAccidente'),
    fechaAccidente: date('fechaAccidente'),
    lugarAccidente: read('lugarAccidente'),
    detallesAccidente: read('detallesAccidente'),
    created: row.created.toISOString(),
    CaseNumber: row.caseNumber,
    documentos,
    estados: row.states,
    importePagado: row.paid?.importe ?? null,
    fechaPago: dateOf(paid, zone),
    ...(instantOf(paid) && { instantePago: paid }),
    diasEsperados: row.expectedDays,
    notas: row.notes,
    role: read('role'),
    ...Object.fromEntries(invoiceMarks.filter((mark) => read(mark) !== '').map((mark) => [mark, read(mark)])),
  };
}
