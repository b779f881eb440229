import { useRouterState } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { isOfferDue, noteUseful, noteVisit } from '../offers-note.ts';
import { InstallHint } from './install-hint.tsx';
import { PasskeyOffer } from './passkey-offer.tsx';

/** Showing a health card counts as useful. */
const HEALTH_CARD_PATH = /^\/app\/carnet\//;

/**
 * Offers above home: a passkey (D56), then the installation (D65). One is shown at a time, and none after an answer in the
 * same visit.
 */
export function Offers() {
  const [answered, setAnswered] = useState(false);
  const [passkey] = useState(openVisit);
  const pathname = useRouterState({ select: ({ location }) => location.pathname });
  useEffect(() => {
    if (HEALTH_CARD_PATH.test(pathname)) noteUseful();
  }, [pathname]);
  if (answered || pathname.replace(/\/$/, '') !== '/app') return null;
  const answer = () => setAnswered(true);
  const install = <InstallHint onAnswer={answer} />;
  return passkey ? <PasskeyOffer onAnswer={answer} otherwise={install} /> : install;
}

/** Notes the visit. Returns whether to offer a passkey. */
function openVisit(): boolean {
  noteVisit(Date.now());
  return isOfferDue();
}
