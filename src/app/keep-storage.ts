import { keepStorage } from '#database/storage.ts';
import { noted, putNote } from '#senses/device-note.ts';
import { isInstalled } from '#ui/hooks/installed.ts';

/**
 * Asks the browser once per device to keep its storage, and once more when the app is installed. Firefox asks the customer in
 * turn. Most browsers grant it to an installed app without asking. Where nothing can be noted it is not asked, since each start
 * would ask again.
 */
export async function keepStorageOnce(): Promise<boolean> {
  const as = isInstalled() ? 'installed' : 'page';
  const before = noted('conservar');
  if (before === as || before === 'installed') return false;
  return putNote('conservar', as) && keepStorage();
}
