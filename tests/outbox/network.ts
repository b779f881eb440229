import { IDEMPOTENCY_HEADER } from '#contract/endpoints.ts';

/**
 * What the network does to one request:
 * - pass: it arrives and the answer comes back
 * - before: the connection breaks before the server sees it
 * - after: the server takes it, and the answer is lost
 * - hang: no answer until the test ends it, and the server did not see it
 * - hang-after: no answer until the test ends it, and the server took it
 * - newer: the server takes it, and answers in a contract that this app cannot read
 * - html, redirect: a captive portal answers
 * - nonsense: a 200 whose JSON breaks the contract
 * - other, other-kind: a 200 with a well-formed receipt of another command, or of another kind of command under this key
 * - a number: that status, as the server would answer it
 */
export type Fate =
  | 'pass'
  | 'before'
  | 'after'
  | 'hang'
  | 'hang-after'
  | 'newer'
  | 'html'
  | 'redirect'
  | 'nonsense'
  | 'other'
  | 'other-kind'
  | 401
  | 413
  | 422
  | 429
  | 500
  | 503;

export interface Seen {
  method: string;
  path: string;
  key: string | null;
  fate: Fate;
  /** The server's status; null when it did not see the request. */
  status: number | null;
  authorization: string | null;
}

export interface Network {
  fetch: typeof fetch;
  /** Every request, in the order the device made them. */
  seen: Seen[];
  /** Decides each request's fate; by default everything passes. */
  fate: (request: { path: string; key: string | null; method: string }) => Fate;
  /** Sets the fates of the next requests of the queue, in order; then everything passes. */
  next(...fates: Fate[]): void;
  /** Ends hanging requests as broken connections. @returns how many there were */
  letPass(): number;
  /** How many requests with this key the server saw. */
  arrivals(key: string): number;
}

/** A network in front of the real server, which `through` reaches. It fails as told. */
export function createNetwork(through: typeof fetch): Network {
  const hanging = new Set<() => void>();

  const network: Network = {
    seen: [],
    fate: () => 'pass',
    next(...fates) {
      const left = [...fates];
      network.fate = ({ key, path }) =>
        key !== null || path.includes('/recibos/') ? (left.shift() ?? 'pass') : 'pass';
    },
    letPass() {
      const ending = [...hanging];
      for (const end of ending) end();
      return ending.length;
    },
    arrivals: (key) => network.seen.filter((one) => one.key === key && one.status !== null).length,
    async fetch(input, init) {
      const url = new URL(input instanceof Request ? input.url : String(input), 'http://localhost:4173');
      const headers = new Headers(input instanceof Request ? input.headers : init?.headers);
      const path = url.pathname;
      const key = headers.get(IDEMPOTENCY_HEADER);
      const method = init?.method ?? 'GET';
      const fate = network.fate({ path, key, method });
      const seen: Seen = { method, path, key, fate, status: null, authorization: headers.get('authorization') };
      network.seen.push(seen);
      const arrive = async () => {
        const response = await through(input, init);
        seen.status = response.status;
        return response;
      };
      if (init?.signal?.aborted) throw new DOMException('aborted', 'AbortError');
      switch (fate) {
        case 'pass':
          return arrive();
        case 'before':
          throw new TypeError('Failed to fetch');
        case 'after':
          await arrive();
          throw new TypeError('Failed to fetch');
        case 'newer':
          await arrive();
          return ofNewerContract();
        case 'hang-after':
          await arrive();
          return hang(init?.signal);
        case 'hang':
          return hang(init?.signal);
        default:
          return made(fate, key);
      }
    },
  };

  function hang(signal: AbortSignal | null | undefined): Promise<Response> {
    return new Promise((_, reject) => {
      const end = () => {
        hanging.delete(end);
        reject(new TypeError('Failed to fetch'));
      };
      hanging.add(end);
      signal?.addEventListener('abort', end);
    });
  }

  return network;
}

/** An answer in a contract that this app cannot read. */
export const ofNewerContract = (): Response => Response.json({}, { headers: { 'Amparo-Contract': '999' } });

/** What somebody between the device and the server answers. */
export function made(
  fate: Exclude<Fate, 'pass' | 'before' | 'after' | 'hang' | 'hang-after' | 'newer'>,
  key: string | null,
): Response {
  // A call without a key may have 'done' for its answer, which is any object.
  if (key === null && ['nonsense', 'other', 'other-kind'].includes(`${fate}`)) return json(200, 'nada');
  switch (fate) {
    case 'html':
      return new Response('<html><body>Bienvenido al WiFi del hotel</body></html>', {
        status: 200,
        headers: { 'content-type': 'text/html' },
      });
    case 'redirect':
      return new Response(null, { status: 302, headers: { location: 'https://portal.example/' } });
    case 'nonsense':
      return json(200, { ok: true, recibo: { clave: key } });
    case 'other':
    case 'other-kind':
      return json(200, {
        recibo: {
          clave: fate === 'other' ? '11111111-1111-4111-8111-111111111111' : key,
          tipo: fate === 'other' ? 'ticket.create' : 'refund.create',
          numero: 'C-2026-000001',
          fecha: '2026-11-21T00:00:00.000Z',
        },
        ticket: { id: '1' },
      });
    case 401:
      return json(401, { code: 'unauthorised', message: 'Tu sesión ya no es válida' });
    case 413:
      return new Response('Request Entity Too Large', { status: 413 });
    case 422:
      return json(422, {
        code: 'invalid',
        message: 'Revisa los datos',
        fields: { medico: 'Escribe el nombre completo' },
      });
    case 429:
      return json(429, { code: 'rate-limited', message: 'Espera' }, { 'retry-after': '120' });
    case 500:
      return new Response('boom', { status: 500 });
    case 503:
      return json(503, { code: 'unavailable', message: 'Mantenimiento' }, { 'retry-after': '300' });
  }
}

const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });
