import { mkdtempSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { createServer, request as forward } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import react from '@vitejs/plugin-react';
import { build } from 'vite';

const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

/** Builds this folder's page as the app is built and serves it on localhost; calls go on to the server at `api`, if there is one. */
export async function serveDevicePage(api?: string): Promise<{ url: string; close: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'amparo-bench-device-'));
  // React's development build is several times slower, so the bench always measures the production build.
  process.env.NODE_ENV = 'production';
  await build({
    mode: 'production',
    root: import.meta.dirname,
    base: './',
    configFile: false,
    logLevel: 'error',
    plugins: [react()],
    build: { outDir: folder, emptyOutDir: true, target: 'es2022' },
  });
  const server = createServer(async (incoming, outgoing) => {
    const path = new URL(incoming.url ?? '/', 'http://page').pathname;
    if (api && path.startsWith('/api/')) {
      const { method, headers, url = '/' } = incoming;
      const onward = forward(new URL(url, api), { method, headers }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      });
      onward.on('error', () => outgoing.destroy());
      incoming.pipe(onward);
      return;
    }
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
