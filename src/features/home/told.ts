import { noted, putNote } from '#senses/device-note.ts';

/** What home tells once. */
type Told = 'todo-aqui' | 'primeros-pasos';

/** Stands in the note behind the name of a customer, until the customer has answered. */
const SEEN = 'visto';
/** Hardly a device has more customers. */
const MAX_NAMES = 12;

/** 'seen': it was shown. 'told': the customer has also answered. */
export type ToldSoFar = 'none' | 'seen' | 'told';

/** How far a customer was told. @param name what the customer is called on this device */
export function toldSoFar(what: Told, name: string): ToldSoFar {
  const note = noted(what);
  // Without storage it is not told, because it would come at each visit.
  if (note === null) return 'told';
  const entry = entriesIn(note).find(([who]) => who === name);
  if (!entry) return 'none';
  return entry[1] === SEEN ? 'seen' : 'told';
}

/** Whether it may have to be told to some customer of this device. */
export const mayBeTold = (what: Told): boolean => {
  const note = noted(what);
  return note === undefined || (note !== null && entriesIn(note).some(([, how]) => how === SEEN));
};

/** What another tab was answered meanwhile stays answered. */
export function noteTelling(what: Told, name: string, telling: 'seen' | 'told'): void {
  if (telling === 'seen' && toldSoFar(what, name) === 'told') return;
  const others = entriesIn(noted(what)).filter(([who]) => who !== name);
  const all = [[name, ...(telling === 'seen' ? [SEEN] : [])], ...others];
  putNote(
    what,
    all.slice(0, MAX_NAMES).map((entry) => entry.join(' ')),
  );
}

/** One for each customer. */
const entriesIn = (note: unknown): string[][] =>
  (Array.isArray(note) ? note : []).flatMap((entry) => (typeof entry === 'string' ? [entry.split(' ')] : []));
