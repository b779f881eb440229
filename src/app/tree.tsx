import { RouterProvider } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { createAppRouter } from './router.tsx';
import { installWorker } from './service-worker.ts';

/**
 * The router's tree with its first match loaded, so that it paints at once.
 *
 * The provider listens to the address only once it is rendered, and takes what was loaded before as current. An address set
 * in between would be lost, so this listens from the start. The provider then replaces it with the same function.
 */
export async function createAppTree(): Promise<ReactNode> {
  const router = createAppRouter();
  router.history.subscribe(router.load);
  await router.load();
  // The offer of a new version waits for the first screen. The page has already registered the worker.
  setTimeout(() => void installWorker(), 1000);
  return <RouterProvider router={router} />;
}
