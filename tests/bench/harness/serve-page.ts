import { mkdtempSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import react from '@vitejs/plugin-react';
import { build } from 'vite';

export const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

/** Builds the page of a folder as the app is built. @returns a new folder, which the caller removes */
export async function buildPage(root: string, base: '/' | './'): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'amparo-bench-page-'));
  // React's development build is several times slower, so the bench measures the production build.
  process.env.NODE_ENV = 'production';
  await build({
    mode: 'production',
    root,
    base,
    configFile: false,
    logLevel: 'error',
    plugins: [react()],
    build: { outDir: folder, emptyOutDir: true, target: 'es2022' },
  });
  return folder;
}

/**
 * Serves a folder's page on localhost, where the browser grants crypto and IndexedDB.
 *
 * @param api the server to which calls under '/api/' are passed on
 */
export async function servePage(root: string, api?: string): Promise<{ url: string; close: () => Promise<void> }> {
  const folder = await buildPage(root, './');
  const server = createServer(async (incoming, outgoing) => {
    const path = new URL(incoming.url ?? '/', 'http://page').pathname;
    if (api && path.startsWith('/api/')) return sendOn(api, incoming, outgoing);
    try {
      const name = path === '/' ? '/index.html' : path;
      const body = await readFile(join(folder, name));
      outgoing.writeHead(200, { 'content-type': types[extname(name)] ?? 'application/octet-stream' }).end(body);
    } catch {
      outgoing.writeHead(404).end();
    }
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
      await rm(folder, { recursive: true });
    },
  };
}

function sendOn(api: string, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { method, headers, url = '/' } = incoming;
  const onward = forward(new URL(url, api), { method, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(outgoing);
  });
  onward.on('error', () => outgoing.destroy());
  incoming.pipe(onward);
}
