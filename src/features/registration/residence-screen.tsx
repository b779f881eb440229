import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { Residence } from '#contract/account.ts';
import { countryOf, countryRegister } from '#countries/register.ts';
import { Button } from '#ui/button.tsx';
import { ChoiceCards } from '#ui/choice-cards.tsx';
import { FieldGroup } from '#ui/field.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { ignoreSecondPress } from '#ui/second-press.ts';
import { LoadingState } from '#ui/states.tsx';
import { useRegistration } from './hooks.ts';
import { OfflineWords } from './offline-words.tsx';
import { ResidencePitch } from './residence-pitch.tsx';
import styles from './residence-screen.module.css';
import { ResumeOffer } from './resume-offer.tsx';
import { Shelter } from './shelter.tsx';
import { words } from './words.ts';

/** So long nothing is said, in milliseconds: where all is on the device, a spinner would only flash. */
const SLOW = 300;

/** V2.12: where the customer pays taxes decides everything that follows. */
export function ResidenceScreen() {
  const { registration, view } = useRegistration();
  const navigate = useNavigate();
  const [picked, setPicked] = useState<Residence | null>(null);
  const [leaving, setLeaving] = useState(false);
  const slow = useSlow(leaving);
  // On a first visit over a slow line the wizard takes seconds to load; it comes while the customer chooses.
  useEffect(() => void import('./wizard-screen.tsx').catch(() => undefined), []);
  if (view.state === 'reading') return <LoadingState text={words.working} />;
  // Gone on with, it stays in sight until the wizard is there: the choice of a country was not asked for.
  if (view.state === 'offered' || (view.state === 'under way' && leaving && picked === null)) {
    return <ResumeOffer onLeave={() => setLeaving(true)} busy={slow} />;
  }

  const chosen = picked ?? view.country;
  const begin = () => {
    if (!chosen) return;
    setPicked(chosen);
    setLeaving(true);
    registration.choose(chosen);
    void navigate({ to: '/registro' });
  };
  const leave = () => {
    // 'Ingresa' comes to stand where this button was: pressed twice, it would open the sign-in.
    ignoreSecondPress();
    registration.forgetPassword();
    void navigate({ to: '/' });
  };
  return (
    <Shelter
      picture={chosen ? (countryOf(chosen)?.picture ?? null) : null}
      pitch={<ResidencePitch country={chosen ? countryOf(chosen) : undefined} />}
    >
      <div className={styles.screen}>
        <PageHeader title={words.residenceTitle} />
        <p className="soft">{words.residenceText}</p>
        <OfflineWords />
        <form
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault();
            begin();
          }}
        >
          <FieldGroup label={<span className="visually-hidden">{words.residence}</span>}>
            <div className={styles.countries}>
              <ChoiceCards
                choices={countryRegister.map(({ name, picture }) => ({
                  value: name,
                  label: (
                    <span className={styles.country}>
                      <img className={styles.picture} src={picture} alt="" width={64} height={48} />
                      <span className={styles.name}>{name}</span>
                    </span>
                  ),
                }))}
                value={chosen}
                onChange={(country) => {
                  setPicked(country);
                  setLeaving(false);
                }}
              />
            </div>
          </FieldGroup>
          <div className={styles.actions}>
            <Button look="line" onClick={leave}>
              {words.leave}
            </Button>
            <Button type="submit" disabled={!chosen} loading={slow}>
              {words.begin}
            </Button>
          </div>
        </form>
      </div>
    </Shelter>
  );
}

/** Whether what goes on takes so long that it should be shown. */
function useSlow(goesOn: boolean): boolean {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    if (!goesOn) return;
    const timer = setTimeout(() => setSlow(true), SLOW);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [goesOn]);
  return slow;
}
