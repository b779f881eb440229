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

function Dependents({ policy: { Policy: id } }: { policy: Policy }) {
  const { groups } = useMirrored(dependents, id);
  const count = groups && shownDependents(groups.flatMap(({ rows }) => rows)).length;
  const detail = counted(count, insuredWords);
  return <LinkCard icon="people" tone="health" title="Dependientes" detail={detail} to={screens.dependents(id)} />;
}

function Beneficiaries({ policy: { Policy: id } }: { policy: Policy }) {
  const { groups } = useMirrored(roles, id);
  const count = groups?.reduce((sum, { rows }) => sum + rows.length, 0) ?? null;
  const detail = counted(count, designatedWords);
  return <LinkCard icon="people" tone="life" title="Beneficiarios" detail={detail} to={screens.beneficiaries(id)} />;
}

const insuredWords = {
  unknown: 'Quiénes están asegurados contigo',
  none: 'Nadie más está asegurado contigo',
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
