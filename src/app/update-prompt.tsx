import { useRouter, useRouterState } from '@tanstack/react-router';
import { VersionNotices } from './version-notices.tsx';

/** What is to be said of versions at the router's address. */
export function UpdatePrompt() {
  const router = useRouter();
  useRouterState({ select: (state) => state.location.pathname });
  return <VersionNotices address={() => router.state.location.pathname} />;
}
