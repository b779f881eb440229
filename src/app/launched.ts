import { type Loss, lostSearch } from '#outbox/losses.ts';
import { addresses } from '#rules/screens.ts';
import { device } from './device.ts';

/**
 * Stores files that were opened with Amparo, even while locked, and opens the screen that asks what to do with them. It also
 * tells how many could not be stored, and why.
 *
 * @param isAgain that screen was opened before; who has left it since is not led there
 */
export async function keepLaunched(
  handles: readonly Pick<FileSystemFileHandle, 'getFile'>[],
  isAgain = false,
): Promise<void> {
  const { received } = device();
  const lost: Loss[] = [];
  for (const handle of handles) {
    const file = await handle.getFile().catch(() => null);
    const kept = file ? await received.take(file) : 'fallo';
    if (kept !== true) lost.push(kept);
  }
  if (isAgain && !window.location.hash.startsWith(`#${addresses.received}`)) return;
  window.location.hash = `${addresses.received}${lostSearch(lost)}`;
}
