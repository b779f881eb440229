import { MINUTE_MS } from '#contract/age.ts';
import { limited } from '#ports/limit.ts';

/**
 * How long a file may take; the slowest line brings the largest. A line may die without a word, and who asks later would wait for
 * the same download. Silence cannot be told: a browser that checks a file's hash answers once it is whole.
 */
const WHOLE_MS = 10 * MINUTE_MS;

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
  const asked = async (cache: RequestCache): Promise<Response> => {
    const { race, signal, clear } = limited(undefined, WHOLE_MS);
    return race(ask({ cache, signal })).finally(clear);
  };
  const response = await asked(first).catch(() => asked('reload'));
  if (!response.ok || response.redirected) throw new Error(`${url} answered ${response.status}`);
  return response;
}
