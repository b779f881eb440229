import { screens } from '#rules/screens.ts';
import { device } from './device.ts';

/** Keeps files that were opened with Amparo, locked or not, and leads to where they are asked about. */
export async function keepLaunched(handles: readonly Pick<FileSystemFileHandle, 'getFile'>[]): Promise<void> {
  const { received } = device();
  for (const handle of handles) {
    // One that is gone by now cannot be told apart from one that may not be read: neither is here.
    const file = await handle.getFile().catch(() => null);
    if (file) await received.take(file);
  }
  window.location.hash = screens.received.slice(1);
}
