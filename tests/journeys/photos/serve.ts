import { mkdtempSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { build } from 'vite';

const POLICY =
  "default-src 'none'; script-src 'self'; worker-src 'self'; img-src 'self' blob: data:; " +
  "require-trusted-types-for 'script'; trusted-types amparo";

/** Code that takes features from a worker, run before its own. The first part of the path chooses it. */
const lesser: Record<string, string> = {
  full: '',
  'no-resize': 'const whole = self.createImageBitmap; self.createImageBitmap = (blob) => whole(blob);',
  'no-bitmap': 'self.createImageBitmap = undefined;',
  'no-canvas': 'delete self.OffscreenCanvas;',
};

const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript' };

/** Builds the page and serves it under the app's content policy, at one path for each kind of browser. */
export async function servePhotosPage(): Promise<{ origin: string; close: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'amparo-photos-'));
  await build({
    root: import.meta.dirname,
    base: './',
    configFile: false,
    logLevel: 'warn',
    worker: { format: 'es' },
    build: { outDir: folder, emptyOutDir: true, target: 'es2022', modulePreload: false },
  });
  const server = createServer(async (request, response) => {
    const [, browser = '', ...path] = new URL(request.url ?? '/', 'http://page').pathname.split('/');
    const name = path.join('/') || 'index.html';
    try {
      const body = await readFile(join(folder, name), 'utf8');
      const missing = name.includes('photo.worker') ? (lesser[browser] ?? '') : '';
      response.writeHead(200, {
        'content-type': types[extname(name)] ?? 'text/plain',
        'content-security-policy': POLICY,
      });
      response.end(`${missing}${body}`);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      await new Promise((done) => server.close(done));
      await rm(folder, { recursive: true });
    },
  };
}
