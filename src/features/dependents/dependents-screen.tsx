import type { InsuredPerson } from '#contract/policies.ts';
import { dependents } from '#mirror/collections.ts';
import { longDate } from '#rules/dates.ts';
import { readableName, roleLabel, shownDependents } from '#rules/people.ts';
import { collectionScreen } from '#screens/collection-screen.tsx';
import { PersonList } from '#ui/cards/person-card.tsx';
import type { Fact } from '#ui/lists/fact-list.tsx';

/** H2.52, H2.53: who is insured along with the customer. */
export const DependentsScreen = collectionScreen({
  collection: dependents,
  only: shownDependents,
  title: 'Dependientes',
  loading: 'Cargando tus dependientes...',
  shape: 'people',
  empty: {
    icon: 'people',
    title: 'No tienes dependientes',
    text: 'En esta póliza nadie más está asegurado contigo.',
  },
  failed: { title: 'No pudimos cargar tus dependientes' },
  use: ({ rows }) => ({ children: <PersonList people={rows.map(shown)} /> }),
});

const shown = (person: InsuredPerson) => ({
  name: readableName(person.ClientName) || 'Sin nombre',
  role: roleLabel(person.Role),
  tone: 'health' as const,
  facts: [
    ['Nacimiento', longDate(person.BirthDate)],
    ['Sexo', person.Gender],
    ['Tabaco', person.SmokerStatus],
  ] satisfies Fact[],
});
