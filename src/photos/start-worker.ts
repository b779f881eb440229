import photoWorkerAddress from './photo.worker.ts?worker&url';

/**
 * Starts the photo worker. `trust` turns the address into what Trusted Types ask for; the app owns the one policy.
 */
export function startPhotoWorker(trust: (address: string) => string | URL): Worker {
  return new Worker(trust(photoWorkerAddress), { type: 'module', name: 'photos' });
}
