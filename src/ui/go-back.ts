import { useRouter } from '@tanstack/react-router';
import { ignoreSecondPress } from './second-press.ts';

/** The way back: where the customer came from; home when the screen was opened by its address. */
export function useGoBack(): () => void {
  const router = useRouter();
  return () => {
    // The screen before has its own way back at the same place.
    ignoreSecondPress();
    if (router.history.canGoBack()) return router.history.back();
    void router.navigate({ to: '/app', replace: true });
  };
}
