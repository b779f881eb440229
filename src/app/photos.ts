import { createPhotoClient } from '#photos/client.ts';
import { startPhotoWorker } from '#photos/start-worker.ts';
import { trustedScript } from './trusted-types.ts';

/** The page's only photo client. Its worker starts with the first photo. */
export const photos = createPhotoClient({ startWorker: () => startPhotoWorker(trustedScript) });
