import { useEffect, useSyncExternalStore } from 'react';
import type { Progress, Rest } from '#mirror/plan.ts';
import { timeAgo } from '#rules/dates.ts';
import { dotted } from '#rules/joined.ts';
import { askStored, type StoredParts, storedParts } from './ask-stored.ts';

/**
 * Lets the worker fetch the missing files, and tells what this page last heard of them; null before the first answer. Where none
 * comes the page goes on asking (app/worker.ts).
 *
 * @param wanted false while nobody needs to know
 */
export function useStoredParts(wanted = true): StoredParts | null {
  useEffect(() => {
    const workers = wanted ? navigator.serviceWorker : undefined;
    const ask = (worker: ServiceWorker | null) => void (worker && askStored(worker));
    // At the first visit it has yet to start. Without one at all, nothing is claimed.
    if (workers?.controller) ask(workers.controller);
    else void workers?.ready?.then(({ active }) => ask(active));
  }, [wanted]);
  return useSyncExternalStore(storedParts.subscribe, storedParts.now, () => null);
}

/**
 * What opens without a connection (D70): all of it and how old it is, or how much is missing. It claims all only when every file of
 * the app and every part of the customer's is here.
 *
 * @param rest what is done about what is missing; undefined while nothing can be
 */
export function partsText(
  { stored, all }: StoredParts,
  { parts, here, oldestAt, complete, recent }: Progress,
  now: Date,
  rest?: Rest,
): string {
  if (stored === all) {
    if (oldestAt === null || !(complete || recent))
      return dotted(`${here} de ${parts} partes`, rest && restWords[rest]);
    const what = complete ? ALL_HERE : 'Los dos últimos años están aquí';
    return `${what}, al día ${timeAgo(new Date(oldestAt), now)}`;
  }
  const missing = all - stored;
  return missing === 1 ? 'Falta 1 parte por descargar' : `Faltan ${missing} de ${all} partes por descargar`;
}

export const ALL_HERE = 'Todo está aquí';

export const restWords: Record<Rest, string> = {
  coming: 'trayendo el resto',
  spared: 'ahorras datos',
  full: 'no hay espacio para más',
  later: 'lo demás no llegó',
};
