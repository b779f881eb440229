import { bytesOf, limited } from '#ports/limit.ts';

/** How long no byte may arrive. A line may die without a word, and who asks later would wait for the same download. */
const SILENCE_MS = 60_000;

/** Whether an entry stands in the cache, and its bytes can no longer be read. */
export const isLost = (cache: Cache, key: string): Promise<boolean> =>
  cache
    .match(key, { ignoreVary: true })
    .then((held) => held?.arrayBuffer())
    .then(
      () => false,
      () => true,
    );

/**
 * Brings a file of the build, whose bytes the browser checks. One damaged on its way may be in the browser's cache for a year,
 * so the retry goes past it.
 *
 * @throws when it does not come
 */
export async function bringWhole(
  url: string,
  first: RequestCache,
  ask: (how: { cache: RequestCache; signal: AbortSignal }) => Promise<Response>,
): Promise<Response> {
  const silence = limited(undefined, SILENCE_MS);
  const { signal } = silence;
  try {
    const response = await silence.race(ask({ cache: first, signal }).catch(() => ask({ cache: 'reload', signal })));
    if (!response.ok || response.redirected) throw new Error(`${url} answered ${response.status}`);
    silence.heard();
    return new Response(await bytesOf(response, silence), response);
  } finally {
    silence.clear();
  }
}
