import { MINUTE_MS } from '#contract/age.ts';
import { bytesWithin } from '#ports/body.ts';
import { limited } from '#ports/limit.ts';
import { isLost } from './whole-file.ts';

/**
 * What reads an invoice: a screen's part, a worker and its WebAssembly, a third of a megabyte on the line. Only who attaches an
 * invoice needs it, so the first one brings it, and it stays on the device from then on. So does what draws the code that a desk
 * shows to a phone.
 */
const CACHE = 'amparo-on-demand';

/** How long no byte may arrive. Who asks again would else wait for what a line that died without a word has begun. */
const SILENCE_MS = MINUTE_MS;

/** Their names without hash and ending. The build leaves them out of what every device gets (vite.config.ts). */
export const onDemand = ['paper', 'paper.worker', 'zxing_reader', 'qr'];

/** The name of such a file without its hash. */
function stem({ pathname }: URL): string | undefined {
  const [, name = '', ending] = /^\/assets\/([\w.]+)-[\w-]+(\.\w+)$/.exec(pathname) ?? [];
  return onDemand.includes(name) ? `${name}${ending}` : undefined;
}

export const isOnDemand = (url: URL): boolean => stem(url) !== undefined;

/** The file from the device, or from the network, and then kept. @throws without a connection */
export async function bringOnDemand(caches: CacheStorage, request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  const held = await cache.match(request.url, { ignoreVary: true });
  return held ?? bring(cache, request);
}

/** Brings again each file whose stored bytes are lost. @throws when one does not come */
export async function mendOnDemand(caches: CacheStorage): Promise<void> {
  const cache = await caches.open(CACHE);
  for (const request of await cache.keys()) if (await isLost(cache, request.url)) await bring(cache, request);
}

async function bring(cache: Cache, request: Request): Promise<Response> {
  const silence = limited(undefined, SILENCE_MS);
  try {
    const answer = await silence.race(fetch(request, { signal: silence.signal }));
    if (answer.ok && !answer.redirected && !isPage(answer)) {
      const kept = keep(cache, new URL(request.url), answer.clone());
      // A full disk: the file is used now, and brought again next time.
      await Promise.all([kept.catch(() => undefined), bytesWithin(silence, answer.clone())]);
    }
    return answer;
  } finally {
    silence.clear();
  }
}

/** A network that asks for a sign-in answers everything with its page, which would then stand for the file for good. */
const isPage = ({ headers }: Response): boolean => headers.get('content-type')?.startsWith('text/html') === true;

async function keep(cache: Cache, url: URL, copy: Response): Promise<void> {
  // As in filling.ts: lost bytes go first.
  await cache.delete(url.href, { ignoreVary: true });
  await cache.put(url.href, copy);
}

/** Deletes the files that later ones replaced. Only once no page of their version is open: it would ask for them (F20, F37). */
export async function forgetReplaced(caches: CacheStorage): Promise<void> {
  if (!(await caches.has(CACHE))) return;
  const cache = await caches.open(CACHE);
  // In the order in which they came.
  const newest = new Map((await cache.keys()).map(({ url }) => [stem(new URL(url)), url]));
  for (const { url } of await cache.keys())
    if (newest.get(stem(new URL(url))) !== url) await cache.delete(url, { ignoreVary: true });
}
