/** Key in local storage: to whom it was told last that everything is on this device. The value is the name of a customer's rows. */
const KEY = 'amparo-todo-aqui';

export function wasTold(owner: string): boolean {
  try {
    return localStorage.getItem(KEY) === owner;
  } catch {
    // Without storage it is not told, because it would come at each visit.
    return true;
  }
}

export function noteTold(owner: string): void {
  try {
    localStorage.setItem(KEY, owner);
  } catch {
    // The browser keeps nothing; `wasTold` says so.
  }
}
