import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http';
import { gunzipSync } from 'node:zlib';

/** The faults that a test can cause for one request. */
export type Fault =
  /** Break the connection before anything reaches the server. */
  | 'drop'
  /** Let the server handle it, then break the connection instead of answering. */
  | 'lose-answer'
  /** Break the connection after half of the body. */
  | 'cut-body'
  /** Take the first bytes of the body, then nothing more until the other side gives up. */
  | 'hold-body'
  /** Let the server handle it, then never answer. */
  | 'hold-answer'
  /** Take the whole body, then break the connection; the server never sees it. `swallowed` keeps it as a late copy. */
  | 'swallow'
  /** Answer like the sign-in page of a café's network. */
  | 'portal'
  | { status: number; headers?: Record<string, string>; body?: string }
  /** Let the server answer, then change its body. `asked` is the body of the request, unpacked. */
  | { rewrite: (body: string, asked: string) => string }
  | { delayMs: number };

export interface Line {
  /** The address the browser uses. */
  url: string;
  /** Called for every request. Null lets it pass. */
  fault: (method: string, path: string) => Fault | null;
  /** Every request that reached the line: 'POST /api/reembolsos/create'. */
  seen: string[];
  /** Breaks the connections that the fault 'hold-body' holds. */
  cutHeld(): void;
  /** The requests that the fault 'swallow' took. */
  swallowed: { path: string; headers: Record<string, string>; body: Buffer }[];
  close(): Promise<void>;
}

/** Answers reads together as a backend without that request does, so that each list is read by itself and a fault can meet it alone. */
export const oneByOne =
  (fault: Line['fault'] = () => null): Line['fault'] =>
  (method, path) =>
    path.startsWith('/api/lecturas') ? { status: 404 } : fault(method, path);

/** A connection between browser and server that can fail on purpose. */
export async function openLine(target: string): Promise<Line> {
  const held: Held = [];
  const line: Line = {
    url: '',
    fault: () => null,
    seen: [],
    cutHeld: () => {
      for (const one of held.splice(0)) one.destroy();
    },
    swallowed: [],
    close: async () => {},
  };
  const server = createServer((incoming, outgoing) => {
    const method = incoming.method ?? 'GET';
    const path = incoming.url ?? '/';
    line.seen.push(`${method} ${path.split('?')[0]}`);
    pass(incoming, outgoing, target, line.fault(method, path), line, held).catch(() => incoming.socket.destroy());
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  line.url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  line.close = () =>
    new Promise((closed) => {
      server.closeAllConnections();
      server.close(() => closed());
    });
  return line;
}

type Held = { destroy(): unknown }[];

async function pass(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  target: string,
  fault: Fault | null,
  line: Line,
  held: Held,
): Promise<void> {
  if (fault === 'drop') return void incoming.socket.destroy();
  if (fault === 'cut-body') return cutBody(incoming);
  if (fault === 'hold-body') {
    incoming.once('data', () => incoming.pause());
    held.push(incoming.socket);
    return;
  }
  const body = await bodyOf(incoming);
  if (fault === 'swallow') {
    const headers = Object.fromEntries(Object.entries(incoming.headers).map(([name, value]) => [name, `${value}`]));
    line.swallowed.push({ path: incoming.url ?? '/', headers, body });
    return void incoming.socket.destroy();
  }
  if (fault === 'portal') {
    outgoing
      .writeHead(200, { 'content-type': 'text/html' })
      .end('<html><title>Wi-Fi</title>Acepta las condiciones</html>');
    return;
  }
  if (fault && typeof fault === 'object' && 'status' in fault) {
    outgoing.writeHead(fault.status, { 'content-type': 'application/json', ...fault.headers }).end(fault.body ?? '{}');
    return;
  }
  const { delayMs = 0, rewrite } = { ...(typeof fault === 'object' ? fault : null) } as {
    delayMs?: number;
    rewrite?: (body: string, asked: string) => string;
  };
  if (delayMs > 0) await new Promise((later) => setTimeout(later, delayMs));
  const headers = { ...incoming.headers, host: incoming.headers.host };
  // A body to be changed must arrive complete and as text.
  if (rewrite) for (const name of ['accept-encoding', 'if-none-match'] as const) delete headers[name];
  await new Promise<void>((done, failed) => {
    const onward = forward(new URL(incoming.url ?? '/', target), { method: incoming.method, headers }, (answer) => {
      if (rewrite) {
        bodyOf(answer).then((told) => {
          const { 'content-length': _, ...others } = answer.headers;
          const asked = headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body;
          outgoing.writeHead(answer.statusCode ?? 502, others).end(rewrite(told.toString(), asked.toString()));
          done();
        }, failed);
        return;
      }
      if (fault === 'hold-answer') {
        answer.resume();
        answer.on('end', done);
        return;
      }
      if (fault === 'lose-answer') {
        answer.resume();
        answer.on('end', () => {
          incoming.socket.destroy();
          done();
        });
        return;
      }
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
      answer.on('end', done);
      answer.on('error', failed);
    });
    onward.on('error', () => {
      // The server is down. The browser must see a broken connection, not an answer.
      incoming.socket.destroy();
      done();
    });
    onward.end(body);
  });
}

async function bodyOf(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function cutBody(incoming: IncomingMessage): void {
  const half = Number(incoming.headers['content-length'] ?? 2) / 2;
  let received = 0;
  incoming.on('data', (chunk: Buffer) => {
    received += chunk.length;
    if (received >= half) incoming.socket.destroy();
  });
}
