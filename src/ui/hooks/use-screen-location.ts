import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';

/**
 * The last location that belongs to this screen. During a navigation the router already reports the next screen's location
 * before this screen unmounts. Without this hook the screen would take the other's state for its own.
 *
 * @param under the beginning of the screen's path, unencoded
 */
export function useScreenLocation(under: string): ReturnType<typeof useLocation> {
  const location = useLocation();
  const [last, setLast] = useState(location);
  const isHere = decoded(location.pathname).startsWith(under);
  if (isHere && last !== location) setLast(location);
  return isHere ? location : last;
}

function decoded(pathname: string): string {
  try {
    return decodeURI(pathname);
  } catch {
    return pathname;
  }
}
