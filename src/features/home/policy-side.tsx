import { useState } from 'react';
import type { InsuredPerson, Policy } from '#contract/policies.ts';
import { dependents, roles } from '#mirror/collections.ts';
import { useMirrored } from '#mirror/hooks.tsx';
import { shownDependents } from '#rules/people.ts';
import { isSavings, offersExtraContribution } from '#rules/policies.ts';
import { peopleOf } from '#rules/policy-card.ts';
import { type Destination, screens } from '#rules/screens.ts';
import { LinkCard } from '#ui/cards/card.tsx';
import { Button } from '#ui/controls/button.tsx';
import { useWide } from '#ui/hooks/media.ts';
import { ExtraContribution } from './extra-contribution.tsx';
import { Faces } from './faces.tsx';
import { SavingsPlan } from './savings-plan.tsx';

interface PolicySideProps {
  policy: Policy;
  residence: string;
}

/** Beside or below the policy in front: its people, further actions and its savings plan. */
export function PolicySide({ policy, residence }: PolicySideProps) {
  const [contributing, setContributing] = useState(false);
  return (
    <div className="stack-4">
      <PeopleCard policy={policy} />
      {offersExtraContribution(policy) && (
        <>
          <Button look="line" icon="plus" aria-haspopup="dialog" onClick={() => setContributing(true)}>
            Aportación extra
          </Button>
          <ExtraContribution
            policy={policy}
            residence={residence}
            open={contributing}
            onClose={() => setContributing(false)}
          />
        </>
      )}
      {isSavings(policy) && <SavingsPlan productName={policy.ProductName} residence={residence} />}
    </div>
  );
}

/** H2.21: the people of the policy in front, with their number once it is mirrored. */
function PeopleCard({ policy }: { policy: Policy }) {
  return peopleOf(policy) === 'dependientes' ? <Dependents policy={policy} /> : <Beneficiaries policy={policy} />;
}

function Dependents({ policy: { Policy: id } }: { policy: Policy }) {
  const { groups, partial } = useMirrored(dependents, id);
  const people = partial || !groups ? null : shownDependents(groups.flatMap(({ rows }) => rows));
  return <People title="Dependientes" tone="health" people={people} words={insuredWords} to={screens.dependents(id)} />;
}

function Beneficiaries({ policy: { Policy: id } }: { policy: Policy }) {
  const { groups, partial } = useMirrored(roles, id);
  const people = partial || !groups ? null : groups.flatMap(({ rows }) => rows);
  return (
    <People title="Beneficiarios" tone="life" people={people} words={designatedWords} to={screens.beneficiaries(id)} />
  );
}

interface PeopleProps {
  title: string;
  tone: 'health' | 'life';
  /** Null while they are not known. */
  people: readonly Pick<InsuredPerson, 'ClientName'>[] | null;
  words: typeof insuredWords;
  to: Destination;
}

/** A desk has room for their faces. */
function People({ title, tone, people, words, to }: PeopleProps) {
  const wide = useWide();
  if (wide) return <Faces tone={tone} people={people} none={words.none} to={to} />;
  return <LinkCard icon="people" tone={tone} title={title} detail={counted(people?.length ?? null, words)} to={to} />;
}

const insuredWords = {
  unknown: 'Quién está asegurado contigo',
  none: 'Nadie más está asegurado',
  one: 'persona asegurada contigo',
  several: 'personas aseguradas contigo',
};
const designatedWords = {
  unknown: 'A quiénes protege tu póliza',
  none: 'Aún no has designado a nadie',
  one: 'persona designada',
  several: 'personas designadas',
};

function counted(count: number | null, { unknown, none, one, several }: typeof insuredWords): string {
  if (count === null) return unknown;
  if (count === 0) return none;
  return count === 1 ? `1 ${one}` : `${count} ${several}`;
}
