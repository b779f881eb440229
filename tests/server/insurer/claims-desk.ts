import { randomUUID } from 'node:crypto';
import type { Refund } from '#contract/refunds.ts';
import type { Ticket } from '#contract/tickets.ts';
import type { Report } from '#server/insurer/reports.ts';
import { type SigningKey, signed } from '#server/insurer/signature.ts';
import type { Told } from '../receiver.ts';

/**
 * The insurer's system as its maker would write it. It stores what it is told, decides, stores each report until it is
 * accepted, and repeats it under its id. Its store survives a killed process; the memory of the process does not.
 */
export interface ClaimsDesk {
  /** Takes what a webhook brought, the first time it comes. */
  take(told: Told): void;
  /** Decides about one of its cases: a new state with a note or an answer, or a document. */
  decide(random: () => number): void;
  /** Sends one waiting report: any of them, sometimes twice, sometimes over a bad line. */
  send(random: () => number): Promise<void>;
  /** Ends its process, which then forgets the answers under way. */
  die(): void;
  /** Sends until no report waits. */
  settle(): Promise<void>;
  /** Compares with what a device holds in the end, and answers each difference as a sentence. */
  compare(refunds: readonly Refund[], tickets: readonly Ticket[]): string[];
  /** How many reports were accepted, and how many tries that took. */
  counts(): { reported: number; tries: number };
}

interface Case {
  kind: 'refund' | 'ticket';
  id: string;
  secuencia: number;
  /** The instant of the last report. */
  at: number;
  states: { idEstado: number; desde: string }[];
  replies: string[];
  papers: string[];
}

/** The states in their order. Each comes once, so that a timeline names each once. */
const STATES = [2, 3, 4, 5, 6];
const AUTHOR = 'Lucía Vargas';

/** The number of the last report that a refund or ticket shows on the device. */
export const stepOf = ({ estado }: { estado: string }): number => Number(/^Paso (\d+)$/.exec(estado)?.[1] ?? 0);

