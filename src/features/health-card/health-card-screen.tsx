import { useRef, useState } from 'react';
import type { InsuredPerson } from '#contract/policies.ts';
import { cards } from '#mirror/collections.ts';
import { usePolicy } from '#mirror/hooks.tsx';
import { longDate } from '#rules/dates.ts';
import { dotted } from '#rules/joined.ts';
import { cardNames, insuredPersons, readableName, roleLabel } from '#rules/people.ts';
import { CallForHelp, usePhones } from '#screens/call-for-help.tsx';
import { type AtScreen, collectionScreen } from '#screens/collection-screen.tsx';
import { usePolicyName } from '#screens/use-policy-title.ts';
import { phones } from '#settings/settings.ts';
import { classNames } from '#ui/base/class-names.ts';
import { Button } from '#ui/controls/button.tsx';
import { ChoicePill } from '#ui/controls/pill.tsx';
import { itemKeys } from '#ui/lists/item-keys.ts';
import { AtCounter } from './at-counter.tsx';
import { cardNumbers, HealthCard } from './health-card.tsx';
import styles from './health-card-screen.module.css';
import { ShareButton } from './share-button.tsx';

/** H2.55 to H2.58: the health card of each insured person of the policy. */
export const HealthCardScreen = collectionScreen({
  collection: cards,
  section: 'Carnet',
  only: insuredPersons,
  title: 'Carnet de salud',
  wide: true,
  loading: 'Cargando tu carnet...',
  shape: 'card',
  empty: {
    icon: 'card',
    title: 'No tenemos un carnet que mostrarte',
    text: 'Tu asesor puede decirte desde cuándo está disponible.',
  },
  failed: { title: 'No pudimos cargar tu carnet' },
  use: useCards,
});

function useCards({ policyId, rows: people }: AtScreen<InsuredPerson>) {
  const policy = usePolicy(policyId);
  const policyTitle = usePolicyName(policyId);
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const card = useRef<HTMLElement>(null);
  const names = cardNames(people);
  const keys = itemKeys(people, ({ ClientName, AetnaMemberIdNo }) => `${AetnaMemberIdNo} ${ClientName}`);
  const person = (chosen && foundAgain(people, chosen)) ?? people[0];
  const policyNumber = person?.PolicyNumber || policy?.PolicyNumber || '';
  const [showing, setShowing] = useState(false);
  const helped = usePhones(phones);

  const children = (
    <>
      {people.length > 1 && (
        <fieldset className={styles.people}>
          <legend className="visually-hidden">Persona asegurada</legend>
          {people.map((one, index) => (
            <ChoicePill key={keys[index]} chosen={one === person} onChoose={() => setChosen({ person: one, index })}>
              <span className={styles.person}>{names.get(one)}</span>
            </ChoicePill>
          ))}
        </fieldset>
      )}
      {person && (
        <div className={classNames('stack-4', styles.columns)}>
          <HealthCard ref={card} person={person} policyNumber={policyNumber} />
          <div className={classNames('stack-4', styles.beside)}>
            <div className={styles.ways}>
              <Button icon="expand" onClick={() => setShowing(true)}>
                Mostrar
              </Button>
              <ShareButton card={card} clientName={person.ClientName} />
            </div>
            <Button look="quiet" icon="print" onClick={() => window.print()}>
              Imprimir
            </Button>
            <CallForHelp numbers={helped} />
          </div>
          {showing && (
            <AtCounter
              name={readableName(person.ClientName) || 'Sin nombre'}
              about={dotted(roleLabel(person.Role), policyTitle)}
              born={longDate(person.BirthDate)}
              numbers={cardNumbers(person, policyNumber)}
              onClose={() => setShowing(false)}
            />
          )}
        </div>
      )}
    </>
  );
  return { children };
}

interface Chosen {
  person: InsuredPerson;
  index: number;
}

/**
 * Finds the chosen person after a refresh, which may change the order. Persons have no id; the index decides only between
 * two with the same name and number.
 */
function foundAgain(people: readonly InsuredPerson[], { person, index }: Chosen): InsuredPerson | undefined {
  const named = people.filter((one) => one.ClientName === person.ClientName);
  const numbered = named.filter((one) => one.AetnaMemberIdNo === person.AetnaMemberIdNo);
  const same = numbered.length > 0 ? numbered : named;
  return same.find((one) => one === people[index]) ?? same[0];
}
