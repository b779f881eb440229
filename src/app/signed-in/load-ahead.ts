import type { AnyRouter } from '@tanstack/react-router';
import { addresses } from '#rules/screens.ts';
import { storedParts } from '#screens/ask-stored.ts';
import { whenIdle } from './when-idle.ts';

/** Where home leads to most. Screens that share a file with one of them come with it (tools/build/groups.ts). */
const nextScreens = [addresses.payments, addresses.refunds, addresses.settings, addresses.newRefund] as const;

/** A page that is never idle loads nothing ahead for so long. */
const MOST_MS = 10_000;

/**
 * Loads the code that the next press needs while the customer reads home, a file at a time. It begins once every file is on the
 * device, so it costs no data. Returns a function that ends it.
 */
export function loadAhead({
  routesByPath,
  loadRouteChunk,
}: Pick<AnyRouter, 'routesByPath' | 'loadRouteChunk'>): () => void {
  let isOver = false;
  let hasBegun = false;
  const loads = [
    () => import('#features/home/policy-list-dialog.tsx'),
    ...nextScreens.map((address) => () => loadRouteChunk(routesByPath[address])),
  ];
  const begin = async () => {
    const parts = storedParts.now();
    if (hasBegun || !parts || parts.stored < parts.all) return;
    hasBegun = true;
    for (const load of loads) {
      await whenIdle(MOST_MS);
      if (isOver) return;
      // The screen itself tells of a file that does not come.
      await Promise.resolve(load()).catch(() => undefined);
    }
  };
  const stop = storedParts.subscribe(() => void begin());
  void begin();
  return () => {
    isOver = true;
    stop();
  };
}
