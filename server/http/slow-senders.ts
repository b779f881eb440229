import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/** A body must come at this rate, in bytes a second, looked at once in `span` milliseconds; headers within `headers`. */
export const slowest = { rate: 1024, span: 30_000, headers: 15_000 };

interface Sender {
  since: number;
  bytes: number;
  response: ServerResponse;
}

/**
 * Cuts off a caller who sends a body slower than any usable line, for example one byte a minute. Such a call would stay open
 * for hours. Whoever we do not read at the moment is not slow.
 *
 * @returns ends the watch
 */
export function cutSlowSenders(server: Server, { rate, span } = slowest): () => void {
  const senders = new Map<IncomingMessage, Sender>();
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!('content-length' in request.headers) && !('transfer-encoding' in request.headers)) return;
    senders.set(request, { since: Date.now(), bytes: request.socket.bytesRead, response });
    response.once('close', () => senders.delete(request));
  });
  const timer = setInterval(() => {
    const now = Date.now();
    for (const [request, sender] of senders) {
      if (request.complete) senders.delete(request);
      else if (now - sender.since >= span) look(request, sender, now);
    }
  }, span / 6).unref();

  function look(request: IncomingMessage, sender: Sender, now: number) {
    const came = request.socket.bytesRead - sender.bytes;
    const unread = request.readableLength >= request.readableHighWaterMark;
    if (!unread && came < (rate * (now - sender.since)) / 1000) return cut(request, sender.response);
    sender.since = now;
    sender.bytes = request.socket.bytesRead;
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
