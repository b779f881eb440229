import { fail, ok, type Result } from '#contract/result.ts';
import { bytesWithin } from '#ports/body.ts';
import { limited } from '#ports/limit.ts';

export interface FetchedFile {
  /** The file's name from the server; '' when there is none. */
  name: string;
  bytes: ArrayBuffer;
}

interface FetchFileOptions {
  /** Aborts the download. */
  signal?: AbortSignal;
  /** How long no byte may arrive before it fails, in milliseconds. The whole file has no time limit. */
  silenceMs?: number;
}

/**
 * Downloads a file of our own origin by its signed address. The address works once and grants the access (D48), so no token
 * is sent. Problems: 'offline', 'timeout' (no bytes, or aborted), 'not-found' (used or expired), 'unavailable', 'nonsense'
 * (a page instead of a file).
 */
export async function fetchFile(
  address: string,
  send: typeof fetch,
  { signal, silenceMs = 30_000 }: FetchFileOptions = {},
): Promise<Result<FetchedFile>> {
  const silence = limited(signal, silenceMs);
  try {
    const how = { cache: 'no-store', credentials: 'omit', redirect: 'error', signal: silence.signal } as const;
    const answer = await silence.race(send(address, how));
    silence.heard();
    if (answer.status === 404 || answer.status === 410) return fail('not-found', { status: answer.status });
    if (!answer.ok) return fail('unavailable', { status: answer.status });
    const disposition = answer.headers.get('content-disposition');
    if (!disposition?.startsWith('attachment')) return fail('nonsense', { status: answer.status });
    return ok({ name: fileNameIn(disposition), bytes: await bytesWithin(silence, answer) });
  } catch {
    return fail(silence.signal.aborted ? 'timeout' : 'offline');
  } finally {
    silence.clear();
  }
}

/** RFC 6266: `filename*` (RFC 8187) before the plain one. */
function fileNameIn(disposition: string): string {
  const full = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  const plain = /filename="([^"]*)"/i.exec(disposition)?.[1] ?? '';
  try {
    return full ? decodeURIComponent(full) : plain;
  } catch {
    return plain;
  }
}
