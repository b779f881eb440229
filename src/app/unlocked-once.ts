/** Key in local storage of the passkey offer's state. The value holds nothing personal. */
const KEY = 'amparo-huella';

/** Call it after an unlock by password: from then on the passkey offer is due. */
export function noteUnlock(): void {
  if (offerState() === null) put('due');
}

/** Notes that the customer answered the offer; it is not made again. */
export const answerOffer = (): void => put('answered');

export const isOfferDue = (): boolean => offerState() === 'due';

function offerState(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return 'answered';
  }
}

function put(state: 'due' | 'answered'): void {
  try {
    localStorage.setItem(KEY, state);
  } catch {
    // Without storage there is no offer, because it would come at each visit.
  }
}
