import type { Refund } from '#contract/refunds.ts';
import { type CaseStatus, caseStatus } from './case-status.ts';
import { addDays, dateOf, shortDate, shortly } from './dates.ts';
import { namedMoney } from './money.ts';
import { isPaid, refundMeaning, statusRuns } from './refunds.ts';

/** One stop of a refund's timeline. */
export interface TimelineStop {
  /** Where the refund stands, the word of its badge. */
  name: CaseStatus['text'] | 'La envías' | 'Guardada' | 'Recibida' | 'Decisión' | 'Pago';
  standing: 'done' | 'now' | 'refused' | 'coming';
  /** A short date: '13 nov 2026', 'desde el 16 nov', 'antes del 7 dic'; '' when unknown. */
  when: string;
  text: string;
}

type Followed = Pick<
  Refund,
  'idEstado' | 'created' | 'estados' | 'importePagado' | 'fechaPago' | 'instantePago' | 'diasEsperados' | 'divisa'
>;

/**
 * A refund's timeline. Only dates that the server gave are shown (D50).
 *
 * @param today calendar date of the customer; an expected date is shown until the day before it
 * @param timeZone the customer's zone; the device's when absent
 */
export function refundTimeline(refund: Followed, today: string, locale: string, timeZone?: string): TimelineStop[] {
  const status = caseStatus(refund.idEstado).text;
  const meaning = refundMeaning(refund);
  const day = (instant: string | undefined) => (instant ? dateOf(instant, timeZone) : null);
  const received = day(refund.created);
  const runs = statusRuns(refund).reverse();
  const takenUp = day(runs.find((run) => run.status === 'En trámite')?.since);
  const decided = day(runs[0]?.since);
  const isDecided = status === 'Aprobado' || status === 'Negado';

  const stops: TimelineStop[] = [
    {
      name: status === 'Nuevo' ? status : 'Recibida',
      standing: status === 'Nuevo' ? 'now' : 'done',
      when: shortDate(received),
      text: status === 'Nuevo' ? meaning : '',
    },
    status === 'Nuevo'
      ? coming('En trámite', 'Revisamos tu solicitud y sus documentos.')
      : {
          name: 'En trámite',
          standing: isDecided ? 'done' : 'now',
          when: isDecided ? shortDate(takenUp) : since(takenUp, today),
          text: isDecided ? '' : meaning,
        },
  ];
  if (!isDecided) {
    const promised = promisedDay(refund, received, today);
    stops.push({ ...coming('Decisión', 'La verás aquí en cuanto la tengamos.'), when: before(promised, today) });
  } else {
    const standing = status === 'Negado' ? 'refused' : 'done';
    stops.push({ name: status, standing, when: shortDate(decided), text: meaning });
  }
  if (status !== 'Negado') {
    const paid = day(refund.instantePago) ?? refund.fechaPago ?? null;
    stops.push(payment(refund, status === 'Aprobado', paid, locale));
  }
  return stops;
}

function payment(refund: Followed, approved: boolean, paidOn: string | null, locale: string): TimelineStop {
  if (!approved || !isPaid(refund)) return coming('Pago', '');
  const paid = namedMoney(refund.importePagado || null, refund.divisa, locale);
  return {
    name: 'Pago',
    standing: 'done',
    when: shortDate(paidOn),
    text: paid && `Te pagamos ${paid}.`,
  };
}

const coming = (name: TimelineStop['name'], text: string): TimelineStop => ({
  name,
  standing: 'coming',
  when: '',
  text,
});

function promisedDay({ diasEsperados }: Followed, received: string | null, today: string): string | null {
  if (typeof diasEsperados !== 'number' || diasEsperados <= 0 || received === null) return null;
  const day = addDays(received, diasEsperados);
  // Before a day is over when it begins.
  return day <= today ? null : day;
}

const since = (date: string | null, today: string) => (date ? `desde el ${shortly(date, today)}` : '');
const before = (date: string | null, today: string) => (date ? `antes del ${shortly(date, today)}` : '');

/**
 * What follows once a request is sent; offline it is kept on the device first (D73).
 *
 * @param byItself whether it is sent with the app closed too
 */
export const stopsAhead = (online: boolean, byItself: boolean): TimelineStop[] =>
  online
    ? [
        { ...coming('La envías', 'Su número de caso aparece enseguida.'), standing: 'now' },
        coming('En trámite', 'Revisamos lo que enviaste.'),
        coming('Decisión', 'La verás en Novedades.'),
        coming('Pago', 'Cuando la aprobemos.'),
      ]
    : [
        {
          ...coming(
            'Guardada',
            byItself ? 'Sale sola cuando vuelva la conexión.' : 'Sale al abrir Amparo con conexión.',
          ),
          standing: 'now',
        },
        coming('Recibida', 'Su número de caso aparece entonces.'),
        coming('En trámite', 'Revisamos lo que enviaste.'),
        coming('Decisión', 'La verás en Novedades.'),
      ];