export function openClaimsDesk(post: (init: RequestInit) => Promise<Response>, key: SigningKey): ClaimsDesk {
  const cases = new Map<string, Case>();
  const waiting = new Map<string, string>();
  const problems: string[] = [];
  const counts = { reported: 0, tries: 0 };
  let life = 0;

  function write(one: Case, report: Pick<Report, 'type' | 'data'>) {
    one.at = Math.max(one.at + 1, Date.now());
    waiting.set(`rep_${randomUUID()}`, JSON.stringify({ ...report, timestamp: new Date(one.at).toISOString() }));
    return new Date(one.at).toISOString();
  }

  function move(one: Case) {
    const idEstado = STATES[one.secuencia];
    if (idEstado === undefined) return;
    one.secuencia += 1;
    const { id, secuencia } = one;
    const step = { id, secuencia, idEstado, estado: `Paso ${secuencia}` };
    const respuesta = `Respuesta ${secuencia}`;
    if (one.kind === 'ticket') one.replies.push(respuesta);
    const desde =
      one.kind === 'ticket'
        ? write(one, { type: 'consulta.respondida', data: { ...step, respuesta, autor: AUTHOR } })
        : write(one, { type: 'reembolso.actualizado', data: { ...step, ...noteAndPayment(secuencia) } });
    one.states.push({ idEstado, desde });
  }

  function attach(one: Case) {
    const tipo = `Carta ${one.papers.length + 1}`;
    one.papers.push(tipo);
    const contenido = Buffer.from(`%PDF-1.4\n${tipo}\n%%EOF\n`).toString('base64');
    write(one, {
      type: 'reembolso.adjunto',
      data: { id: one.id, documento: { tipo, nombre: 'carta.pdf', contenido } },
    });
  }

  /** Sends one report. On a bad line either the report or its answer is lost. */
  async function post1(id: string, body: string, line: 'good' | 'lost' | 'unanswered'): Promise<void> {
    counts.tries += 1;
    if (line === 'lost') return;
    const born = life;
    const headers = { 'Content-Type': 'application/json', ...signed({ id, at: new Date(), body }, key) };
    const answer = await post({ method: 'POST', headers, body }).catch(() => null);
    const said = answer && (await answer.json().catch(() => null));
    if (!answer || line === 'unanswered' || born !== life || answer.status >= 500) return;
    if (answer.status !== 200) problems.push(`a report was answered ${answer.status}: ${JSON.stringify(said)}`);
    if (waiting.delete(id)) counts.reported += 1;
  }

  return {
    take({ type, data }) {
      const kind = type === 'reembolso.creado' ? 'refund' : type === 'consulta.creada' ? 'ticket' : null;
      const id = String(data.id);
      if (!kind || cases.has(id)) return;
      cases.set(id, { kind, id, secuencia: 0, at: 0, states: [], replies: [], papers: [] });
    },
    decide(random) {
      // Mostly the newest case, so that several of its reports travel at once and may overtake one another.
      const at = random() < 0.6 ? cases.size - 1 : Math.floor(random() * cases.size);
      const one = [...cases.values()][at];
      if (!one) return;
      if (one.kind === 'refund' && random() < 0.2) attach(one);
      else move(one);
    },
    async send(random) {
      const [id, body] = [...waiting][Math.floor(random() * waiting.size)] ?? [];
      const copies = random() < 0.2 ? 2 : 1;
      const luck = random();
      const line = luck < 0.15 ? 'lost' : luck < 0.35 ? 'unanswered' : 'good';
      if (id === undefined || body === undefined) return;
      await Promise.all(Array.from({ length: copies }, () => post1(id, body, line)));
    },
    die() {
      life += 1;
    },
    async settle() {
      for (let round = 0; round < 20 && waiting.size > 0; round += 1) {
        for (const [id, body] of waiting) await post1(id, body, 'good');
      }
      if (waiting.size > 0) problems.push(`${waiting.size} reports were never taken`);
    },
    compare(refunds, tickets) {
      const found = [...cases.values()].flatMap((one) => {
        const row = (one.kind === 'refund' ? refunds : tickets).find(({ id }) => id === one.id);
        const name = `${one.kind} ${one.id}`;
        if (!row) return [`${name} is not on the device`];
        return [...differences(name, stateOf(one), shownOf(row)), ...differences(name, saidIn(one), shownIn(one, row))];
      });
      return [...problems.splice(0), ...found];
    },
    counts: () => ({ ...counts }),
  };
}

const noteAndPayment = (secuencia: number) => ({
  notas: `Nota ${secuencia}`,
  ...(secuencia === STATES.length && { pago: { importe: 12.5, fecha: '2026-11-22' } }),
});

const stateOf = ({ secuencia, states }: Case) => ({
  step: secuencia,
  idEstado: states.at(-1)?.idEstado ?? 1,
});
const shownOf = (row: Refund | Ticket) => ({ step: stepOf(row), idEstado: row.idEstado });

/** Everything reported about a case, each piece once and in order; documents have no order. */
const saidIn = ({ kind, secuencia, states, replies, papers }: Case): unknown =>
  kind === 'ticket'
    ? replies.map((texto) => `${AUTHOR}: ${texto}`)
    : {
        states,
        papers: [...papers].sort(),
        note: secuencia === 0 ? null : `Nota ${secuencia}`,
        paid: secuencia === STATES.length ? 12.5 : null,
      };
const shownIn = ({ kind }: Case, row: Refund | Ticket): unknown => {
  if (kind === 'ticket') return (row as Ticket).respuestas?.map(({ autor, texto }) => `${autor}: ${texto}`) ?? [];
  const { estados = [], documentos, notas, importePagado } = row as Refund;
  return {
    states: estados.slice(1),
    papers: documentos.flatMap(({ tipo }) => (tipo.startsWith('Carta ') ? [tipo] : [])).sort(),
    note: notas || null,
    paid: importePagado ?? null,
  };
};

const differences = (name: string, wanted: unknown, shown: unknown): string[] => {
  const [a, b] = [JSON.stringify(wanted), JSON.stringify(shown)];
  return a === b ? [] : [`${name} was decided ${a} and the device shows ${b}`];
};
