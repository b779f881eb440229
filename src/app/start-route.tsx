import { useNavigate } from '@tanstack/react-router';
import { Start } from './start.tsx';

/** The start screen inside the router: after a sign-out or a lock, or at an unknown address. */
export function StartRoute() {
  const navigate = useNavigate();
  // Replaces this entry, so that the history after a lock is the same as before it.
  return <Start go={({ href, state }) => navigate({ href, state, replace: true })} />;
}
