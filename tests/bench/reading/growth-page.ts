import { createApi } from '#api/create-api.ts';
import type { Payment, PolicyDocument } from '#contract/policies.ts';
import type { Database } from '#database/open.ts';
import { documents, payments } from '#mirror/collections.ts';
import { createMirror } from '#mirror/create-mirror.ts';
import { addDays } from '#rules/dates.ts';
import { searchPayments } from '#rules/payments.ts';
import type { Session } from '#session/session.ts';
import type { Customer } from '#session/tokens.ts';

/** The days that every history here covers, so that a longer history has longer years. */
const DAYS = 12 * 365;

interface Around {
  db: Database;
  who: Customer;
  paymentsOf(count: number, everyDays: number): Payment[];
}

/** Measurements with ten times as many rows: pulling them into the mirror, searching them and opening them. */
export function growth({ db, who, paymentsOf }: Around) {
  let text = '';
  const answer = async () => new Response(text, { headers: { 'content-type': 'application/json', etag: '"1"' } });
  const api = createApi({ fetch: answer, apiBase: '/api', hostBase: '/host' });
  const session = {
    customer: async () => who,
    pull: (...[name, input]: Parameters<Session['pull']>) => api.pull(name, input, null),
  } as unknown as Session;

  const everyDays = (count: number) => DAYS / count;
  const lists = {
    pagos: (count: number) => [{ year: 2026, payments: paymentsOf(count, everyDays(count)) }],
    documentos: (count: number): PolicyDocument[] =>
      Array.from({ length: count }, (_, index) => ({
        CategoryDescription: ['Póliza', 'Recibo', 'Carta'][index % 3] ?? '',
        CreatedOnDate: addDays('2026-11-20', -Math.floor(index * everyDays(count))),
        PhysicalPath: `https://amparo.example/api/archivos/${index}-0123456789abcdef0123456789abcdef`,
      })),
  };

  /** Milliseconds to bring so many rows from the answer's text into the mirror, under a policy of its own. */
  async function pullMany(kind: keyof typeof lists, count: number): Promise<number> {
    text = JSON.stringify(lists[kind](count));
    const mirror = createMirror({ db, session, clock: Date.now });
    const from = performance.now();
    const pulled = await mirror.pull<never>((kind === 'pagos' ? payments : documents) as never, `${kind}${count}`);
    const took = performance.now() - from;
    if (!pulled.ok || pulled.value !== 'changed') throw new Error(`${kind}: ${JSON.stringify(pulled)}`);
    text = '';
    return took;
  }

  /** Milliseconds to search so many payments for a reference and for an amount. */
  async function search(count: number): Promise<number> {
    const rows = paymentsOf(count, everyDays(count));
    const from = performance.now();
    const found = ['560001-00123', '219,97'].map((typed) => searchPayments(rows, typed, 'USD', 'es-CR').length);
    const took = performance.now() - from;
    if (found.some((one) => one === 0)) throw new Error('the search found nothing');
    return took;
  }

  /** Milliseconds in which a start reads the documents that it shows first. */
  async function openDocuments(count: number): Promise<number> {
    const mirror = createMirror({ db, session, clock: Date.now });
    const from = performance.now();
    const place = await mirror.locate(documents, `documentos${count}`);
    const first = place && (await mirror.readAt(place, 'first'));
    const took = performance.now() - from;
    if (!first?.groups) throw new Error('nothing is mirrored');
    return took;
  }

  return { pullMany, search, openDocuments };
}
