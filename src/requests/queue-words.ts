import type { Problem, ProblemCode } from '#contract/result.ts';
import type { QueuedItem } from '#outbox/list.ts';
import { capital } from '#rules/joined.ts';
import { problemText } from '#rules/problem-words.ts';
import { thisDevice } from '#senses/this-device.ts';
import type { RequestWords } from './request.ts';

/** How a request is spoken of. */
type Noun = RequestWords['noun'];

/** The state of a queued item. */
export type QueuedStanding = Pick<QueuedItem, 'state' | 'problem' | 'withdrawn' | 'unclear' | 'leftBehind'>;

/** The texts of a queued item's state: a pill of two or three words, and a sentence that says what happens or what to do. */
export interface QueuedWords {
  pill: 'Enviando' | 'Pendiente de envío' | 'Necesita tu atención';
  tone: 'info' | 'warn' | 'bad';
  text: string;
}

/** The same words for every kind of request, wherever it is listed. */
export function queuedWords(item: QueuedStanding, online: boolean, noun: Noun): QueuedWords {
  switch (item.state) {
    case 'sending':
      return { pill: 'Enviando', tone: 'info', text: 'Va en camino.' };
    case 'waiting':
      return pending(waitingText(item, online, noun));
    case 'parked':
      return pending('Saldrá cuando ingreses de nuevo. No tienes que escribir nada otra vez.');
    case 'behind':
      return pending('Saldrá en cuanto se envíe la solicitud a la que pertenece.');
    case 'blocked':
      return attention(
        item.leftBehind
          ? `La solicitud a la que pertenece se descartó, y sin ella no puede enviarse. Puedes descartar${itOf(noun.feminine)}.`
          : 'La solicitud a la que pertenece no se pudo enviar. Corrige primero esa solicitud.',
      );
    case 'unknown':
      return attention(
        `Es una solicitud de otra versión de la app. Actualiza la app: la conservamos en ${thisDevice()}.`,
      );
    case 'refused':
      return attention(refusedText(item, noun));
  }
}

/** Whether no waiting sends it: its pill says 'Necesita tu atención'. */
export const needsCustomer = ({ state }: Pick<QueuedItem, 'state'>): boolean =>
  state === 'refused' || state === 'blocked' || state === 'unknown';

/**
 * One sentence that says when these items leave, of which none needs the customer. It says 'when the connection returns' only
 * while there is none, and of what a connection alone lets go.
 */
export function whenSentText(
  items: readonly QueuedStanding[],
  online: boolean,
  leaving: 'by-itself' | 'while-open' | null,
): string {
  const one = items.length === 1;
  const leave = one ? 'Saldrá' : 'Saldrán';
  const waiting = items.filter(({ state }) => state === 'waiting');
  if (items.some(({ state }) => state === 'parked')) return `${leave} cuando ingreses de nuevo.`;
  if (waiting.some(isOutdated)) return `${leave} cuando actualices la app.`;
  if (!online) {
    if (leaving === 'while-open') return `Abre Amparo con conexión para que ${one ? 'salga' : 'salgan'}.`;
    return `${leave} cuando vuelva la conexión.`;
  }
  if (waiting.some(({ problem }) => problem?.code === 'maintenance')) {
    return `${leave} cuando termine el mantenimiento.`;
  }
  if (waiting.some(({ problem }) => problem !== null)) {
    return `Aún no se ${one ? 'pudo' : 'pudieron'} enviar; lo intentaremos de nuevo.`;
  }
  return one ? 'Se está enviando.' : 'Se están enviando.';
}

/** The confirmation's text for a queued request. It says 'estamos enviando' only while nothing prevents the sending. */
export function handedInText(item: QueuedStanding, online: boolean, noun: Noun): string {
  const it = itOf(noun.feminine);
  const kept = `${capital(it)} guardamos en ${thisDevice()}`;
  if (needsCustomer(item)) {
    return `${kept}, pero aún no se pudo enviar.`;
  }
  if (!online && leavesByItself(item)) return 'En cola: se enviará cuando vuelva la conexión';
  return online && isGoing(item)
    ? `${kept} y ${it} estamos enviando.`
    : `${kept}. ${queuedWords(item, online, noun).text}`;
}

