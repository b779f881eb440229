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
  const aside = new Map<string, { revision: string; groups: Group<unknown>[] | null }>();
  return {
    get: <Row>(scope: string, revision: string) => {
      const found = [kept.get(scope), aside.get(scope)].find((one) => one?.revision === revision);
      return (found?.groups ?? null) as Group<Row>[] | null;
    },
    keep: (scope: string, revision: string, groups: Group<unknown>[]) => {
      const [oldest] = putLast(kept, scope, { revision, groups });
      if (oldest !== undefined) shown.delete(oldest);
    },
    /** Remembers a place whose scope was computed. */
    keepPlace: (name: string, place: Place) => void places.set(name, place),
    /** A place whose scope was computed in this session. */
    placeOf: (name: string): Place | null => places.get(name) ?? null,
    /** Remembers the last shown state of a scope that is still open, or whose beginning was read. */
    keepShown: (scope: string, mirrored: Mirrored<unknown>) => {
      if (kept.has(scope) || mirrored.partial) putLast(shown, scope, mirrored);
      else shown.delete(scope);
    },
    /**
     * Remembers a scope that was read for a summary, null for one that was never pulled. Home reads two for each policy, again
     * and again, so any limit below their number would open all of them each time.
     */
    keepAside: (scope: string, revision: string, groups: Group<unknown>[] | null) =>
      void aside.set(scope, { revision, groups }),
    /** Undefined for a place that was not read. */
    peekAside: <Row>(name: string): Group<Row>[] | null | undefined => {
      const place = places.get(name);
      return place && (aside.get(place.scope)?.groups as Group<Row>[] | null | undefined);
    },
    peek: <Row>(name: string): (Mirrored<Row> & { place: Place }) | null => {
      const place = places.get(name);
      const mirrored = place && (shown.get(place.scope) as Mirrored<Row> | undefined);
      if (!place || !mirrored) return null;
      // What is shown stays; what was opened ahead of a press gives way first.
      putLast(shown, place.scope, mirrored);
      const open = kept.get(place.scope);
      if (open) putLast(kept, place.scope, open);
      return { place, ...mirrored };
    },
  };
}

/** Puts it last, and the first out where there are too many. Returns the keys that went. */
function putLast<Value>(map: Map<string, Value>, key: string, value: Value): string[] {
  map.delete(key);
  map.set(key, value);
  const out = [...map.keys()].slice(0, Math.max(0, map.size - MAX_OPEN_SCOPES));
  for (const one of out) map.delete(one);
  return out;
}

export type Opened = ReturnType<typeof createOpened>;
