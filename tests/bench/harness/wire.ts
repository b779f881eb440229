import { connect, createServer, type Socket } from 'node:net';

/** A line to a server of this machine that counts the bytes that cross it. */
export interface Wire {
  url: string;
  /** Bytes in both directions since the last call: requests and answers of page and worker, with headers. */
  count(): number;
  /** The share of the answers in what the next `count` returns. */
  answers(): number;
  /** Resolves when nothing has crossed for that time. */
  quiet(milliseconds: number): Promise<void>;
  close(): Promise<void>;
}

/**
 * Counts below HTTP, because a page's developer tools do not show the browser's requests for the service worker. The bytes
 * that TCP and TLS add are not counted.
 */
export async function openWire(port: number): Promise<Wire> {
  let bytes = 0;
  let answers = 0;
  let last = performance.now();
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('data', (chunk) => {
        bytes += chunk.length;
        if (from === far) answers += chunk.length;
        last = performance.now();
        to.write(chunk);
      });
      from.on('error', () => to.destroy());
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    count() {
      const counted = bytes;
      bytes = 0;
      answers = 0;
      return counted;
    },
    answers: () => answers,
    async quiet(milliseconds) {
      last = performance.now();
      while (performance.now() - last < milliseconds) await new Promise((again) => setTimeout(again, 50));
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => server.close(done));
    },
  };
}
