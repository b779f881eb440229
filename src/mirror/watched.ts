import { nameOf, type Part } from './plan.ts';

/** The parts that are on screen, as often as screens show them. */
export function createWatched() {
  const shown = new Map<string, { part: Part; screens: number }>();
  return {
    names: () => new Set(shown.keys()),
    parts: () => [...shown.values()].map(({ part }) => part),
    /** @returns how to stop */
    watch(part: Part): () => void {
      const name = nameOf(part);
      shown.set(name, { part, screens: (shown.get(name)?.screens ?? 0) + 1 });
      return () => {
        const left = (shown.get(name)?.screens ?? 1) - 1;
        if (left === 0) shown.delete(name);
        else shown.set(name, { part, screens: left });
      };
    },
  };
}
