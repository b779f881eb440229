import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { listsOfCountry } from '#countries/load-lists.ts';
import { countryOf } from '#countries/register.ts';
import { stepAt } from '#rules/wizard.ts';
import { LoadingState } from '#ui/states.tsx';
import { useLists, useRegistration } from './hooks.ts';
import { Loader } from './loader.tsx';
import { ResumeOffer } from './resume-offer.tsx';
import { StepScreen } from './step-screen.tsx';
import { words } from './words.ts';

/** V2.14, V9.1: how long the country's picture stands before the steps, in milliseconds. */
const LOADER_MS = 3500;

/** The registration wizard: the loader, then one step at a time (V2.15). */
export function WizardScreen() {
  const { view } = useRegistration();
  const navigate = useNavigate();
  const country = view.country ? countryOf(view.country) : undefined;
  // Everything the country chooses from is fetched while its picture is shown.
  const inHand = useLists(country ? listsOfCountry(country) : []);
  const loaded = useLoader(view.state === 'under way' && country !== undefined);
  const lost = view.state === 'none' || (view.state === 'under way' && !country);

  const leave = useEffectEvent(() => void navigate({ to: '/registro/residencia', replace: true }));
  useEffect(() => {
    if (lost) leave();
  }, [lost]);
  useEffect(() => {
    // V2.16
    if (view.tab !== '') window.scrollTo(0, 0);
  }, [view.tab]);

  if (view.state === 'offered') return <ResumeOffer />;
  if (!country || view.state !== 'under way') return <LoadingState text={words.working} />;
  const step = stepAt(country, view.tab);
  if (!loaded || !step) return <Loader country={country} />;
  return <StepScreen key={`${country.name} ${step.id}`} country={country} step={step} inHand={inHand} />;
}

function useLoader(begun: boolean): boolean {
  const [over, setOver] = useState(false);
  useEffect(() => {
    if (!begun) return;
    const timer = setTimeout(() => setOver(true), LOADER_MS);
    return () => clearTimeout(timer);
  }, [begun]);
  return over;
}
