import { noted, putNote } from '#senses/device-note.ts';

/** Stands in the note behind the name of the customer's rows, until the customer has answered. */
const SEEN = 'visto';

/** 'seen': it was shown that everything is on this device. 'told': the customer has also answered. */
export type Telling = 'none' | 'seen' | 'told';

/** What this customer was told of that everything is on this device. */
export function tellingOf(owner: string): Telling {
  const note = noted('todo-aqui');
  // Without storage it is not told, because it would come at each visit.
  if (note === null) return 'told';
  const [who, how] = String(note).split(' ');
  if (who !== owner) return 'none';
  return how === SEEN ? 'seen' : 'told';
}

export const noteTelling = (owner: string, telling: 'seen' | 'told'): boolean =>
  putNote('todo-aqui', telling === 'seen' ? `${owner} ${SEEN}` : owner);
