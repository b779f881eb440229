import { RouterProvider } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { createAppRouter } from './router.tsx';

/** The router's tree with its first match loaded, so that it paints at once. */
export async function createAppTree(): Promise<ReactNode> {
  const router = createAppRouter();
  await router.load();
  return <RouterProvider router={router} />;
}
