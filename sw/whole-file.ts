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
  ask: (mode: RequestCache) => Promise<Response>,
): Promise<Response> {
  const response = await ask(first).catch(() => ask('reload'));
  if (!response.ok || response.redirected) throw new Error(`${url} answered ${response.status}`);
  return response;
}
