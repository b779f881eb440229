import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { extname, join, posix, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { type Context, Hono } from 'hono';
import { PAGE_FONT } from './page.ts';
import { appPolicy, documentHeaders, paperWorkerPolicy, workerPolicy } from './security-headers.ts';

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.pdf': 'application/pdf',
  '.wasm': 'application/wasm',
};
const packable = /^(text|application\/(json|manifest\+json|javascript|wasm)|image\/svg)/;

/** Addresses of the app's screens. */
const screens = /^\/(app|registro)(\/|$)/;

/** The app's font, whose built name has a hash. */
const font = /^instrument-sans.*\.woff2$/;

/** The script that searches photos for codes, whose built name has a hash. */
const paperWorker = /^\/assets\/paper\.worker-[\w-]+\.js$/;

/** How long after a check of the disk a file is served from memory without checking again. */
const TRUSTED_MS = 1_000;

type Bytes = Buffer<ArrayBuffer>;

interface Asset {
  /** Changes when the file does, so that a new build is served without a restart. */
  version: string;
  type: string;
  tag: string;
  policy?: string;
  /** Handed out as they are, to many callers at once: nothing may write to them. */
  bodies: { plain: Bytes; br?: Bytes; gzip?: Bytes };
}

interface Files {
  /** Folders of the app's other versions on this machine. Pages of theirs are open, so their hashed files are served too (F62). */
  others?: (() => Promise<readonly string[]>) | undefined;
  /** Milliseconds that only rise. */
  steady: () => number;
}

/**
 * Serves the built app from its folder. Hashed assets never change; everything else is asked for each time. Screens live
 * behind the hash, so any other address a browser navigates to is 404, with the app's page.
 */
export function staticRoutes(publicDir: string, { others = async () => [], steady }: Files): Hono {
  const cache = new Map<string, Asset>();
  const looked = new Map<Asset, number>();
  const loadFrom = async (folder: string, path: string): Promise<Asset | null> => {
    const held = cache.get(join(folder, path));
    if (held && steady() - (looked.get(held) ?? 0) < TRUSTED_MS) return held;
    const found = await look(cache, folder, path);
    if (held && held !== found) looked.delete(held);
    if (found) looked.set(found, steady());
    return found;
  };
  const load = async (path: string): Promise<Asset | null> => {
    const own = await loadFrom(publicDir, path);
    // A hashed name never stands for other bytes; every other name belongs to one version.
    if (own || !path.startsWith('/assets/')) return own;
    for (const folder of await others()) {
      const found = await loadFrom(folder, path);
      if (found) return found;
    }
    return null;
  };

  const routes = new Hono().get(PAGE_FONT, async (c, next) => {
    const name = (await readdir(join(publicDir, 'assets')).catch(() => [])).find((one) => font.test(one));
    const asset = name && (await load(`/assets/${name}`));
    return asset ? serve(c, asset, PAGE_FONT) : next();
  });
  return routes.get('/*', async (c, next) => {
    const path = decoded(c.req.path);
    if (path === null) return next();
    const asked = path === '/' ? '/index.html' : path;
    const asset = await load(asked);
    if (asset) return serve(c, asset, asked);
    // A page in the place of a file of an older version would be taken for that file, and kept.
    if (asked.startsWith('/assets/')) return next();
    if (!(c.req.header('accept') ?? '').includes('text/html')) return next();
    // Typed or written down without the hash behind which the app's screens live.
    if (screens.test(asked)) {
      const { pathname, search } = new URL(c.req.url);
      return c.redirect(`/#${pathname}${search}`);
    }
    // Nothing is here: a person gets the app, and a program reads the status.
    const page = await load('/index.html');
    return page ? serve(c, page, '/index.html', 404) : next();
  });
}

/** Null for another spelling too: it would lead to the file, and not to the headers, which are chosen by the path. */
function decoded(path: string): string | null {
  try {
    const text = decodeURIComponent(path);
    return text.includes('\0') || text.includes('\\') || posix.normalize(text) !== text ? null : text;
  } catch {
    return null;
  }
}

