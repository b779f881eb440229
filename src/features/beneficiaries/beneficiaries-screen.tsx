import type { Beneficiary } from '#contract/policies.ts';
import { roles } from '#mirror/collections.ts';
import { beneficiaryRoleLabel, isIrrevocable, readableName } from '#rules/people.ts';
import { collectionScreen } from '#screens/collection-screen.tsx';
import { PersonList } from '#ui/cards/person-card.tsx';
import { Pill } from '#ui/controls/pill.tsx';
import styles from './beneficiaries-screen.module.css';

/** H2.50, H2.51: whom a life policy protects, and how much of it goes to each. */
export const BeneficiariesScreen = collectionScreen({
  collection: roles,
  title: 'Beneficiarios',
  loading: 'Cargando tus beneficiarios...',
  empty: { icon: 'people', title: 'No has designado beneficiarios', text: <DefaultOrder /> },
  failed: { title: 'No pudimos cargar tus beneficiarios' },
  use: ({ rows }) => ({ children: <PersonList people={rows.map(shown)} /> }),
});

const shown = (person: Beneficiary) => ({
  name: readableName(person.ClientName) || 'Sin nombre',
  role: beneficiaryRoleLabel(person.Role),
  tone: 'life' as const,
  figure: shareOf(person),
  figureLabel: 'Participación',
  status: isIrrevocable(person) && <Pill>Irrevocable</Pill>,
});

/** '33,5 %', as Spanish writes percentages; '' when the share is unknown. */
function shareOf({ ParticipationPercentage: share }: Beneficiary): string {
  if (share === null) return '';
  return new Intl.NumberFormat('es', { style: 'percent', maximumFractionDigits: 2 }).format(share / 100);
}

/** H2.51: who receives the benefit when the customer has named nobody. */
function DefaultOrder() {
  return (
    <div className={styles.order}>
      <p>Mientras no designes a nadie, el orden de los beneficiarios es:</p>
      <ol className={styles.list}>
        <li>Tu cónyuge o pareja registrada</li>
        <li>Tus hijos</li>
        <li>Tus herederos legales</li>
      </ol>
    </div>
  );
}
