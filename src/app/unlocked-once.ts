/** Whether the offer of a passkey is due on this device, or was answered; the value holds nothing personal. */
const KEY = 'amparo-huella';

/** To be called when somebody unlocked by password: from now on they know what a passkey would spare them. */
export function noteUnlock(): void {
  if (offerState() === null) put('due');
}

/** The offer was taken or put aside: it is not made again. */
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
    // Where no note is kept nothing is offered: it would be again and again.
  }
}
