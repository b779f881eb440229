import { useParams } from '@tanstack/react-router';
import { dependents } from '#mirror/collections.ts';
import { useMirrored } from '#mirror/hooks.tsx';
import { loadStateOf } from '#mirror/load-state.ts';
import { longDate } from '#rules/dates.ts';
import { readableName, roleLabel, shownDependents } from '#rules/people.ts';
import { MirroredScreen } from '#screens/mirrored-screen.tsx';
import { usePolicyTitle } from '#screens/use-policy-title.ts';
import { PersonList } from '#ui/cards/person-card.tsx';

/** H2.52, H2.53: who is insured along with the customer. */
export function DependentsScreen() {
  const { policyId } = useParams({ from: '/app/dependientes/$policyId' });
  const view = useMirrored(dependents, policyId);
  const people = shownDependents(view.groups?.flatMap(({ rows }) => rows) ?? []);
  const state = loadStateOf(view);

  return (
    <MirroredScreen
      title="Dependientes"
      about={usePolicyTitle(policyId)}
      view={view}
      state={state === 'filled' && people.length === 0 ? 'empty' : state}
      loading="Cargando tus dependientes..."
      shape="people"
      empty={{
        icon: 'people',
        title: 'No tienes dependientes',
        text: 'En esta póliza nadie más está asegurado contigo.',
      }}
      failed={{ title: 'No pudimos cargar tus dependientes' }}
    >
      <PersonList
        people={people.map((person) => ({
          name: readableName(person.ClientName) || 'Sin nombre',
          role: roleLabel(person.Role),
          tone: 'health',
          facts: [
            ['Nacimiento', longDate(person.BirthDate)],
            ['Sexo', person.Gender],
            ['Tabaco', person.SmokerStatus],
          ],
        }))}
      />
    </MirroredScreen>
  );
}
