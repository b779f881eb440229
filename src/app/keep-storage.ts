import { keepStorage } from '#database/storage.ts';
import { isInstalled } from '#ui/hooks/installed.ts';

/** Key of the note that this device was asked. Its value holds nothing personal. */
const ASKED = 'amparo-conservar';

/**
 * Asks the browser once per device to keep its storage, and once more when the app is installed. Firefox asks the customer in
 * turn. Most browsers grant it to an installed app without asking.
 */
export async function keepStorageOnce(): Promise<boolean> {
  return askedBefore(isInstalled() ? 'installed' : 'page') ? false : keepStorage();
}

/**
 * Whether the browser was asked in this way before; notes it. True where nothing can be stored, so that not each start asks
 * again.
 */
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
