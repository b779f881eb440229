import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { Residence } from '#contract/account.ts';
import { countryOf, countryRegister } from '#countries/register.ts';
import { StepFoot } from '#forms/step-foot.tsx';
import { layersGone } from '#history/entries.ts';
import { anyOf } from '#rules/joined.ts';
import type { Country } from '#rules/wizard-country.ts';
import { PageHeader } from '#ui/base/page-header.tsx';
import { Button } from '#ui/controls/button.tsx';
import { ChoiceCards } from '#ui/controls/choice-cards.tsx';
import { FieldGroup } from '#ui/controls/field.tsx';
import { ignoreSecondPress } from '#ui/hooks/second-press.ts';
import { Confirm } from '#ui/layers/confirm.tsx';
import { photoSides } from './draft-form.ts';
import { useRegistration } from './hooks.ts';
import { OfflineWords } from './offline-words.tsx';
import { Preparing } from './preparing.tsx';
import styles from './residence-screen.module.css';
import { ResumeOffer } from './resume-offer.tsx';
import { Shelter } from './shelter.tsx';
import { words } from './words.ts';

/** A spinner appears only after this time: with everything on the device it would flash. */
const SPINNER_AFTER_MS = 300;

/** V2.12: the tax residence decides which country's registration follows. */
export function ResidenceScreen() {
  const { registration, view } = useRegistration();
  const navigate = useNavigate();
  const [picked, setPicked] = useState<Residence | null>(null);
  const [asked, setAsked] = useState(false);
  const [moving, setMoving] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const slow = useSlow(leaving);
  // The wizard loads while the customer chooses, because a slow line takes seconds on a first visit.
  useEffect(() => void import('./wizard-screen.tsx').catch(() => undefined), []);
  if (view.state === 'reading') return <Preparing text={words.working} />;
  // After 'Continuar' the offer stays until the wizard has loaded; otherwise the choice of a country would flash.
  if (view.state === 'offered' || (view.state === 'under way' && leaving && picked === null)) {
    return <ResumeOffer onLeave={() => setLeaving(true)} busy={slow} />;
  }

  const chosen = picked ?? view.country;
  const ask = () => {
    if (!chosen) return setAsked(true);
    if (registration.droppedBy(chosen).length > 0) setMoving(true);
    else begin(chosen);
  };
  const begin = (chosen: Residence) => {
    setPicked(chosen);
    setLeaving(true);
    registration.choose(chosen);
    void navigate({ to: '/registro' });
  };
  const leave = () => {
    // On the start page 'Ingresa' stands where this button was, and a second press would open the sign-in.
    ignoreSecondPress();
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
          className="stack-5"
          onSubmit={(event) => {
            event.preventDefault();
            ask();
          }}
        >
          <FieldGroup
            label={<span className="visually-hidden">{words.residence}</span>}
            error={asked && !chosen ? words.residenceMissing : null}
          >
            <div className={styles.countries}>
              <ChoiceCards
                choices={countryRegister.map(({ name, picture }) => ({
                  value: name,
                  label: (
                    <span className={styles.country}>
                      <img className="firm" src={picture} alt="" width={64} height={48} />
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
          <StepFoot className={styles.actions}>
            <Button look="line" onClick={leave}>
              {words.leave}
            </Button>
            <Button type="submit" disabled={!chosen} loading={slow}>
              {words.begin}
            </Button>
          </StepFoot>
        </form>
        {chosen && (
          <MoveQuestion to={chosen} open={moving} onMove={() => begin(chosen)} onClose={() => setMoving(false)} />
        )}
      </div>
    </Shelter>
  );
}

interface MoveQuestionProps {
  to: Residence;
  open: boolean;
  onMove: () => void;
  onClose: () => void;
}

/** Asks before answers go that another country asks otherwise, and names them. */
function MoveQuestion({ to, open, onMove, onClose }: MoveQuestionProps) {
  const { registration } = useRegistration();
  const given = registration.given();
  const titles = registration.droppedBy(to).map(({ title }) => title);
  const move = async () => {
    onClose();
    await layersGone();
    onMove();
  };
  return (
    <Confirm
      open={open}
      title={words.moveAsk(to)}
      text={words.moveText(
        titles,
        photoSides.some((side) => given[side]),
      )}
      act={words.move}
      keep={words.restartNo}
      onAct={move}
      onClose={onClose}
    />
  );
}

/** Whether the work takes long enough for a spinner. */
function useSlow(goesOn: boolean): boolean {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    if (!goesOn) return;
    const timer = setTimeout(() => setSlow(true), SPINNER_AFTER_MS);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [goesOn]);
  return slow;
}

/** After the choice: the papers to have at hand and the number of steps. Before it: the slogan. */
function ResidencePitch({ country }: { country: Country | undefined }) {
  if (!country) return <p className={styles.slogan}>{words.slogan}</p>;
  return (
    <div key={country.name} className="appear">
      <p className={styles.from}>{words.from}</p>
      <p className={styles.slogan}>{country.name}</p>
      <p className={styles.from}>{words.atHand(papersOf(country), country.steps.length)}</p>
    </div>
  );
}

/** 'tu Cédula de Identidad, tu Pasaporte o tu DIMEX'. */
function papersOf({ documents }: Country): string {
  return anyOf(documents.map(({ name }) => `tu ${name}`));
}
