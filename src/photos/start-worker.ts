import photoWorkerAddress from './photo.worker.ts?worker&url';

/** Starts the photo worker. `trust` converts the address for Trusted Types; the app owns the only policy. */
export function startPhotoWorker(trust: (address: string) => string | URL): Worker {
  return new Worker(trust(photoWorkerAddress), { type: 'module', name: 'photos' });
}
