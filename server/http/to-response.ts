import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Endpoint } from '#contract/endpoints.ts';
import { BY_GROUPS, GROUPS_HEADER } from '#contract/groups.ts';
import type { Answer } from './answer.ts';

const KILOBYTE = 1024;

/** What travels of an answer. `shown`: the headers of its request. */
export async function toResponse(row: Endpoint, answer: Answer, shown: Headers): Promise<Response> {
  const headers = new Headers({ 'Content-Type': 'application/json', 'Cache-Control': 'no-store' });
  if (answer.etag !== null) headers.set('ETag', answer.etag);
  if (answer.status === 304) return new Response(null, { status: 304, headers });
  if (answer.etag === null && !row.packsTokens) return new Response(answer.body, { headers });
  if (answer.status === 226) {
    headers.set('IM', BY_GROUPS);
    headers.set('Delta-Base', shown.get('if-none-match') ?? '');
  } else if (answer.groups !== null) headers.set(GROUPS_HEADER, answer.groups);
  return packed(answer.body, headers, shown.get('accept-encoding') ?? '', answer.status);
}

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/**
 * Long lists travel packed, one or several. Packing can betray secrets (BREACH) where a stranger can have a page ask again and
 * again, and finds what he sent in the answer. Here the tokens of a call travel in headers that no other page can send, no
 * answer repeats what was asked, and answers with tokens come this way only at a sign-in (`packsTokens`). An address of a
 * document is another each time.
 */
async function packed(
  body: string | Uint8Array<ArrayBuffer>,
  headers: Headers,
  accepted: string,
  status: number,
): Promise<Response> {
  headers.set('Vary', 'Accept-Encoding');
  if (body.length < 2 * KILOBYTE) return new Response(body, { status, headers });
  const encoding = /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : null;
  if (!encoding) return new Response(body, { status, headers });
  headers.set('Content-Encoding', encoding);
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
  const bytes = encoding === 'br' ? await brotli(body, quality) : await gzipped(body, { level: 5 });
  return new Response(bytes, { status, headers });
}
