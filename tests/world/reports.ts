import { SECOND_MS } from '#contract/age.ts';
import { readSigningKeys, signed } from '#server/insurer/signature.ts';
import type { Line } from './network.ts';
import type { Actor, Scheduler } from './scheduler.ts';

export type Kind = 'refund' | 'ticket';

/** What the insurer decided about a case, and reports until it is told that it was taken. */
export interface Decision {
  /** The `webhook-id`, the same at each try. */
  id: string;
  kind: Kind;
  about: string;
  /** Counts the decisions of one case. */
  secuencia: number;
  estado: string;
  /** What the customer reads; '' in a refund, which has none. */
  answer: string;
  body: string;
  isTaken: boolean;
}

/** The insurer's way back: its systems tell the servers what they decided, in no order, over a line that fails. */
export interface Reporting {
  decisions: readonly Decision[];
  line: Line;
  /** Decides once more about a case, and reports it for the first time. `answer` is what a customer reads of a ticket. */
  decide(kind: Kind, about: string, answer: string): Decision;
  /** Reports once more what nobody said was taken. Resolves when each has an answer, or none for half a minute. */
  report(): Promise<void>;
}

const KEY = Buffer.alloc(32, 7);
/** The key of both directions. */
export const keys = readSigningKeys(`whsec_${KEY.toString('base64')}`) ?? [KEY];
const GIVEN_UP_MS = 30 * SECOND_MS;
const PATH = '/aseguradora/reportes';
/** In process, which says the same at each step (H4.5). */
const IN_PROCESS = 2;

export const stepOf = (estado: string): number => Number(/^Paso (\d+)$/.exec(estado)?.[1] ?? 0);

export function createReporting(scheduler: Scheduler, uuid: () => string, line: Line): Reporting {
  const insurer: Actor = { name: 'insurer', is: 'alive' };
  const decisions: Decision[] = [];

  function decide(kind: Kind, about: string, answer: string): Decision {
    const secuencia = decisions.filter((one) => one.about === about).length + 1;
    const estado = `Paso ${secuencia}`;
    const data = { id: about, secuencia, idEstado: IN_PROCESS, estado };
    const report =
      kind === 'refund'
        ? { type: 'reembolso.actualizado', data }
        : { type: 'consulta.respondida', data: { ...data, respuesta: answer } };
    const body = JSON.stringify({ ...report, timestamp: new Date(scheduler.now()).toISOString() });
    const decision = { ...{ id: uuid(), kind, about, secuencia, estado, answer, body }, isTaken: false };
    decisions.push(decision);
    scheduler.soon(() => void send(decision), insurer);
    return decision;
  }

  /** One try. Whatever does not say how the report was taken, is no answer. */
  async function send(decision: Decision): Promise<void> {
    const { id, body } = decision;
    const headers = {
      'Content-Type': 'application/json',
      ...signed({ id, at: new Date(scheduler.now()), body }, keys[0]),
    };
    const sent = line.fetch(PATH, {
      method: 'POST',
      headers: { ...headers, 'Content-Length': `${body.length}` },
      body,
    });
    const answered = sent.then(async (answer) => {
      const said = answer.ok && (await answer.json().catch(() => null));
      if (['hecho', 'repetido', 'superado'].includes(said?.resultado)) decision.isTaken = true;
    });
    const late = new Promise<void>((over) => scheduler.after(GIVEN_UP_MS, over, insurer));
    await Promise.race([answered.catch(() => {}), late]);
  }

  return {
    decisions,
    line,
    decide,
    report: () =>
      new Promise((resolve) =>
        scheduler.soon(() => {
          const open = decisions.filter(({ isTaken }) => !isTaken);
          void Promise.all(open.map(send)).then(() => resolve());
        }, insurer),
      ),
  };
}
