import { createServer, type Server } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';
import { MINUTE_MS } from '#contract/age.ts';
import { cutSlowCallers, patience } from './http/slow-callers.ts';

/** How long requests under way may take to end once the server is told to stop, in milliseconds. */
export const STOP_WITHIN_MS = 60_000;

/**
 * How long an idle connection is kept. Proxies let theirs go after a minute, so that it is they who end it: a request that meets the
 * end of its connection is answered 502, and is not sent again.
 */
const KEEP_IDLE_MS = 75_000;

/** What a browser shows that comes before the first start is over; it looks again by itself. */
const STARTING = `<!doctype html><html lang="es"><meta name="viewport" content="width=device-width"><meta http-equiv="refresh" content="2">
<title>Amparo</title><p>Amparo se está iniciando. Esta página se abre sola en unos segundos.</p></html>`;

/** Another process listens on the port. */
export class PortInUse extends Error {
  override name = 'PortInUse';
  readonly port: number;
  readonly setting: string;
  constructor(port: number, setting = 'PORT') {
    super(`The port ${port} is in use`);
    this.port = port;
    this.setting = setting;
  }
}

/** This machine does not have the address. */
export class AddressElsewhere extends Error {
  override name = 'AddressElsewhere';
  readonly host: string;
  constructor(host: string) {
    super(`This machine does not have the address ${host}`);
    this.host = host;
  }
}

export interface Listening {
  port: number;
  /**
   * Ends in order: `/ready` answers 503 and every answer asks for its connection to be closed, so that a proxy goes elsewhere.
   * After `drain` no more calls are taken, and those under way may end. False when some had to be cut off.
   *
   * @param times milliseconds
   */
  stop(times?: { drain?: number; within?: number }): Promise<boolean>;
}

/** How long a whole request may take. A 10 MB body over a very slow line takes longer than Node's five minutes (F28). */
export const BODY_WITHIN_MS = 30 * MINUTE_MS;

/**
 * Opens the port; the app is handed in later. So the port is known to be free before anything is touched.
 *
 * @param host the address it is opened at; every one of this machine when left out
 * @param headersWithin milliseconds in which a call's headers must have come
 * @throws PortInUse, AddressElsewhere
 */
export async function listen(
  port: number,
  {
    host,
    headersWithin = patience.headers,
    bodyWithin = BODY_WITHIN_MS,
  }: { host?: string | undefined; headersWithin?: number; bodyWithin?: number } = {},
): Promise<Listening & { serve(app: Hono): void }> {
  let answer: ReturnType<typeof getRequestListener> | null = null;
  let draining = false;
  // Node looks only now and then: so the last look comes before the time is over.
  const look = Math.ceil(headersWithin / 15);
  const server = createServer(
    { headersTimeout: headersWithin - look, connectionsCheckingInterval: look, keepAliveTimeout: KEEP_IDLE_MS },
    (request, response) => {
      if (draining) response.setHeader('Connection', 'close');
      if (draining && request.url === '/ready') response.writeHead(503, { 'Content-Type': 'text/plain' }).end();
      else if (answer) void answer(request, response);
      // However long a start takes, the process lives; ended now, it would begin its migrations anew.
      else if (request.url === '/health') response.writeHead(200, { 'Content-Type': 'text/plain' }).end();
      else response.writeHead(503, { 'Retry-After': '2', 'Content-Type': 'text/html; charset=utf-8' }).end(STARTING);
    },
  );
  server.requestTimeout = bodyWithin;
  cutSlowCallers(server);
  await opened(server, port, host);
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : port,
    serve(app) {
      answer = getRequestListener(app.fetch);
    },
    async stop({ drain = 0, within = STOP_WITHIN_MS } = {}) {
      draining = true;
      if (drain > 0) await new Promise((over) => setTimeout(over, drain));
      return stop(server, within);
    },
  };
}

/** How a program of this machine names the address something listens at, as in a URL. */
export function reachedAt(host: string | undefined): string {
  if (host === undefined || host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}

function opened(server: Server, port: number, host?: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRNOTAVAIL') return reject(new AddressElsewhere(host ?? ''));
      reject(error.code === 'EADDRINUSE' ? new PortInUse(port) : error);
    });
    server.listen(port, host, () => {
      server.removeAllListeners('error');
      resolve();
    });
  });
}

function stop(server: Server, within: number): Promise<boolean> {
  return new Promise((resolve) => {
    let whole = true;
    // A connection that was busy a moment ago waits for more, and would hold the end.
    const idle = setInterval(() => server.closeIdleConnections(), 200);
    const late = setTimeout(() => {
      whole = false;
      server.closeAllConnections();
    }, within);
    server.close(() => {
      clearInterval(idle);
      clearTimeout(late);
      resolve(whole);
    });
    server.closeIdleConnections();
  });
}
