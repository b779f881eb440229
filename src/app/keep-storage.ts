import { keepStorage } from '#database/storage.ts';

/** Where it stands that this device was asked; the value holds nothing personal. */
const ASKED = 'amparo-conservar';

/**
 * Asks the browser to keep what is stored, once a device, and once more when the app is installed: Firefox asks the customer in
 * turn, and most browsers say yes to an installed app by themselves.
 */
export async function keepStorageOnce(): Promise<boolean> {
  return askedBefore(matchMedia('(display-mode: standalone)').matches ? 'installed' : 'page') ? false : keepStorage();
}

/** Whether it was asked in this way; noted from now on. Where no note is kept nothing is asked: it would be again and again. */
function askedBefore(as: 'installed' | 'page'): boolean {
  try {
    const before = localStorage.getItem(ASKED);
    if (before === as || before === 'installed') return true;
    localStorage.setItem(ASKED, as);
    return false;
  } catch {
    return true;
  }
}
