import type { ApiRequest } from './exchange.ts';

/** A shorter body travels in one packet anyway. */
const MIN_CHARS = 1000;

/** Packs a long text body, where the browser can (Compression Streams); else the request as it is. */
export async function packed(request: ApiRequest): Promise<ApiRequest> {
  const { body, headers } = request;
  if (typeof body !== 'string' || body.length < MIN_CHARS || !('CompressionStream' in globalThis)) return request;
  const stream = new Blob([body]).stream().pipeThrough(new CompressionStream('gzip'));
  return {
    ...request,
    headers: { ...headers, 'Content-Encoding': 'gzip' },
    body: await new Response(stream).arrayBuffer(),
  };
}
