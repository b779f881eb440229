import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';

/** A server on a port that can be killed, and can come back on the same port. */
export interface Killable {
  url: string;
  /** Ends it and every connection; nothing listens any more. */
  kill(): Promise<void>;
  /** Listens again at the same address. */
  back(): Promise<void>;
}

/** Serves on a free port of this machine until it is killed. */
export async function killable(fetch: (request: Request) => Response | Promise<Response>): Promise<Killable> {
  let server: Server | null = null;
  let port = 0;
  const listener = getRequestListener(fetch);
  const back = async () => {
    if (server) return;
    const born = createServer((request, answer) => void listener(request, answer));
    await new Promise<void>((listening) => born.listen(port, '127.0.0.1', listening));
    port = (born.address() as AddressInfo).port;
    server = born;
  };
  await back();
  return {
    url: `http://127.0.0.1:${port}`,
    back,
    async kill() {
      const dying = server;
      server = null;
      if (!dying) return;
      dying.closeAllConnections();
      await new Promise((closed) => dying.close(closed));
    },
  };
}
