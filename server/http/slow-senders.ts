import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { SMALL_BYTES } from './admission.ts';

/** How long what is sent may take. */
export interface Patience {
  /** Milliseconds until the headers of a call must be there. */
  headers: number;
  /** Milliseconds until a small body without files must be there. */
  small: number;
  /** Every other body: at least `rate` bytes a second in each `span` of milliseconds… */
  rate: number;
  span: number;
  /** …and, once so many milliseconds are over, so many bytes a second of the time since on average. */
  grace: number;
  average: number;
}

/** A line of 64 kbit/s, as the oldest mobile networks have, still sends its photos; nobody keeps a place for half an hour. */
export const patience: Patience = {
  headers: 15_000,
  small: 30_000,
  rate: 1024,
  span: 30_000,
  grace: 60_000,
  average: 8 * 1024,
};

interface Sender {
  response: ServerResponse;
  small: boolean;
  /** Bytes of the connection when the body began, and when the present span did. */
  first: number;
  spanFirst: number;
  /** Milliseconds in which we read: since the body began, and in the present span. */
  time: number;
  spanTime: number;
}

/**
 * Cuts off a caller whose body comes slower than it may, for example one byte a minute. Such a call would keep its place and
 * its bytes for as long as it likes. Whoever we do not read at the moment is not slow.
 *
 * @param every milliseconds between two looks
 * @returns ends the watch
 */
export function cutSlowSenders(server: Server, limits: Patience = patience, every = 1_000): () => void {
  const senders = new Map<IncomingMessage, Sender>();
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!('content-length' in request.headers) && !('transfer-encoding' in request.headers)) return;
    const first = request.socket.bytesRead;
    const small = isSmallText(request);
    senders.set(request, { response, small, first, spanFirst: first, time: 0, spanTime: 0 });
    response.once('close', () => senders.delete(request));
  });
  const timer = setInterval(() => {
    for (const [request, sender] of senders) {
      if (request.complete) senders.delete(request);
      else if (request.readableLength < request.readableHighWaterMark) look(request, sender);
    }
  }, every).unref();

  function look(request: IncomingMessage, sender: Sender) {
    sender.time += every;
    sender.spanTime += every;
    const read = request.socket.bytesRead;
    const due = Math.max(0, (limits.average * (sender.time - limits.grace)) / 1000);
    const late = sender.small ? sender.time >= limits.small : read - sender.first < due;
    const spanOver = sender.spanTime >= limits.span;
    if (late || (spanOver && read - sender.spanFirst < (limits.rate * sender.spanTime) / 1000))
      return cut(request, sender.response);
    if (!spanOver) return;
    sender.spanFirst = read;
    sender.spanTime = 0;
  }

  function cut(request: IncomingMessage, response: ServerResponse) {
    senders.delete(request);
    const { socket } = request;
    // Past the response object: the app is still reading, and answers its caller through it when the body ends.
    if (!response.headersSent)
      socket.write('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
    socket.destroySoon();
  }

  return () => clearInterval(timer);
}

/** What a form types or an app asks: it says that it is small, and carries no file. */
function isSmallText({ headers }: IncomingMessage): boolean {
  const length = headers['content-length'];
  return length !== undefined && Number(length) <= SMALL_BYTES && !/^multipart\//i.test(headers['content-type'] ?? '');
}
