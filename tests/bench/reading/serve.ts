import { mkdtempSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import react from '@vitejs/plugin-react';
import { build } from 'vite';

const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

/** Builds the bench's page as the app is built and serves it on localhost, where the browser grants crypto and IndexedDB. */
export async function serveReadingPage(): Promise<{ url: string; close: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'amparo-reading-'));
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
  const server = createServer(async (request, response) => {
    const path = new URL(request.url ?? '/', 'http://page').pathname;
    const name = path === '/' ? '/index.html' : path;
    try {
      const body = await readFile(join(folder, name));
      response.writeHead(200, { 'content-type': types[extname(name)] ?? 'application/octet-stream' }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async close() {
      await new Promise((done) => server.close(done));
      await rm(folder, { recursive: true });
    },
  };
}
