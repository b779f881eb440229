import '#ui/base/shapes-inside.css';
import { RouterProvider } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { createAppRouter } from './router.tsx';

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
  return <RouterProvider router={router} />;
}
