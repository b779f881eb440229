import { screens } from '#rules/screens.ts';
import { device } from './device.ts';

/** Stores files that were opened with Amparo, even while locked, and opens the screen that asks what to do with them. */
export async function keepLaunched(handles: readonly Pick<FileSystemFileHandle, 'getFile'>[]): Promise<void> {
  const { received } = device();
  for (const handle of handles) {
    // A file that is gone or may not be read is skipped.
    const file = await handle.getFile().catch(() => null);
    if (file) await received.take(file);
  }
  window.location.hash = screens.received.slice(1);
}
