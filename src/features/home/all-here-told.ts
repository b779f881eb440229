/** Key in local storage. Its value is the name of a customer's rows, and behind a blank `SEEN` until the customer has answered. */
const KEY = 'amparo-todo-aqui';
const SEEN = 'visto';

/** 'seen': it was shown that everything is on this device. 'told': the customer has also answered. */
export type Telling = 'none' | 'seen' | 'told';

/** What this customer was told of that everything is on this device. */
export function tellingOf(owner: string): Telling {
  try {
    const [who, how] = (localStorage.getItem(KEY) ?? '').split(' ');
    if (who !== owner) return 'none';
    return how === SEEN ? 'seen' : 'told';
  } catch {
    // Without storage it is not told, because it would come at each visit.
    return 'told';
  }
}

export function noteTelling(owner: string, telling: 'seen' | 'told'): void {
  try {
    localStorage.setItem(KEY, telling === 'seen' ? `${owner} ${SEEN}` : owner);
  } catch {
    // The browser keeps nothing; `tellingOf` says so.
  }
}
