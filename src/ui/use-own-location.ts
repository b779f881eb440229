import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';

/**
 * The location while it is the screen's own. On the way to another screen the router names that one first and takes this one
 * away a moment later; until then the screen goes on with what it had, or it would take the other's state for its own.
 *
 * @param under the beginning of the screen's path, unencoded
 */
export function useOwnLocation(under: string): ReturnType<typeof useLocation> {
  const location = useLocation();
  const [own, setOwn] = useState(location);
  const isOwn = decoded(location.pathname).startsWith(under);
  if (isOwn && own !== location) setOwn(location);
  return isOwn ? location : own;
}

function decoded(pathname: string): string {
  try {
    return decodeURI(pathname);
  } catch {
    return pathname;
  }
}
