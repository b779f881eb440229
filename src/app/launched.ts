import { addresses } from '#rules/screens.ts';
import { device } from './device.ts';

/**
 * Stores files that were opened with Amparo, even while locked, and opens the screen that asks what to do with them. It also
 * tells how many could not be stored: missing, unreadable, of another kind, or without room.
 *
 * @param isAgain that screen was opened before; who has left it since is not led there
 */
export async function keepLaunched(
  handles: readonly Pick<FileSystemFileHandle, 'getFile'>[],
  isAgain = false,
): Promise<void> {
  const { received } = device();
  let lost = 0;
  for (const handle of handles) {
    const file = await handle.getFile().catch(() => null);
    if (!file || !(await received.take(file))) lost += 1;
  }
  if (isAgain && !window.location.hash.startsWith(`#${addresses.received}`)) return;
  window.location.hash = `${addresses.received}${lost > 0 ? `?perdidos=${lost}` : ''}`;
}
