import type { Policy } from '#contract/policies.ts';
import { dependents, roles } from '#mirror/collections.ts';
import { useMirrored } from '#mirror/hooks.tsx';
import { shownDependents } from '#rules/people.ts';
import { peopleOf } from '#rules/policy-card.ts';
import { screens } from '#rules/screens.ts';
import { LinkCard } from '#ui/card.tsx';

/** H2.21: the people of the policy in front, with their number once it is mirrored. */
export function PeopleCard({ policy }: { policy: Policy }) {
  return peopleOf(policy) === 'dependientes' ? <Dependents policy={policy} /> : <Beneficiaries policy={policy} />;
}

function Dependents({ policy }: { policy: Policy }) {
  const { groups } = useMirrored(dependents, policy.Policy);
  const count = groups && shownDependents(groups.flatMap(({ rows }) => rows)).length;
  return (
    <LinkCard
      icon="people"
      tone="health"
      title="Dependientes"
      detail={
        count === null
          ? 'Quiénes están asegurados contigo'
          : counted(
              count,
              'Nadie más está asegurado contigo',
              'persona asegurada contigo',
              'personas aseguradas contigo',
            )
      }
      to={screens.dependents(policy.Policy)}
    />
  );
}

function Beneficiaries({ policy }: { policy: Policy }) {
  const { groups } = useMirrored(roles, policy.Policy);
  const count = groups?.reduce((sum, { rows }) => sum + rows.length, 0) ?? null;
  return (
    <LinkCard
      icon="people"
      tone="life"
      title="Beneficiarios"
      detail={
        count === null
          ? 'A quiénes protege tu póliza'
          : counted(count, 'Aún no has designado a nadie', 'persona designada', 'personas designadas')
      }
      to={screens.beneficiaries(policy.Policy)}
    />
  );
}

const counted = (count: number, none: string, one: string, many: string): string =>
  count === 0 ? none : count === 1 ? `1 ${one}` : `${count} ${many}`;
