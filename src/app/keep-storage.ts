import { keepStorage } from '#database/storage.ts';
import { isInstalled } from '#ui/installed.ts';

/** Key of the note that this device was asked. Its value holds nothing personal. */
const ASKED = 'amparo-conservar';

/**
 * Asks the browser once per device to keep its storage, and once more when the app is installed. Firefox asks the customer in
 * turn. Most browsers grant it to an installed app without asking.
 */
export async function keepStorageOnce(): Promise<boolean> {
  return askedBefore(isInstalled() ? 'installed' : 'page') ? false : keepStorage();
}

/** Whether it was asked in this way; notes it. True where no note can be stored, or each start would ask again. */
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
