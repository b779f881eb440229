import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Endpoint } from '#contract/endpoints.ts';
import { BY_GROUPS, GROUPS_HEADER } from '#contract/groups.ts';
import { SMALL_BYTES } from './admission.ts';
import type { Answer, Body } from './answer.ts';

const KILOBYTE = 1024;

/**
 * What travels of an answer. `shown`: the headers of its request.
 *
 * @param settle told of its bytes before they go, since its reader may leave them with us
 */
export async function toResponse(
  row: Endpoint,
  answer: Answer,
  shown: Headers,
  settle: (bytes: number) => void,
): Promise<Response> {
  const headers = new Headers({ 'Content-Type': 'application/json', 'Cache-Control': 'no-store' });
  if (answer.etag !== null) headers.set('ETag', answer.etag);
  if (answer.status === 304) return new Response(null, { status: 304, headers });
  if (answer.etag === null && !row.packsTokens) return new Response(counted(answer.body, settle), { headers });
  if (answer.status === 226) {
    headers.set('IM', BY_GROUPS);
    headers.set('Delta-Base', shown.get('if-none-match') ?? '');
  } else if (answer.groups !== null) headers.set(GROUPS_HEADER, answer.groups);
  const { body, encoding } = await packed(answer.body, shown.get('accept-encoding') ?? '');
  headers.set('Vary', 'Accept-Encoding');
  if (encoding) headers.set('Content-Encoding', encoding);
  return new Response(counted(body, settle), { status: answer.status, headers });
}

/** A large text as its bytes: what the connection holds is what was counted, without a copy. */
function counted(body: Body, settle: (bytes: number) => void): Body {
  const bytes = typeof body === 'string' && body.length > SMALL_BYTES ? new TextEncoder().encode(body) : body;
  settle(bytes.length);
  return bytes;
}

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/**
 * Long lists travel packed, one or several. Packing can betray secrets (BREACH) where a stranger can have a page ask again and
 * again, and finds what he sent in the answer. Here the tokens of a call travel in headers that no other page can send, no
 * answer repeats what was asked, and answers with tokens come this way only at a sign-in (`packsTokens`). An address of a
 * document is another each time.
 */
async function packed(body: Body, accepted: string): Promise<{ body: Body; encoding: 'br' | 'gzip' | null }> {
  const encoding = /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : null;
  if (body.length < 2 * KILOBYTE || !encoding) return { body, encoding: null };
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
  return { body: encoding === 'br' ? await brotli(body, quality) : await gzipped(body, { level: 5 }), encoding };
}
