import { SECOND_MS } from '#contract/age.ts';
import { IDEMPOTENCY_HEADER } from '#contract/endpoints.ts';
import { type Fate as Known, made, ofNewerContract } from '#tests/outbox/network.ts';
import { ORIGIN } from '#tests/server/test-app.ts';
import type { Actor, Scheduler } from './scheduler.ts';
import type { Process } from './server.ts';

/**
 * What the network does to one request:
 * - twice: a second copy reaches the server, at any time
 * - late: the device is told that the connection broke, and the server gets the request minutes later
 * - the others as in tests/outbox/network.ts
 */
export type Fate = Known | 'twice' | 'late';

/** The fates that are no answer of somebody between. */
type Travels = 'pass' | 'before' | 'after' | 'hang' | 'hang-after' | 'newer' | 'twice' | 'late';

const fates: readonly Fate[] = [
  ...(['before', 'before', 'after', 'after', 'after', 'twice', 'twice', 'late', 'late'] as const),
  ...(['hang', 'hang-after', 'newer', 'html', 'redirect', 'nonsense', 'other', 401, 413, 422, 429, 500, 503] as const),
];

/** The line between one device and the servers. */
export interface Line {
  isUp: boolean;
  /** The share of requests that something happens to, from 0 to 1. */
  trouble: number;
  fetch: typeof fetch;
}

export interface Heard {
  fate: Fate;
  method: string;
  path: string;
  key: string | null;
  /** The server's status; null when it did not see the request. */
  status: number | null;
}

interface NetworkPorts {
  scheduler: Scheduler;
  random: () => number;
  processes: () => readonly Process[];
  /** Told of each request and of each answer. */
  heard(page: Actor, heard: Heard): void;
}

interface Sent {
  url: string;
  init: { method: string; headers: Headers; body?: ArrayBuffer };
}

/** Nobody sends here: the wire itself. */
const wire: Actor = { name: 'network', is: 'alive' };
const LATE_MS = 300 * SECOND_MS;
/** The share of slow messages among those that something could happen to. */
const SLOW = 0.2;

export function createLine({ scheduler, random, processes, heard }: NetworkPorts): Line {
  const pauseMs = () => (random() < line.trouble * SLOW ? random() * 40 * SECOND_MS : random() * 200);
  const travel = (milliseconds = pauseMs()) => new Promise<void>((there) => scheduler.after(milliseconds, there, wire));

  /** Reaches one of the servers that live. @throws when none does, or it dies meanwhile */
  async function serve({ url, init }: Sent): Promise<{ response: Response; body: ArrayBuffer }> {
    const living = processes().filter(({ actor }) => actor.is === 'alive');
    const server = living[Math.floor(random() * living.length)];
    if (!server) throw new TypeError('nobody listens');
    server.inHand += 1;
    try {
      const response = await server.app.fetch(new Request(url, init));
      const body = await response.arrayBuffer();
      if (server.actor.is === 'dead') throw new TypeError('the server died');
      return { response, body };
    } finally {
      server.inHand -= 1;
    }
  }

  const line: Line = { isUp: true, trouble: 0, fetch: send };
  return line;

  async function send(input: Parameters<typeof fetch>[0], init: RequestInit = {}): Promise<Response> {
    const page = scheduler.current();
    const { signal } = init;
    const sent = await scheduler.holding(() => packed(String(input), init));
    const about: Heard = {
      fate: !line.isUp
        ? 'before'
        : random() < line.trouble
          ? (fates[Math.floor(random() * fates.length)] ?? 'pass')
          : 'pass',
      method: sent.init.method,
      path: new URL(sent.url).pathname,
      key: sent.init.headers.get(IDEMPOTENCY_HEADER),
      status: null,
    };
    return new Promise((resolve, reject) => {
      const end = (run: () => void) => scheduler.soon(run, page);
      signal?.addEventListener('abort', () => end(() => reject(new DOMException('aborted', 'AbortError'))));
      goes(sent, about, page).then(
        (answer) => answer && end(() => resolve(answer)),
        (error: unknown) => end(() => reject(error)),
      );
    });
  }

  /** @returns null when no answer ever comes */
  async function goes(sent: Sent, about: Heard, page: Actor): Promise<Response | null> {
    const { fate, key } = about;
    const arrive = async () => {
      const { response, body } = await serve(sent);
      about.status = response.status;
      heard(page, about);
      return new Response(body.byteLength === 0 ? null : body, response);
    };
    const broken = new TypeError('Failed to fetch');
    const copy = () =>
      void travel(random() * LATE_MS)
        .then(arrive)
        .catch(() => {});
    if (!isOnItsWay(fate)) {
      await travel();
      heard(page, about);
      return made(fate, key);
    }
    if (fate === 'hang' || fate === 'before' || fate === 'late') heard(page, about);
    if (fate === 'hang') return null;
    await travel();
    if (fate === 'late') copy();
    if (fate === 'before' || fate === 'late') throw broken;
    if (fate === 'twice') copy();
    const answer = await arrive();
    if (fate === 'hang-after') return null;
    await travel();
    if (fate === 'after') throw broken;
    return fate === 'newer' ? ofNewerContract() : answer;
  }
}

const travels = new Set<Fate>(['pass', 'before', 'after', 'hang', 'hang-after', 'newer', 'twice', 'late']);
const isOnItsWay = (fate: Fate): fate is Travels => travels.has(fate);

/** A request as bytes: its body is read now, so that what is sent later is what was handed in. */
async function packed(address: string, init: RequestInit): Promise<Sent> {
  const url = new URL(address, ORIGIN).href;
  const { method = 'GET', headers, body } = init;
  const request = new Request(url, { method, headers, body } as RequestInit);
  const bytes = method === 'GET' || method === 'HEAD' ? undefined : await request.arrayBuffer();
  return { url, init: { method, headers: request.headers, ...(bytes?.byteLength && { body: bytes }) } };
}
