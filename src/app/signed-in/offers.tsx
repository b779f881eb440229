import { useRouterState } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { noteUseful, noteVisit } from '../install-note.ts';
import { isOfferDue } from '../unlocked-once.ts';
import { InstallHint } from './install-hint.tsx';
import { PasskeyOffer } from './passkey-offer.tsx';

/** A card that was shown, perhaps at a counter. */
const CARD = /^\/app\/carnet\//;

/** Offered above home, one thing at a time and after an answer nothing more in this visit: a passkey (D56), then to install (D65). */
export function Offers() {
  const [answered, setAnswered] = useState(false);
  const [passkey] = useState(openVisit);
  const pathname = useRouterState({ select: ({ location }) => location.pathname });
  useEffect(() => {
    if (CARD.test(pathname)) noteUseful();
  }, [pathname]);
  if (answered || pathname.replace(/\/$/, '') !== '/app') return null;
  const answer = () => setAnswered(true);
  const install = <InstallHint onAnswer={answer} />;
  return passkey ? <PasskeyOffer onAnswer={answer} otherwise={install} /> : install;
}

/** Notes the visit before anything is offered in it. Returns whether a passkey is to be offered. */
function openVisit(): boolean {
  noteVisit(Date.now());
  return isOfferDue();
}
