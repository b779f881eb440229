import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';

/**
 * The last location that belongs to this screen. During a navigation the router already reports the next screen's location
 * before this screen unmounts. Without this hook the screen would take the other's state for its own.
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
