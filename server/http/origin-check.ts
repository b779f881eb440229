/**
 * Whether a request that writes comes from another site (S10). `Sec-Fetch-Site` is set by the browser and cannot be forged
 * by a page; a browser without it still sends `Origin`. A plain client sends neither and carries no ambient identity.
 */
export function isForeign(request: Request): boolean {
  const site = request.headers.get('sec-fetch-site');
  if (site !== null) return site !== 'same-origin' && site !== 'none';
  const origin = request.headers.get('origin');
  if (origin === null) return false;
  // Hosts only: behind a proxy that ends TLS the scheme here is not the browser's.
  return !URL.canParse(origin) || new URL(origin).host !== (request.headers.get('host') ?? new URL(request.url).host);
}
