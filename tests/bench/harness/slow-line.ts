import { createServer, request as forward } from 'node:http';

/** A connection to a server that is as slow as a phone's in the countryside, and counts its traffic. */
export interface SlowLine {
  url: string;
  /** Requests since the last `reset`, in the order they came: 'GET /assets/home-1a2b.js'. */
  requests: string[];
  /** Bytes of the answers' bodies since the last `reset`, compressed as they travelled. */
  bytes(): number;
  reset(): void;
  /** With true it refuses every request and breaks those under way; with false it carries them again. */
  cut(broken: boolean): void;
  /** With false it only counts from now on. */
  slow(now: boolean): void;
  close(): Promise<void>;
}

/** Time between a request and the first byte of its answer. */
const LATENCY_MS = 150;
/** 1.6 Mbit/s, shared by all answers. */
const BYTES_PER_S = 200_000;
const PIECE_BYTES = 4096;

const later = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/**
 * Opens a line to `target`. It is outside the browser, so that requests of the service worker are as slow as those of the
 * page.
 *
 * @param isSlow with false the line only counts
 */
export async function openSlowLine(target: string, isSlow = true): Promise<SlowLine> {
  let slow = isSlow;
  let free = 0;
  let carried = 0;
  let broken = false;
  /** Waits until the line has carried so many bytes. Answers under way share it piece by piece. */
  const take = async (bytes: number) => {
    if (!slow) return;
    free = Math.max(free, performance.now()) + (bytes / BYTES_PER_S) * 1000;
    await later(Math.max(0, free - performance.now()));
  };
  const line: SlowLine = {
    url: '',
    requests: [],
    bytes: () => carried,
    reset: () => {
      carried = 0;
      line.requests.length = 0;
    },
    cut: (now) => {
      broken = now;
      if (now) server.closeAllConnections();
    },
    slow: (now) => {
      slow = now;
    },
    close: () =>
      new Promise((closed) => {
        server.closeAllConnections();
        server.close(() => closed());
      }),
  };
  const server = createServer((incoming, answer) => {
    if (broken) return void incoming.socket.destroy();
    line.requests.push(`${incoming.method} ${incoming.url}`);
    const onward = forward(new URL(incoming.url ?? '/', target), {
      method: incoming.method,
      headers: incoming.headers,
    });
    onward.on('error', () => incoming.socket.destroy());
    onward.on('response', async (got) => {
      const body: Buffer[] = [];
      for await (const part of got) body.push(part as Buffer);
      const whole = Buffer.concat(body);
      if (slow) await later(LATENCY_MS);
      answer.writeHead(got.statusCode ?? 502, got.headers);
      // The body is sent piece by piece, because a browser reads a page before all of it has arrived.
      answer.flushHeaders();
      for (let offset = 0; offset < whole.length && !answer.destroyed; offset += PIECE_BYTES) {
        const piece = whole.subarray(offset, offset + PIECE_BYTES);
        await take(piece.length);
        carried += piece.length;
        answer.write(piece);
      }
      answer.end();
    });
    incoming.pipe(onward);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  line.url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  return line;
}

/** Opens a line to `target` for as long as `use` takes. */
export async function overLine<T>(target: string, use: (line: SlowLine) => Promise<T>, slow = true): Promise<T> {
  const line = await openSlowLine(target, slow);
  try {
    return await use(line);
  } finally {
    await line.close();
  }
}
