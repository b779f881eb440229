import type { Group } from './group.ts';
import type { Place } from './groups.ts';
import type { Mirrored } from './mirror.ts';

/** How many scopes stay open in memory, so that a 304 causes neither another decryption nor another drawing. */
const MAX_OPEN_SCOPES = 12;

/** The groups that one session opened, in memory. */
export function createOpened() {
  const kept = new Map<string, { revision: string; groups: Group<unknown>[] }>();
  const places = new Map<string, Place>();
  const shown = new Map<string, Mirrored<unknown>>();
  return {
    get: <Row>(scope: string, revision: string) => {
      const found = kept.get(scope);
      return found?.revision === revision ? (found.groups as Group<Row>[]) : null;
    },
    keep: (scope: string, revision: string, groups: Group<unknown>[]) => {
      kept.delete(scope);
      kept.set(scope, { revision, groups });
      const [oldest] = kept.keys();
      if (kept.size <= MAX_OPEN_SCOPES || oldest === undefined) return;
      kept.delete(oldest);
      shown.delete(oldest);
    },
    /** Remembers a place whose scope was computed. */
    keepPlace: (name: string, place: Place) => void places.set(name, place),
    /** A place whose scope was computed in this session. */
    placeOf: (name: string): Place | null => places.get(name) ?? null,
    /** Remembers the last shown state of a scope that is still open. */
    keepShown: (scope: string, mirrored: Mirrored<unknown>) => {
      if (kept.has(scope)) shown.set(scope, mirrored);
      else shown.delete(scope);
    },
    peek: <Row>(name: string): (Mirrored<Row> & { place: Place }) | null => {
      const place = places.get(name);
      const mirrored = place && (shown.get(place.scope) as Mirrored<Row> | undefined);
      return place && mirrored ? { place, ...mirrored } : null;
    },
  };
}

export type Opened = ReturnType<typeof createOpened>;
