import { useNavigate } from '@tanstack/react-router';
import { Start } from './start.tsx';

/** The start screen inside the router: after a logout, a lock, or at an address nobody knows. */
export function StartRoute() {
  const navigate = useNavigate();
  // In the place of this entry: after a lock the history is then what it was before it, step by step.
  return <Start go={({ href, state }) => navigate({ href, state, replace: true })} />;
}
