import type { Database } from '#database/open.ts';
import { onRowsChanged } from '#database/rows-changed.ts';
import { whileOpen } from '#database/while-open.ts';

/** From a press to its form, and no longer: what was read may be another's work by then. */
const AHEAD_MS = 2000;

/** Drafts that are read while their forms are on the way, each for one opening. */
export function createAhead<Read>(db: Database, read: (id: string) => Promise<Read>) {
  const found = whileOpen(db, () => new Map<string, { reading: Promise<Read>; done?: Read }>());

  return {
    /** Never throws: the form reads by itself what cannot be read here. */
    begin(id: string): void {
      const memory = found();
      if (memory.has(id)) return;
      const one: { reading: Promise<Read>; done?: Read } = { reading: read(id) };
      memory.set(id, one);
      const drop = () => {
        stop();
        if (memory.get(id) === one) memory.delete(id);
      };
      // Another tab may begin a draft meanwhile, which a form that opens empty would be kept over (F65).
      const stop = onRowsChanged(drop);
      one.reading.then((done) => Object.assign(one, { done }), drop);
      db.machine.timers.after(AHEAD_MS, drop);
    },
    /** What is being read, or was. Undefined: nothing, or it was locked meanwhile. */
    take(id: string): Promise<Read> | undefined {
      const one = found().get(id);
      found().delete(id);
      return one?.reading;
    },
    /** What was read; undefined while it is not known. */
    takeDone(id: string): Read | undefined {
      const done = found().get(id)?.done;
      if (done !== undefined) found().delete(id);
      return done;
    },
    /** This page changes the draft. */
    forget: (id: string): void => void found().delete(id),
  };
}
