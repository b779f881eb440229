import { createServer, request as forward } from 'node:http';

/** A connection to a server as slow as a phone's in the countryside; it counts its traffic. */
export interface SlowLine {
  url: string;
  /** Requests since the last `reset`, in the order they came: 'GET /assets/home-1a2b.js'. */
  requests: string[];
  /** Bytes of the answers' bodies since the last `reset`, compressed as they travelled. */
  bytes(): number;
  reset(): void;
  /** Refuses every request and breaks those under way, from now on until it is called with false. */
  cut(broken: boolean): void;
  close(): Promise<void>;
}

/** Time between a request and the first byte of its answer. */
const LATENCY_MS = 150;
/** 1.6 Mbit/s, shared by all answers. */
const BYTES_PER_S = 200_000;
const PIECE_BYTES = 4096;

const later = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/**
 * Opens a line to `target`. It stands outside the browser, so that what the service worker asks for is as slow as what the
 * page asks for.
 *
 * @param slow false: only counts
 */
export async function openSlowLine(target: string, slow = true): Promise<SlowLine> {
  let free = 0;
  let carried = 0;
  let broken = false;
  /** Waits for the line's next free moment; answers under way take turns, piece by piece. */
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
    close: () =>
      new Promise((closed) => {
        server.closeAllConnections();
        server.close(() => closed());
      }),
  };
  const server = createServer((asked, answer) => {
    if (broken) return void asked.socket.destroy();
    line.requests.push(`${asked.method} ${asked.url}`);
    const onward = forward(new URL(asked.url ?? '/', target), { method: asked.method, headers: asked.headers });
    onward.on('error', () => asked.socket.destroy());
    onward.on('response', async (got) => {
      const body: Buffer[] = [];
      for await (const part of got) body.push(part as Buffer);
      const whole = Buffer.concat(body);
      if (slow) await later(LATENCY_MS);
      answer.writeHead(got.statusCode ?? 502, got.headers);
      // Piece by piece, as a line does: a browser reads a page before all of it is there.
      answer.flushHeaders();
      for (let at = 0; at < whole.length && !answer.destroyed; at += PIECE_BYTES) {
        const piece = whole.subarray(at, at + PIECE_BYTES);
        await take(piece.length);
        carried += piece.length;
        answer.write(piece);
      }
      answer.end();
    });
    asked.pipe(onward);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  line.url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  return line;
}
