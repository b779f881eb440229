import { useRouter } from '@tanstack/react-router';

/** Goes back to where the customer came from, or home when the screen was opened by its address. */
export function useGoBack(): () => void {
  const router = useRouter();
  return () => {
    if (router.history.canGoBack()) return router.history.back();
    void router.navigate({ to: '/app', replace: true });
  };
}
