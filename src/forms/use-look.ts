import { useEffect, useState } from 'react';
import type { PhotoClient } from '#photos/client.ts';
import type { Look } from '#photos/look.ts';
import { untilCleanup } from '#ui/hooks/until-cleanup.ts';

/** How well the prepared photo can be read; null until it is examined, and where that is impossible. */
export function useLook(photos: PhotoClient, bytes: ArrayBuffer | null): Look | null {
  const [seen, setSeen] = useState<{ of: ArrayBuffer; look: Look | null } | null>(null);
  useEffect(() => {
    if (!bytes) return;
    return untilCleanup((isCurrent) => {
      void photos.look(bytes).then((look) => isCurrent() && setSeen({ of: bytes, look }));
    });
  }, [photos, bytes]);
  return seen && seen.of === bytes ? seen.look : null;
}
