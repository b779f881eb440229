import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { SMALL_BYTES } from './admission.ts';

/** The least pace of what is sent or read. */
export interface Pace {
  /** At least `rate` bytes a second in each `span` of milliseconds… */
  rate: number;
  span: number;
  /** …and, once so many milliseconds are over, so many bytes a second of the time since on average. */
  grace: number;
  average: number;
  /** What moved faster counts for no more than so many milliseconds to come. */
  ahead: number;
}

/** How long what is sent or read may take. */
export interface Patience {
  /** Milliseconds until the headers of a call must be there. */
  headers: number;
  /** Milliseconds until a small body without files must be there. */
  small: number;
  /** Every other body. */
  body: Pace;
  /** An answer, while the system has not taken all of it. */
  answer: Pace;
}

/** A line of 64 kbit/s, as the oldest mobile networks have, still sends its photos; nobody keeps a place for half an hour. */
const body: Pace = { rate: 1024, span: 30_000, grace: 60_000, average: 8 * 1024, ahead: 180_000 };

/**
 * Answers go by the same pace. The system takes them in lumps of a third of its own buffer, so on such a line half a minute may
 * pass without one.
 */
export const patience: Patience = { headers: 15_000, small: 30_000, body, answer: { ...body, span: body.grace } };

/** How many bytes moved, and in how much time. */
interface Course {
  /** Bytes of the connection when it began, or as if it had been that fast only; and when the present span did. */
  first: number;
  spanFirst: number;
  /** Milliseconds in which the caller could have moved more: since it began, and in the present span. */
  time: number;
  spanTime: number;
}

const courseFrom = (bytes: number): Course => ({ first: bytes, spanFirst: bytes, time: 0, spanTime: 0 });

interface Sender {
  response: ServerResponse;
  small: boolean;
  course: Course;
}

interface Reader {
  socket: Socket;
  /** Null while the system has taken all. */
  course: Course | null;
}

/**
 * Cuts off a caller whose body comes slower than it may, for example one byte a minute, and one who reads an answer so. Such a call
 * would keep its place and its bytes for as long as it likes. Whoever we do not read at the moment is not slow, and neither is who
 * has taken all that we wrote.
 *
 * @param every milliseconds between two looks
 * @returns ends the watch
 */
export function cutSlowCallers(server: Server, limits: Patience = patience, every = 1_000): () => void {
  const senders = new Map<IncomingMessage, Sender>();
  const readers = new Map<ServerResponse, Reader>();
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    readers.set(response, { socket, course: null });
    if ('content-length' in request.headers || 'transfer-encoding' in request.headers)
      senders.set(request, { response, small: isSmallText(request), course: courseFrom(socket.bytesRead) });
    response.once('close', () => {
      senders.delete(request);
      readers.delete(response);
    });
  });
  const timer = setInterval(() => {
    for (const [request, sender] of senders) {
      if (request.complete) senders.delete(request);
      else if (request.readableLength < request.readableHighWaterMark) lookAtSender(request, sender);
    }
    for (const [response, reader] of readers) lookAtReader(response, reader);
  }, every).unref();

  function lookAtSender(request: IncomingMessage, { response, small, course }: Sender) {
    const isSlow = slower(course, request.socket.bytesRead, every, small ? noAverage(limits.body) : limits.body);
    if (isSlow || (small && course.time >= limits.small)) cut(request, response);
  }

  function lookAtReader(response: ServerResponse, reader: Reader) {
    const written = writtenOf(reader.socket);
    // An answer that waited its turn behind others hears nothing of the connection's end.
    if (written === null) readers.delete(response);
    else if (written.waiting === 0) reader.course = null;
    else if (reader.course === null) reader.course = courseFrom(written.taken);
    // With a reset, since after a mere end the system would go on offering what it holds.
    else if (slower(reader.course, written.taken, every, limits.answer)) reader.socket.resetAndDestroy();
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

/** A small body has a time of its own instead. */
const noAverage = (pace: Pace): Pace => ({ ...pace, average: 0 });

/** Notes one look more. @returns whether less moved than had to */
function slower(course: Course, bytes: number, passed: number, pace: Pace): boolean {
  course.time += passed;
  course.spanTime += passed;
  const due = Math.max(0, (pace.average * (course.time - pace.grace)) / 1000);
  if (bytes - course.first < due) return true;
  course.first = Math.max(course.first, bytes - due - (pace.average * pace.ahead) / 1000);
  if (course.spanTime < pace.span) return false;
  const isSlow = bytes - course.spanFirst < (pace.rate * course.spanTime) / 1000;
  course.spanFirst = bytes;
  course.spanTime = 0;
  return isSlow;
}

/**
 * What the system took of what was written to a connection, and what still waits, in bytes. Node tells it nowhere else: to
 * `bytesWritten` a large answer is one piece, and counts at once. Null once the connection is closed.
 */
function writtenOf(socket: Socket): { taken: number; waiting: number } | null {
  const handle = (socket as { _handle?: { bytesWritten?: number; writeQueueSize?: number } | null })._handle;
  const { bytesWritten, writeQueueSize: waiting } = handle ?? {};
  return bytesWritten === undefined || waiting === undefined ? null : { taken: bytesWritten - waiting, waiting };
}

/** What a form types or an app asks: it says that it is small, and carries no file. */
function isSmallText({ headers }: IncomingMessage): boolean {
  const length = headers['content-length'];
  return length !== undefined && Number(length) <= SMALL_BYTES && !/^multipart\//i.test(headers['content-type'] ?? '');
}
