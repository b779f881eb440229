import { type ComponentType, useEffect, useLayoutEffect, useState } from 'react';
import { ageOf } from '#contract/age.ts';
import type { Policy } from '#contract/policies.ts';
import { onSense } from '#senses/page.ts';
import { useSession } from '#session/hooks.ts';
import { untilCleanup } from '#ui/hooks/until-cleanup.ts';
import type { FirstCardsProps } from './first-steps/first-cards.tsx';
import styles from './first-steps.module.css';
import { mayBeTold, noteTelling, toldSoFar } from './told.ts';

interface FirstStepsProps {
  owner: string;
  policies: readonly Policy[];
  /** When the policies were brought to this device, in milliseconds. */
  since: number | null;
  /** Whether all of home is known: then nothing more comes above. */
  isWhole: boolean;
}

const TOLD = 'primeros-pasos';

/**
 * Three cards on what Amparo does, once for each customer of a device (docs/decisions/first-steps.md). They stand below all of
 * home, where they push nothing, and come when it stands.
 */
export function FirstSteps({ owner, policies, since, isWhole }: FirstStepsProps) {
  // Until they come the page is a little higher than the window: a scroll bar that appeared with them would move all of home.
  const [mayCome] = useState(() => mayBeTold(TOLD));
  const [isKnown] = useState(() => toldSoFar('todo-aqui', owner) !== 'none' || (since !== null && isFromBefore(since)));
  const [person, answer] = useFirstTime(isKnown);
  const Cards = useCards(person !== null && isWhole);
  return (
    (mayCome || person !== null) && (
      <div className={styles.place} data-passing>
        {person !== null && Cards && <Cards policies={policies} onAnswer={answer} />}
      </div>
    )
  );
}

/** Whether this was brought before this page was opened, or at a time that the device's clock cannot tell. */
function isFromBefore(since: number): boolean {
  const age = ageOf(since, Date.now());
  return age === null || age > performance.now();
}

/** Whose first time it is, by the name that stays with a new password and a passkey; null when it is not, and once it was answered. */
function useFirstTime(isKnown: boolean): [person: string | null, answer: () => void] {
  const session = useSession();
  const [person, setPerson] = useState<string | null>(null);
  useEffect(
    () =>
      untilCleanup(async (isCurrent) => {
        const name = await session.person().catch(() => null);
        if (name === null || !isCurrent()) return;
        if (toldSoFar(TOLD, name) === 'none') noteTelling(TOLD, name, isKnown ? 'told' : 'seen');
        if (toldSoFar(TOLD, name) === 'seen') setPerson(name);
      }),
    [session, isKnown],
  );
  // Another tab may have been answered, also while home was out of the page: then they go before it is painted.
  useLayoutEffect(() => {
    if (person === null) return;
    const look = () => toldSoFar(TOLD, person) === 'told' && setPerson(null);
    look();
    return onSense(['shown'], look);
  }, [person]);
  const answer = () => {
    if (person !== null) noteTelling(TOLD, person, 'told');
    setPerson(null);
  };
  return [person, answer];
}

/** Their code, loaded when they are wanted; without a connection it may not be here, and they wait for the next time. */
function useCards(wanted: boolean): ComponentType<FirstCardsProps> | null {
  const [Cards, setCards] = useState<ComponentType<FirstCardsProps> | null>(null);
  useEffect(() => {
    if (!wanted) return;
    import('./first-steps/first-cards.tsx').then(
      ({ FirstCards }) => setCards(() => FirstCards),
      () => undefined,
    );
  }, [wanted]);
  return Cards;
}
