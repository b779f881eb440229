import { useNavigate } from '@tanstack/react-router';
import { Activity, useDeferredValue, useEffect, useEffectEvent, useState } from 'react';
import { listsOfCountry } from '#countries/load-lists.ts';
import { countryOf } from '#countries/register.ts';
import { useLists } from '#forms/use-lists.ts';
import { layersGone } from '#history/entries.ts';
import { screens } from '#rules/screens.ts';
import { nextTab, stepAt } from '#rules/wizard.ts';
import type { Country } from '#rules/wizard-country.ts';
import { ScreenLink } from '#ui/controls/screen-link.tsx';
import { useRegistration } from './hooks.ts';
import { Loader } from './loader.tsx';
import { Preparing } from './preparing.tsx';
import { ResumeOffer } from './resume-offer.tsx';
import { StepScreen, type StepScreenProps } from './step-screen.tsx';
import { useStepHistory } from './use-step-history.ts';
import styles from './wizard-screen.module.css';
import { words } from './words.ts';

/** V2.14, V9.1: how long the country's picture is shown before the steps. */
const LOADER_MS = 3500;

/** The registration wizard: the loader, then one step at a time (V2.15). */
export function WizardScreen() {
  const { view } = useRegistration();
  const navigate = useNavigate();
  const country = view.country ? countryOf(view.country) : undefined;
  // The country's lists load while its picture is shown.
  const loadedLists = useLists(country ? listsOfCountry(country) : []);
  const loaded = useLoader(view.state === 'under way' && country !== undefined);
  const shown = loaded && country !== undefined && view.state === 'under way';
  const steps = useStepHistory(country, loadedLists.lists, shown);
  const lost = view.state === 'none' || (view.state === 'under way' && !country);

  const leave = useEffectEvent(() => void navigate({ to: '/registro/residencia', replace: true }));
  useEffect(() => {
    let isLost = lost;
    // 'Empezar de nuevo' is answered in a dialog, whose entry is left first: its step back would bring this screen again.
    if (lost) void layersGone().then(() => isLost && leave());
    return () => {
      isLost = false;
    };
  }, [lost]);
  useEffect(() => {
    // V2.16
    if (view.tab !== '') window.scrollTo(0, 0);
  }, [view.tab]);

  if (view.state === 'offered') return <ResumeOffer />;
  if (!country || view.state !== 'under way') return <Preparing text={words.working} />;
  const step = stepAt(country, view.tab);
  if (!loaded || !step) return <Loader country={country} />;
  return <Steps country={country} step={step} loadedLists={loadedLists} steps={steps} />;
}

/**
 * Draws the step, and the next one in the background, so that 'Continuar' only has to show it. No step's questions depend on
 * another step's answers, so the prepared step stays right. When the path changes, another step is prepared.
 */
function Steps({ country, step, loadedLists, steps }: StepScreenProps) {
  const { registration } = useRegistration();
  const settled = useDeferredValue(step, null);
  const ahead = settled === step ? nextTab(country, registration.given(), step.id) : null;
  const next = ahead ? stepAt(country, ahead) : undefined;
  return (
    <div className={styles.page}>
      <Side country={country} />
      {[step, ...(next ? [next] : [])].map((one) => (
        <Activity key={`${country.name} ${one.id}`} mode={one === step ? 'visible' : 'hidden'}>
          <StepScreen country={country} step={one} loadedLists={loadedLists} steps={steps} />
        </Activity>
      ))}
    </div>
  );
}

/** Names the registration's country, on wide screens. */
function Side({ country }: { country: Country }) {
  return (
    <aside className={styles.side}>
      <img className={styles.picture} src={country.picture} alt="" width={320} height={240} />
      <p className={styles.country}>{country.name}</p>
      <ScreenLink className={styles.change} to={screens.residence}>
        {words.changeResidence}
      </ScreenLink>
    </aside>
  );
}

function useLoader(begun: boolean): boolean {
  const [ended, setEnded] = useState(false);
  useEffect(() => {
    if (!begun) return;
    const timer = setTimeout(() => setEnded(true), LOADER_MS);
    return () => clearTimeout(timer);
  }, [begun]);
  return ended;
}