/** Whether a connection is all that it needs. What waits for a sign-in or a newer app needs the customer first. */
export const leavesByItself = (item: QueuedStanding): boolean =>
  item.state === 'sending' || (item.state === 'waiting' && !isOutdated(item));

const isOutdated = ({ problem }: QueuedStanding): boolean => problem?.code === 'outdated';

const isGoing = ({ state, problem }: QueuedStanding): boolean =>
  state === 'sending' || (state === 'waiting' && problem === null);

/** The label of the button that sends an item. It says so when the item would leave without its correction. */
export const sendLabel = ({ withdrawn }: QueuedStanding): string => (withdrawn ? 'Enviar como estaba' : 'Enviar ahora');

/** Why nothing can be sent before the sign-out. */
export const sendLaterText = (count: number): string =>
  `Ahora no hay conexión: puedes enviar${count === 1 ? 'la' : 'las'} cuando vuelva, antes de cerrar sesión.`;

/** The question before an item is sent without its correction. It names the button that opens the correction. */
export function sendQuestion({ feminine }: Noun, correct: string) {
  const it = itOf(feminine);
  return {
    title: `¿Enviar${it} sin tus correcciones?`,
    text: `Saldrá como estaba antes de corregir${it}, y lo que corregiste se borrará. Para enviar${it} ${
      feminine ? 'corregida' : 'corregido'
    }, usa «${correct}».`,
    send: 'Enviar como estaba',
    keep: 'No enviar todavía',
  };
}

/** The question of an item that is older than a week, by how long ago it was made. */
export const keepQuestion = ({ feminine }: Noun, ago: string): string => {
  const it = itOf(feminine);
  return `${capital(it)} preparaste ${ago}. ¿Sigues queriendo enviar${it}? Si no, descárta${it}.`;
};

/** The answer that keeps it. */
export const keepAnswer = ({ feminine }: Noun): string => `Sí, conservar${itOf(feminine)}`;

const itOf = (feminine: boolean): string => (feminine ? 'la' : 'lo');

/** Why an item cannot be edited or discarded now; null when it can (F29). */
export function withdrawalBar({ state, unclear }: QueuedStanding, online: boolean, { feminine }: Noun): string | null {
  const it = itOf(feminine);
  if (state === 'sending') return `Se está enviando: espera unos segundos para editar${it} o descartar${it}.`;
  if (!unclear || online) return null;
  return `Puede que ya ${it} hayamos recibido. Para editar${it} o descartar${it} hace falta conexión.`;
}

/** Why an item could not be sent, opened or discarded, by the outbox's code. */
const problemsOf = (it: string) => ({
  gone: 'Ya no está pendiente.',
  sent: `Ya ${it} recibimos: no hace falta hacer nada más.`,
  'being-sent': 'Se está enviando en este momento. Espera unos segundos e inténtalo de nuevo.',
  unreachable: `${unchecked(it)} Inténtalo de nuevo en unos minutos.`,
  'signed-out': 'Tu sesión terminó. Ingresa de nuevo para continuar.',
  unreadable: `Esta versión de la app no puede abrir${it}. Actualiza la app e inténtalo de nuevo.`,
  incomplete: `Hay que completar${it} antes de enviar${it}. Ábre${it} y revísa${it}.`,
  'storage-full': `No queda espacio en ${thisDevice()}. Sigue ${keptAs(it)}: libera espacio e inténtalo de nuevo.`,
  failed: `${capital(thisDevice())} no pudo abrir${it}. Sigue ${keptAs(it)}: inténtalo de nuevo.`,
});

const unchecked = (it: string): string => `Puede que ya ${it} hayamos recibido y ahora no podemos comprobarlo.`;
const keptAs = (it: string): string => (it === 'la' ? 'guardada' : 'guardado');

