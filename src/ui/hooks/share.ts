import { handOver } from './hand-over.ts';

/** Whether the system's share sheet takes files of this media type. */
export const canShare = (type: string): boolean =>
  navigator.canShare?.({ files: [new File([''], 'archivo', { type })] }) === true;

/**
 * Offers a file on the system's share sheet, or saves it where there is none that takes it. Closing the sheet is no error.
 *
 * @throws when the sheet cannot be opened
 */
export async function share(file: File, title: string): Promise<void> {
  const sheet = { files: [file], title };
  if (!navigator.canShare?.(sheet)) return handOver(file);
  await navigator.share(sheet).catch((error: unknown) => {
    if (!(error instanceof DOMException && error.name === 'AbortError')) throw error;
  });
}
