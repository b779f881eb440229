import { useState } from 'react';
import { LiveRegion } from '#ui/states/live-region.tsx';

/** Tells a screen reader which policy is in front once another one was chosen, since what follows is then about that one. */
export function PolicyInFront({ policyId, text }: { policyId: string; text: string }) {
  const [first] = useState(policyId);
  const [moved, setMoved] = useState(false);
  if (!moved && policyId !== first) setMoved(true);
  return <LiveRegion passing>{moved && <span className="visually-hidden">{text}</span>}</LiveRegion>;
}