/** Why such an action failed. Where the server could not be asked, the problem says what to wait for or to do. */
export function withdrawalText(
  { code, problem }: { code: keyof ReturnType<typeof problemsOf>; problem?: Problem },
  { feminine }: Noun,
): string {
  const it = itOf(feminine);
  if (!problem) return problemsOf(it)[code];
  const how = problem.code === 'offline' ? 'Inténtalo cuando vuelva la conexión.' : asSentence(problemText(problem));
  return `${unchecked(it)} ${how}`;
}

const pending = (text: string): QueuedWords => ({ pill: 'Pendiente de envío', tone: 'warn', text });
const attention = (text: string): QueuedWords => ({ pill: 'Necesita tu atención', tone: 'bad', text });

function waitingText(item: QueuedStanding, online: boolean, { feminine }: Noun): string {
  const { problem } = item;
  if (isOutdated(item)) {
    return `Saldrá cuando actualices la app. Sigue ${keptAs(itOf(feminine))} en ${thisDevice()}.`;
  }
  if (!online) return 'En cola: se enviará cuando vuelva la conexión.';
  const alone = `Saldrá ${feminine ? 'sola' : 'solo'}`;
  // In the insurer's words: they say until when.
  if (problem?.code === 'maintenance') {
    return `${asSentence(problemText(problem))} ${alone} cuando termine el mantenimiento.`;
  }
  // In the server's words, where it says why: the wait may be a day.
  if (problem?.code === 'rate-limited' && problem.text) return `${asSentence(problem.text)} ${alone} después.`;
  return problem ? 'Todavía no se pudo enviar. Lo intentaremos de nuevo en un momento.' : 'Sale en un momento.';
}

/** Problems that pass by themselves or with a sign-in. They say nothing about the request itself. */
const passing: readonly ProblemCode[] = [
  'offline',
  'timeout',
  'nonsense',
  'unreadable',
  'unavailable',
  'core-away',
  'maintenance',
  'rate-limited',
  'method-not-allowed',
  'unauthorised',
  'outdated',
  'bad-credentials',
  'withdrawn',
];

/** An item's last problem if the server clearly refused the request; null if another try may succeed. */
export const refusalIn = (problem: Problem | null): Problem | null =>
  problem && !passing.includes(problem.code) ? problem : null;

/** The reasons, by field, that still hold: one no longer does once its answer has changed. */
export const reasonsThatHold = (
  reasons: Readonly<Record<string, string>>,
  isUnchanged: (field: string) => boolean,
): Record<string, string> => Object.fromEntries(Object.entries(reasons).filter(([field]) => isUnchanged(field)));

/** Refusals of what an item says or carries: the server would refuse it again as it is. */
const unlessCorrected: readonly ProblemCode[] = ['invalid', 'too-large', 'unsupported-type'];

/** Whether only a correction can get the item through, so that sending it as it is must not be offered. */
export const needsCorrection = ({ state, problem }: QueuedStanding): boolean =>
  state === 'refused' && problem !== null && unlessCorrected.includes(problem.code);

function refusedText({ problem: last, withdrawn }: QueuedStanding, { feminine }: Noun): string {
  const it = itOf(feminine);
  const problem = refusalIn(last);
  const said = Object.values(problem?.fields ?? {});
  if (problem?.code === 'too-large') return tooLargeText(said.length > 0 ? said : [problemText(problem)]);
  if (said.length > 0) return `${said.map(asSentence).join(' ')} Corríge${it} y envía${it} de nuevo.`;
  if (problem) return problemText(problem);
  return withdrawn
    ? `${capital(it)} estás corrigiendo: no saldrá hasta que ${it} envíes de nuevo.`
    : `Revísa${it} y envía${it} de nuevo.`;
}

/** Says what to do about a file that is too large for the server (F9). A photo is compressed before it is measured. */
export function tooLargeText(said: readonly string[]): string {
  return [...new Set(said)]
    .map(asSentence)
    .concat('Elige uno más pequeño o tómale una foto aquí: la comprimimos.')
    .join(' ');
}

const asSentence = (text: string): string => (/[.!?]$/.test(text.trim()) ? text.trim() : `${text.trim()}.`);
