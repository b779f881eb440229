import type { PrecacheController } from 'workbox-precaching';
import type { Listed } from './filling.ts';
import { isAsset } from './previous-assets.ts';

/** Static routing (WICG), which TypeScript's library lacks. */
interface Condition {
  urlPattern?: string;
  or?: Condition[];
}
interface RouterRule {
  condition: Condition;
  source: 'network' | { cacheName: string };
}
export interface RoutingInstallEvent extends ExtendableEvent {
  addRoutes?(rules: RouterRule[]): Promise<void>;
}

/**
 * Tells a browser with static routing which requests need no worker. Calls go to the network. The hashed files of this version
 * come straight from their cache, or from the network when they are missing there.
 */
export async function route(
  event: RoutingInstallEvent,
  calls: readonly string[],
  precache: PrecacheController,
  listed: readonly Listed[],
): Promise<void> {
  const add = async (rules: RouterRule[]) => {
    // A browser that does not know these rules asks the worker as usual.
    await event.addRoutes?.(rules).catch(() => undefined);
  };
  await add(calls.map((base) => ({ condition: { urlPattern: `${base}/*` }, source: 'network' })));
  const assets = listed.map(({ url }) => new URL(url, location.href)).filter(isAsset);
  if (assets.length === 0) return;
  await add([
    {
      condition: { or: assets.map(({ pathname }) => ({ urlPattern: pathname })) },
      source: { cacheName: precache.strategy.cacheName },
    },
  ]);
}
