import { limited } from '#ports/limit.ts';
import type { Timers } from '#ports/machine.ts';
import { type ApiRequest, type Exchange, MAX_ANSWER_BYTES, readJson } from './exchange.ts';

/** Until the answer begins, and between two pieces of it: a long one takes minutes on a slow line. */
const DEFAULT_TIMEOUT_MS = 30_000;
/** fetch does not report an upload's progress, so the timeout grows with the files. Slower connections than this time out. */
const SLOWEST_BYTES_PER_SECOND = 8 * 1024;

/** Sends by fetch. Never throws. */
export async function byFetch(
  fetch: typeof globalThis.fetch,
  request: ApiRequest,
  options: { signal?: AbortSignal; timeoutMs?: number; timers: Timers },
): Promise<Exchange> {
  const limit = limited(options.signal, options.timeoutMs ?? defaultTimeout(request), options.timers);
  try {
    return await limit.race(exchange(fetch, request, limit));
  } catch (error) {
    // In every browser a failed request is a TypeError. Anything else is a bug of ours.
    if (!limit.signal.aborted && !(error instanceof TypeError))
      console.error('api: a call ended in an exception', error);
    return { answered: false, code: limit.signal.aborted ? 'timeout' : 'offline' };
  } finally {
    limit.clear();
  }
}

async function exchange(
  fetch: typeof globalThis.fetch,
  request: ApiRequest,
  { signal, heard }: Pick<ReturnType<typeof limited>, 'signal' | 'heard'>,
): Promise<Exchange> {
  const response = await fetch(request.url, {
    method: request.method,
    headers: request.headers,
    body: request.body,
    signal,
    // No cookies carry identity, and no answer may stay in a cache that outlives the session.
    credentials: 'omit',
    cache: 'no-store',
    // A captive portal redirects; following it would end at a page that answers 200.
    redirect: 'manual',
  });
  if (response.type === 'opaqueredirect' || response.redirected) return { answered: false, code: 'nonsense' };
  const text = await readText(response, heard);
  if (text === null) return { answered: false, code: 'nonsense' };
  return {
    answered: true,
    status: response.status,
    header: (name) => response.headers.get(name),
    json: readJson(response.headers.get('content-type'), text),
  };
}

/** The body as text; null when it is larger than any answer may be. */
async function readText(response: Response, heard: () => void): Promise<string | null> {
  if (!response.body) return '';
  const decoder = new TextDecoder();
  const reader = response.body.getReader();
  let text = '';
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    heard();
    size += value.byteLength;
    if (size > MAX_ANSWER_BYTES) {
      await reader.cancel();
      return null;
    }
    text += decoder.decode(value, { stream: true });
  }
}

function defaultTimeout(request: ApiRequest): number {
  return DEFAULT_TIMEOUT_MS + (request.fileBytes / SLOWEST_BYTES_PER_SECOND) * 1000;
}
