import { fail, ok, type Result } from '#contract/result.ts';

export interface FetchedFile {
  /** As the server calls it; '' when it does not say. */
  name: string;
  bytes: ArrayBuffer;
}

/**
 * Reads a file of our own origin by its signed address, which is good once and carries the right to read it (D48): no token
 * goes along. Problems: 'offline', 'not-found' (used or too old), 'unavailable', 'nonsense' (a page instead of a file).
 */
export async function fetchFile(address: string, send: typeof fetch): Promise<Result<FetchedFile>> {
  try {
    const answer = await send(address, { cache: 'no-store', credentials: 'omit', redirect: 'error' });
    if (answer.status === 404 || answer.status === 410) return fail('not-found', { status: answer.status });
    if (!answer.ok) return fail('unavailable', { status: answer.status });
    const disposition = answer.headers.get('content-disposition');
    if (!disposition?.startsWith('attachment')) return fail('nonsense', { status: answer.status });
    return ok({ name: fileNameIn(disposition), bytes: await answer.arrayBuffer() });
  } catch {
    return fail('offline');
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
