import type { Refund } from '#contract/refunds.ts';
import { type CaseStatus, caseStatus } from './case-status.ts';
import { dateOf } from './dates.ts';
import { byYear, type Dated, type YearOf } from './years.ts';

const meanings: Record<CaseStatus['text'], { meaning: string; next: string }> = {
  Nuevo: {
    meaning: 'Recibimos tu solicitud y aún no la hemos revisado.',
    next: 'No tienes que hacer nada. Si te falta algún documento, puedes añadirlo aquí.',
  },
  'En trámite': {
    meaning: 'Estamos revisando tu solicitud y sus documentos.',
    next: 'Si te pedimos algún documento, añádelo aquí.',
  },
  Aprobado: {
    meaning: 'Aprobamos tu reembolso.',
    next: 'No tienes que hacer nada más.',
  },
  Negado: {
    meaning: 'No podemos reembolsar este gasto.',
    next: 'Si tienes más información, añade el documento aquí',
  },
};

/** What a refund's status means, in a sentence (H4.5). */
export const refundMeaning = ({ idEstado }: Pick<Refund, 'idEstado'>): string =>
  meanings[caseStatus(idEstado).text].meaning;

/**
 * What the customer can do next, in a sentence.
 *
 * @param write from `whereToWrite`
 */
export function refundNext(
  refund: Pick<Refund, 'idEstado'> & Partial<Pick<Refund, 'importePagado' | 'fechaPago'>>,
  write: string,
): string {
  const status = caseStatus(refund.idEstado).text;
  if (status === 'Aprobado' && isPaid(refund)) return 'Ya está pagado: no falta nada más.';
  const { next } = meanings[status];
  return status === 'Negado' ? `${next} o ${write}.` : next;
}

/** Whether the insurer has reported the payment (D50). Of an amount of zero nothing was paid. */
export const isPaid = ({ importePagado = null, fechaPago = null }: Partial<Refund>): boolean =>
  importePagado === null ? fechaPago !== null : importePagado > 0;

/** A time in which a refund stood in one status without a break. */
interface StatusRun {
  status: CaseStatus['text'];
  /** An instant; '' when the server did not give it. */
  since: string;
}

/** The statuses that a refund went through, in order, up to the one it has (D50). A denied refund may be taken up again. */
export function statusRuns({ idEstado, estados = [] }: Pick<Refund, 'idEstado' | 'estados'>): StatusRun[] {
  const now = caseStatus(idEstado).text;
  const isNow = ({ status }: StatusRun) => Number(status === now);
  // A backend that numbers them all says which came first. Otherwise of two at one instant, the status that the refund has came last.
  const numbered = estados.every(({ secuencia }) => secuencia !== undefined);
  const reached = estados
    .map((one) => ({ status: caseStatus(one.idEstado).text, since: one.desde, number: one.secuencia ?? 0 }))
    .sort((a, b) => (numbered ? a.number - b.number : a.since.localeCompare(b.since) || isNow(a) - isNow(b)))
    .map(({ status, since }): StatusRun => ({ status, since }));
  if (reached.at(-1)?.status !== now) reached.push({ status: now, since: '' });
  return reached.filter(({ status }, index) => status !== reached[index - 1]?.status);
}

/** How often a refund came to the status it has: 2 for one that was denied, taken up again and denied. */
export function timesInStatus(refund: Pick<Refund, 'idEstado' | 'estados'>): number {
  const now = caseStatus(refund.idEstado).text;
  return statusRuns(refund).filter(({ status }) => status === now).length;
}

type DatedRefund = Pick<Refund, 'fechaDiagnostico' | 'created'>;

/** The day that a refund stands on: of the diagnosis, else the one in the customer's zone on which it was created. */
export const refundDay = ({ fechaDiagnostico, created }: DatedRefund): string | null =>
  fechaDiagnostico ?? dateOf(created);

/** H2.37: by the year of its day, years descending, the newest created first. */
export function refundsByYear<R extends DatedRefund>(refunds: readonly R[]): YearOf<R>[] {
  return byYear(refunds, (refund) => refundDay(refund) ?? '', newestCreatedFirst);
}

function newestCreatedFirst(a: Dated<Pick<Refund, 'created'>>, b: Dated<Pick<Refund, 'created'>>): number {
  return createdAt(b.row) - createdAt(a.row);
}

/** An unreadable instant counts as the oldest. */
function createdAt(refund: Pick<Refund, 'created'>): number {
  return Date.parse(refund.created) || 0;
}
