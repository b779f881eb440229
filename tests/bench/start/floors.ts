import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { buildPage, types } from '../harness/serve-page.ts';

/** Pages that do the least that can be done, to compare ours with. */
export interface Floors {
  /** A page of one line with our boot script as a file; at '/inline' in the page; at '/nothing' without it. */
  bare: string;
  /** At '/<bytes>/', a page of one line whose worker downloads one file of so many bytes. */
  download: string;
  /** React alone, with a worker: one record of IndexedDB, drawn as a list. */
  reader: string;
  close(): Promise<void>;
}

const worker = (files: readonly string[]) => `
addEventListener('install', (event) =>
  event.waitUntil(caches.open('floor').then((cache) => cache.addAll(${JSON.stringify(files)}))));
addEventListener('fetch', (event) =>
  event.respondWith(caches.match(event.request).then((kept) => kept || fetch(event.request))));
addEventListener('activate', (event) => event.waitUntil(clients.claim()));`;

export async function serveFloors(): Promise<Floors> {
  const folder = await buildPage(import.meta.dirname, '/');
  const assets = (await readdir(join(folder, 'assets'))).map((name) => `/assets/${name}`);
  const text = (body: string | Buffer, type: string) => ({ body: Buffer.from(body), type });
  const line = (script: string) => `<!doctype html><html lang="es"><title>.</title>${script}<body><p>Amparo</p>`;
  const page = readFileSync('dist/client/index.html', 'utf8');
  const scripts = [...page.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]+?)<\/script>/g)];
  if (scripts.length === 0) throw new Error('the page has no boot script');
  const inline = scripts.map(([element]) => element).join('');
  const script = scripts.map(([, code]) => code).join(';');
  const bare: Record<string, string> = {
    '/': line('<script src="/boot.js"></script>'),
    '/inline': line(inline),
    '/nothing': line(''),
  };
  const answers: Record<string, (path: string) => { body: Buffer; type: string } | null> = {
    bare: (path) => {
      if (path === '/boot.js') return text(script, 'text/javascript');
      return bare[path] ? text(bare[path], 'text/html') : null;
    },
    download: (path) => {
      const bytes = path.match(/^\/(\d+)\b/)?.[1] ?? '0';
      if (path.endsWith('.bin')) return text(randomBytes(Number(bytes)), 'application/octet-stream');
      if (path.endsWith('register.js'))
        return text(
          `addEventListener('load', () => navigator.serviceWorker.register('/${bytes}/sw.js'))`,
          'text/javascript',
        );
      if (path.endsWith('sw.js')) return text(worker([`/${bytes}/one.bin`]), 'text/javascript');
      return text(line(`<script src="/${bytes}/register.js"></script>`), 'text/html');
    },
    reader: (path) => {
      if (path === '/sw.js') return text(worker(['/', ...assets]), 'text/javascript');
      const name = path === '/' ? '/index.html' : path;
      if (name !== '/index.html' && !assets.includes(name)) return null;
      return text(readFileSync(join(folder, name)), types[extname(name)] ?? 'application/octet-stream');
    },
  };
  const servers = await Promise.all(
    Object.values(answers).map(async (find) => {
      const server = createServer((request, response) => {
        const found = find(new URL(request.url ?? '/', 'http://page').pathname);
        if (!found) return void response.writeHead(404).end();
        const packed = found.type.startsWith('text/') ? gzipSync(found.body) : found.body;
        const encoding = packed === found.body ? {} : { 'content-encoding': 'gzip' };
        response.writeHead(200, { 'content-type': found.type, 'cache-control': 'max-age=3600', ...encoding });
        response.end(packed);
      });
      await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
      return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
    }),
  );
  const [bareServer, downloadServer, readerServer] = servers;
  if (!bareServer || !downloadServer || !readerServer) throw new Error('the floors are not served');
  return {
    bare: bareServer.url,
    download: downloadServer.url,
    reader: readerServer.url,
    async close() {
      for (const { server } of servers) {
        server.closeAllConnections();
        server.close();
      }
      await rm(folder, { recursive: true });
    },
  };
}
