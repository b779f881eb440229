import type { ComponentType } from 'react';
import type { Beneficiary, InsuredPerson, Policy } from '#contract/policies.ts';
import { type Collection, dependents, policies, roles } from '#mirror/collections.ts';
import { useMirrored, useWithParts } from '#mirror/hooks.tsx';
import { loadStateOf } from '#mirror/load-state.ts';
import { shownDependents } from '#rules/people.ts';
import { isHealth, policyTitle } from '#rules/policies.ts';
import { collectionScreen } from '#screens/collection-screen.tsx';
import { notHere } from '#senses/this-device.ts';
import { Ghost, type GhostShape } from '#ui/states/states.tsx';
import { Beneficiaries } from './beneficiaries.tsx';
import { Dependents } from './dependents.tsx';
import styles from './people.module.css';

/** The people of one kind of policy. */
interface Kind<Row> {
  collection: Collection<Row>;
  only: (rows: readonly Row[]) => readonly Row[];
  isOf: (policy: Policy) => boolean;
  title: string;
  loading: string;
  failed: { title: string };
  shape: GhostShape;
  People: ComponentType<{ people: readonly Row[]; policy: Policy | null; beside?: boolean }>;
}

const designated: Kind<Beneficiary> = {
  collection: roles,
  only: (rows) => rows,
  isOf: (policy) => !isHealth(policy),
  title: 'Beneficiarios',
  loading: 'Cargando tus beneficiarios...',
  failed: { title: 'No pudimos cargar tus beneficiarios' },
  shape: 'people',
  People: Beneficiaries,
};

const insured: Kind<InsuredPerson> = {
  collection: dependents,
  only: shownDependents,
  isOf: isHealth,
  title: 'Dependientes',
  loading: 'Cargando tus dependientes...',
  failed: { title: 'No pudimos cargar tus dependientes' },
  shape: 'list',
  People: Dependents,
};

const NONE: readonly [] = [];

/** Both kinds of people: those that the address asks for are large, the others stand at the side. */
function peopleScreen<Row, Other>({ People, ...own }: Kind<Row>, other: Kind<Other>) {
  return collectionScreen({
    ...own,
    section: 'Personas',
    empty: { title: '' },
    use: ({ policyId, view, rows }) => {
      const all = useMirrored(policies).groups?.flatMap((group) => group.rows) ?? NONE;
      const beside = all.find(other.isOf);
      return {
        // That there is nobody is said in the card, beside the other one.
        ...(view.groups && { state: 'filled' as const }),
        whole: useWithParts(view, beside ? [[other.collection as Collection<unknown>, beside.Policy]] : NONE),
        side: beside ? <Beside kind={other} policy={beside} /> : null,
        children: (
          <div className={styles.card}>
            <People people={rows} policy={all.find(({ Policy }) => Policy === policyId) ?? null} />
          </div>
        ),
      };
    },
  });
}

/** H2.50, H2.51: whom a life policy protects, and how much of it goes to each. */
export const BeneficiariesScreen = peopleScreen(designated, insured);
/** H2.52, H2.53: who is insured along with the customer. */
export const DependentsScreen = peopleScreen(insured, designated);

/** The card of the other people. Why they are not here is told on their own screen. */
function Beside<Row>({ kind, policy }: { kind: Kind<Row>; policy: Policy }) {
  const { collection, only, title, People } = kind;
  const view = useMirrored(collection, policy.Policy);
  const { groups } = view;
  const isLoading = loadStateOf(view) === 'loading';
  return (
    <section className={styles.card} aria-label={title}>
      <h2>{title}</h2>
      <p className="soft small" dir="auto">
        {policyTitle(policy)}
      </p>
      {!groups && (isLoading ? <Ghost shape="list" /> : <p className="soft">{notHere()}.</p>)}
      {groups && <People people={only(groups.flatMap(({ rows }) => rows))} policy={policy} beside />}
    </section>
  );
}
