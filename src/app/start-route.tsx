import { useNavigate } from '@tanstack/react-router';
import { Start } from './start.tsx';

/** The start screen inside the router: after a logout, a lock, or at an address nobody knows. */
export function StartRoute() {
  const navigate = useNavigate();
  return <Start go={(href) => navigate({ href })} />;
}
