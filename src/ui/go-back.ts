import { useRouter } from '@tanstack/react-router';

/** The way back: where the customer came from; home when the screen was opened by its address. */
export function useGoBack(): () => void {
  const router = useRouter();
  return () =>
    router.history.canGoBack() ? router.history.back() : void router.navigate({ to: '/app', replace: true });
}
