import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export const SECRET = 'a-secret-of-the-tests';

/** How an administration handles one request, whose body has been read. */
export type Behaviour = (request: IncomingMessage & { body: string }, response: ServerResponse) => void;

export interface Administration {
  url: string;
  /** Path and method of each request that arrived, in order. */
  requestLines: string[];
  requests: IncomingMessage[];
  /** Sets how it handles requests from now on, and forgets the earlier ones. */
  behave(behaviour: Behaviour): void;
  close(): Promise<void>;
}

/** An administration on a real port of this machine, which behaves as a test tells it. */
export async function openAdministration(): Promise<Administration> {
  let behaviour: Behaviour = (_, response) => void response.writeHead(500).end();
  const requestLines: string[] = [];
  const requests: IncomingMessage[] = [];
  const server = createServer(async (request, response) => {
    requestLines.push(`${request.method} ${request.url}`);
    requests.push(request);
    let body = '';
    for await (const piece of request) body += piece;
    behaviour(Object.assign(request, { body }), response);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requestLines,
    requests,
    behave: (next) => {
      behaviour = next;
      requestLines.length = 0;
      requests.length = 0;
    },
    close: () => {
      server.closeAllConnections();
      return new Promise((closed) => server.close(() => closed()));
    },
  };
}

/** A behaviour that answers JSON. */
export const says =
  (value: unknown, status = 200, headers: Record<string, string> = {}): Behaviour =>
  (_, response) =>
    void response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(value));
