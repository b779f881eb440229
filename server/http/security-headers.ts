import type { MiddlewareHandler } from 'hono';

const appPage = [
  "default-src 'none'",
  "img-src 'self' blob: data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types amparo',
];

/** The content policy of the app's page (S1). Its inline scripts and styles pass by their SHA-256, in base64. */
export function appPolicy(inline: { scripts: readonly string[]; styles: readonly string[] }): string {
  const sources = (hashes: readonly string[]) => ["'self'", ...hashes.map((hash) => `'sha256-${hash}'`)].join(' ');
  return [...appPage, `script-src ${sources(inline.scripts)}`, `style-src ${sources(inline.styles)}`].join('; ');
}

/** The content policy of a script that is started as a worker: it runs under its own, not under the page's (CSP3, 4.2.2). */
export const workerPolicy =
  "default-src 'none'; script-src 'self'; connect-src 'self'; require-trusted-types-for 'script'; frame-ancestors 'none'";

/** The policy of the one script that may compile WebAssembly: the worker that searches photos for codes. No other answer has it. */
export const paperWorkerPolicy = workerPolicy.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'");

/** The content policy of the small pages this server writes itself: no script, but for one that the page brings itself. */
export const plainPagePolicy = (styleHash: string, scriptHash?: string): string =>
  `default-src 'none'; style-src 'sha256-${styleHash}'; ${scriptHash ? `script-src 'sha256-${scriptHash}'; ` : ''}font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;

/**
 * What says how a document behaves. Data has no use for it: `nosniff` keeps a browser from showing it as a page, whatever is in
 * it, and a customer pays for each byte.
 */
export const documentHeaders = {
  // An answer that brings no policy of its own is no page; should it be opened as one, it can do nothing.
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'Permissions-Policy':
    'camera=(self), accelerometer=(), autoplay=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=()',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'X-Frame-Options': 'DENY',
};

/** What a device keeps with the files that it stored, as one text. Where it changes, the files are of another version. */
export const storedHeaders = JSON.stringify([appPage, workerPolicy, paperWorkerPolicy, documentHeaders]);

/** Headers of every answer (S1); a route that sets one itself keeps its own. */
export const pageHeaders: MiddlewareHandler = async (c, next) => {
  await next();
  const is = (name: string, part: string) => (c.res.headers.get(name) ?? '').includes(part);
  const data = is('Cache-Control', 'no-store') && is('Content-Type', 'application/json');
  // Nothing changed, so the browser keeps the headers it stored (RFC 9111, 4.3.4). They would be two thirds of the bytes.
  if (c.res.status === 304) return;
  const headers: Record<string, string> = {
    'X-Content-Type-Options': 'nosniff',
    ...(!data && documentHeaders),
    'Cross-Origin-Resource-Policy': 'same-origin',
  };
  // TLS ends at a proxy, and nobody else is believed that it did. The first of several saw the customer's own connection.
  const [proto] = c.get('caller').proxied ? (c.req.header('x-forwarded-proto') ?? '').split(',') : [];
  if (proto?.trim() === 'https') headers['Strict-Transport-Security'] = 'max-age=31536000; includeSubDomains';
  for (const [name, value] of Object.entries(headers)) if (!c.res.headers.has(name)) c.res.headers.set(name, value);
};
