import { useRouter } from '@tanstack/react-router';
import { ignoreSecondPress } from './second-press.ts';

/** Goes back to where the customer came from, or home when the screen was opened by its address. */
export function useGoBack(): () => void {
  const router = useRouter();
  return () => {
    // The previous screen has its own back button at the same place.
    ignoreSecondPress();
    if (router.history.canGoBack()) return router.history.back();
    void router.navigate({ to: '/app', replace: true });
  };
}