async function look(cache: Map<string, Asset>, publicDir: string, path: string): Promise<Asset | null> {
  const file = join(publicDir, path);
  if (!file.startsWith(publicDir + sep)) return null;
  const info = await stat(file).catch(() => null);
  if (!info?.isFile()) return null;
  const version = `${info.mtimeMs}:${info.size}`;
  const known = cache.get(file);
  if (known?.version === version) return known;
  const asset = await build(await readFile(file), path, version, await packedAlready(path, file));
  cache.set(file, asset);
  return asset;
}

/** Packed by the build. Only beside a hashed name, which never stands for other bytes, is it sure to be of the same file. */
function packedAlready(path: string, file: string): Promise<Bytes | null> {
  return path.startsWith('/assets/') ? readFile(`${file}.br`).catch(() => null) : Promise.resolve(null);
}

/** From so many bytes on, the best packing costs the first who asks more time than it saves. */
const LARGE_BYTES = 65_536;

function packed(plain: Bytes): Promise<Bytes> {
  const quality = plain.length > LARGE_BYTES ? 9 : constants.BROTLI_MAX_QUALITY;
  return promisify(brotliCompress)(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });
}

async function build(plain: Bytes, path: string, version: string, already: Bytes | null): Promise<Asset> {
  const extension = extname(path);
  const type = types[extension] ?? 'application/octet-stream';
  const policy =
    extension === '.html' ? policyFor(plain.toString('utf8')) : extension === '.js' ? scriptPolicy(path) : '';
  // The headers count too: a 304 repeats none of them, so other headers make another file.
  const hash = createHash('sha256').update(plain).update(policy).update(JSON.stringify(documentHeaders));
  const tag = `"${hash.digest('base64url').slice(0, 27)}"`;
  const bodies: Asset['bodies'] = { plain };
  if (packable.test(type) && plain.length > 1024) {
    bodies.br = already ?? (await packed(plain));
    bodies.gzip = await promisify(gzip)(plain, { level: 9 });
  }
  return { version, type, tag, bodies, ...(policy && { policy }) };
}

const scriptPolicy = (path: string): string => (paperWorker.test(path) ? paperWorkerPolicy : workerPolicy);

/** The page's inline scripts and styles pass by their hashes, computed from the very bytes that are served. */
function policyFor(html: string): string {
  const hashes = (inline: RegExp) =>
    [...html.matchAll(inline)].map(([, text = '']) => createHash('sha256').update(text).digest('base64'));
  return appPolicy({
    scripts: hashes(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/gi),
    styles: hashes(/<style\b[^>]*>([\s\S]*?)<\/style>/gi),
  });
}

function serve(c: Context, { type, tag, policy, bodies }: Asset, path: string, status = 200): Response {
  const accepted = c.req.header('accept-encoding') ?? '';
  const encoding =
    bodies.br && /\bbr\b/.test(accepted) ? 'br' : bodies.gzip && /\bgzip\b/.test(accepted) ? 'gzip' : null;
  const headers = new Headers({ Vary: 'Accept-Encoding' });
  // The tag is of the bytes as they travel (RFC 9110, section 8.8.3).
  headers.set('ETag', encoding ? `${tag.slice(0, -1)}-${encoding}"` : tag);
  headers.set('Cache-Control', lasting(path));
  if (status === 200 && c.req.header('if-none-match') === headers.get('ETag'))
    return new Response(null, { status: 304, headers });
  headers.set('Content-Type', type);
  if (policy) headers.set('Content-Security-Policy', policy);
  if (encoding) headers.set('Content-Encoding', encoding);
  const body = (encoding && bodies[encoding]) ?? bodies.plain;
  headers.set('Content-Length', String(body.length));
  return new Response(c.req.method === 'HEAD' ? null : body, { status, headers });
}

/** How long a file may be used without a question. Browsers ask for the icons at each start, and these hardly ever change. */
function lasting(path: string): string {
  if (path.startsWith('/assets/')) return 'public, max-age=31536000, immutable';
  return path.startsWith('/icons/') ? 'public, max-age=604800' : 'no-cache';
}
