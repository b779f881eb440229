import type { RouteComponent } from '@tanstack/react-router';
import { lazyScreen } from './lazy-screen.ts';

/** Home, as the layout of the signed-in area draws it (signed-in/kept-home.tsx). */
export const HomeScreen = lazyScreen(() => import('#features/home/home-screen.tsx'), 'HomeScreen');

/** What home's route draws itself: nothing. It brings home's code as any route does. */
export const HomeRoute: RouteComponent = Object.assign(() => null, {
  preload: async () => void (await HomeScreen.preload?.()),
});

/** Whether home is still drawn as it was left, so that nothing has to be read before it is shown. */
export const keptHome = { is: false };
