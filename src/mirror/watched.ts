import { nameOf, type Part } from './plan.ts';

/** The parts that are on screen, as often as screens show them. */
export function createWatched() {
  const shown = new Map<string, { part: Part; screens: number; readers: number }>();
  return {
    names: () => new Set(shown.keys()),
    /** Whether a screen shows all of it, and not only a summary of what is recent. */
    isRead: (name: string) => (shown.get(name)?.readers ?? 0) > 0,
    parts: () => [...shown.values()].map(({ part }) => part),
    /** @returns how to stop */
    watch(part: Part, reads: boolean): () => void {
      const name = nameOf(part);
      const count = (by: 1 | -1) => {
        const { screens, readers } = shown.get(name) ?? { screens: 0, readers: 0 };
        if (screens + by === 0) shown.delete(name);
        else shown.set(name, { part, screens: screens + by, readers: readers + (reads ? by : 0) });
      };
      count(1);
      return () => count(-1);
    },
  };
}

export type Watched = ReturnType<typeof createWatched>;
