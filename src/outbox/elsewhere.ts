import type { DraftRow } from '#database/rows.ts';
import { FORM_PART } from './draft-rows.ts';

/**
 * What another tab did with a draft that this page has in hand.
 * - gone: it handed the draft in or discarded it; later writes of this page stay in memory
 * - changed: it wrote the form too; the last write stays
 */
export type Elsewhere = 'gone' | 'changed';

/** How many of this page's latest writes of one draft are remembered. Older ones have been overwritten on the device. */
const MAX_OWN_SEALS = 8;

/** Tells this page's writes of its drafts from those of other tabs, so that one draft is sent only once. */
export function createElsewhere(changed: () => void) {
  /** The id of each draft in hand, by name. After a sign-in with another password the same form has another id. */
  const held = new Map<string, string>();
  /** The same of those that this page has read, and of which nothing was there yet. */
  const none = new Map<string, string>();
  const news = new Map<string, Elsewhere>();
  const seals = new Map<string, string[]>();
  /** Of which drafts the customer read, as they sent them, that they are gone. */
  const told = new Set<string>();

  function note(name: string, what: Elsewhere): void {
    // 'gone' stays, even when the other tab begins another draft under the name.
    if (news.get(name) === what || news.get(name) === 'gone') return;
    news.set(name, what);
    changed();
  }
  function learn(name: string, row: DraftRow): void {
    if (row.part === FORM_PART) seals.set(name, [...(seals.get(name) ?? []), sealOf(row)].slice(-MAX_OWN_SEALS));
  }

  return {
    of: (name: string): Elsewhere | null => news.get(name) ?? null,
    isTold: (name: string): boolean => told.has(name),
    tell: (name: string): void => void told.add(name),
    isHeld: (name: string): boolean => held.has(name),
    /** Whether it is as this page knows it, by the id that it has on the device and whether anything is there. */
    isAsRead: (name: string, id: string, isThere: boolean): boolean =>
      isThere ? held.get(name) === id : none.get(name) === id && !held.has(name),
    hold: (name: string, id: string): void => void held.set(name, id),
    /** Called before each write, so that the row counts as ours when it appears on the device. */
    wrote: learn,
    /** This page has read the draft again and shows what the device holds. */
    read(name: string, id: string, onDevice: readonly DraftRow[]): void {
      const [isNow, isNot] = onDevice.length > 0 ? [held, none] : [none, held];
      isNow.set(name, id);
      isNot.delete(name);
      for (const row of onDevice) learn(name, row);
      told.delete(name);
      if (news.delete(name)) changed();
    },
    /** Whether a write of this page comes too late. `rows` counts what the draft has under this id. */
    isTaken(name: string, id: string, rows: number): boolean {
      // After a sign-in with another password, the form under the new id was never here.
      if (held.has(name) && held.get(name) !== id) this.release(name);
      if (held.has(name) && rows === 0) note(name, 'gone');
      return news.get(name) === 'gone';
    },
    /** Compares with what is on the device now. */
    see(name: string, rows: number, form: DraftRow | undefined | null): void {
      if (!held.has(name)) return;
      if (rows === 0) note(name, 'gone');
      else if (form && !seals.get(name)?.includes(sealOf(form))) note(name, 'changed');
    },
    release(name: string): void {
      held.delete(name);
      none.delete(name);
      told.delete(name);
      if (news.delete(name)) changed();
    },
  };
}

/** Every sealing has an IV of its own. */
const sealOf = ({ iv }: DraftRow): string => Array.from(iv).join();
