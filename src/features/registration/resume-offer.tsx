import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { countryOf } from '#countries/register.ts';
import { layersGone } from '#history/entries.ts';
import { timeAgo } from '#rules/dates.ts';
import { progressAt, stepAt } from '#rules/wizard.ts';
import { PageHeader } from '#ui/base/page-header.tsx';
import { Button } from '#ui/controls/button.tsx';
import { focusTitle } from '#ui/hooks/title-focus.ts';
import { Confirm } from '#ui/layers/confirm.tsx';
import { useRegistration } from './hooks.ts';
import styles from './resume-offer.module.css';
import { words } from './words.ts';

/** D45: offers to resume or discard the registration stored on this device. */
export function ResumeOffer({ onLeave, busy }: { onLeave?: () => void; busy?: boolean }) {
  const { registration, view } = useRegistration();
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const country = view.country ? countryOf(view.country) : undefined;
  const step = country && stepAt(country, view.tab);
  const progress = country && step && progressAt(country, step.id);

  const resume = () => {
    onLeave?.();
    registration.resume();
    void navigate({ to: '/registro' });
  };
  const restart = async () => {
    setAsking(false);
    await registration.restart();
    // The question's entry is still being left. Going on before that would be undone by it.
    await layersGone();
    void navigate({ to: '/registro/residencia' });
  };
  return (
    <main className={styles.screen}>
      {country && <img className={styles.picture} src={country.picture} alt="" width={240} height={180} />}
      <PageHeader title={words.resumeTitle} titleRef={focusTitle} />
      {country && step && progress && (
        <div className={styles.facts}>
          <p className="bold">{country.name}</p>
          <p>
            Paso {progress.step} de {progress.total}: {step.title}
          </p>
          {view.at !== null && <p className="soft">Guardado {timeAgo(new Date(view.at), new Date())}</p>}
        </div>
      )}
      <p className="soft">{words.resumeText}</p>
      <div className="stack-3">
        <Button onClick={resume} loading={busy ?? false}>
          {words.resume}
        </Button>
        <Button look="line" aria-haspopup="dialog" onClick={() => setAsking(true)}>
          {words.restart}
        </Button>
      </div>
      <Confirm
        open={asking}
        title={words.restartAsk}
        text={words.restartText}
        act={words.restart}
        keep={words.restartNo}
        onAct={restart}
        onClose={() => setAsking(false)}
      />
    </main>
  );
}
